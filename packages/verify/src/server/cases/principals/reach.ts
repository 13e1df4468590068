import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Flow, Made } from "../flows/flow.ts";

/** Two principals, and what the first one made. */
export interface Access {
  readonly own: Flow;
  readonly other: Flow;
  readonly made: Made;
}

/** Reports that the other principal reaches the record by an operation. */
export type ReportAccess = (
  by: Pick<FoundOperation, "operation">,
  text: string,
  exchanges: readonly Exchange[],
) => void;

/** Reports a failure between principals. */
export function reportAccess(
  { probe }: Pick<Flow, "probe">,
  operation: VerifiedOperation,
  message: string,
  exchanges: readonly Exchange[],
): void {
  const { pointer } = operation.model;
  probe.report({ check: "other-principal", message, pointer }, operation, exchanges);
}

/** The most filters of a list that are tried. */
const mostFilters = 4;

/** Returns the filters of a list that find a record: query parameters with the name of a member, and its value. */
export function fittingFilters(
  { model }: VerifiedOperation,
  record: unknown,
): readonly { readonly name: string; readonly value: unknown }[] {
  const filters = model.parameters.flatMap(({ in: location, name, schema }) => {
    const own = location === "query" && isObject(record) ? getMember(record, name) : undefined;
    if (typeof own !== "string" && typeof own !== "number") return [];
    return [{ name, value: schema.meaning.kind === "array" ? [own] : own }];
  });
  return filters.slice(0, mostFilters);
}

/** Checks that no filter of the list finds the record: 1 request for a filter, and for each further page. */
export async function reachedByFilters(
  { other, made: { record, exchange } }: Access,
  report: ReportAccess,
): Promise<void> {
  const { list, name } = other.resource;
  if (list === undefined || !isObject(record.value)) return;
  const filters = fittingFilters(list.operation, record.value);
  for (const filter of filters) {
    // The record may be the last one of those that refer to the same one.
    const walk = await other.list(record, list, (input) => ({
      ...input,
      query: { ...input.query, [filter.name]: filter.value },
    }));
    if (walk === undefined || other.found(walk, record).length === 0) continue;
    report(list, `lists another principal's ${name} by ${filter.name}`, [
      exchange,
      ...walk.exchanges,
    ]);
    return;
  }
}
