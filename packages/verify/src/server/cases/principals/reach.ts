import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess, type Flow, type Made } from "../flows/flow.ts";

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

/** Checks that no filter of the list finds the record: 1 request for a filter, and for each further page. */
export async function reachedByFilters(
  { other, made: { record, exchange } }: Access,
  report: ReportAccess,
): Promise<void> {
  const { list, name } = other.resource;
  if (list === undefined || !isObject(record.value)) return;
  const { value } = record;
  const filters = list.operation.model.parameters.flatMap((parameter) => {
    const own = parameter.in === "query" ? getMember(value, parameter.name) : undefined;
    return typeof own === "string" || typeof own === "number"
      ? [[parameter.name, own] as const]
      : [];
  });
  for (const [filter, own] of filters.slice(0, mostFilters)) {
    // The record may be the last one of those that refer to the same one.
    const walk = await other.list(record, list, (input) => ({
      ...input,
      query: { ...input.query, [filter]: own },
    }));
    if (walk === undefined || other.found(walk, record).length === 0) continue;
    report(list, `lists another principal's ${name} by ${filter}`, [exchange, ...walk.exchanges]);
    return;
  }
}

/** The most operations below a record that are tried. */
const mostBelow = 6;

/**
 * Checks that no operation below the path of the record, such as `/carts/{cartId}/items` or an action on it,
 * works for the other principal: 1 or 2 requests for an operation.
 */
export async function reachedBelow(
  access: Access,
  read: FoundOperation,
  report: ReportAccess,
): Promise<void> {
  const { own, other, made } = access;
  const { name } = own.resource;
  const { path } = read.operation.model;
  const below = own.probe.api.operations.filter(
    ({ model }) =>
      model.path.startsWith(`${path}/`) && !model.path.slice(path.length).includes("{"),
  );
  for (const operation of below.slice(0, mostBelow)) {
    const input = await inputBelow(other, operation, read, made.record);
    if (input === undefined || !other.probe.mayCall(operation)) continue;
    const isReading = operation.model.method === "GET";
    // What the owner sees must not be what the other sees.
    const shown = isReading ? await own.probe.call(operation, input) : undefined;
    if (shown !== undefined && (!isSuccess(shown) || !hasContent(shown.value))) continue;
    const reached = await other.probe.call(operation, input);
    if (!isSuccess(reached)) continue;
    if (shown === undefined)
      report({ operation }, `does ${operation.id} to another principal's ${name}`, [
        made.exchange,
        reached,
      ]);
    else if (equal(shown.value, reached.value))
      report({ operation }, `shows what is below another principal's ${name}`, [shown, reached]);
  }
}

async function inputBelow(
  other: Flow,
  operation: VerifiedOperation,
  read: FoundOperation,
  record: MadeRecord,
): Promise<CallInput | undefined> {
  const name = read.state.path.at(-1)?.parameter;
  const { input } = await other.probe.records.inputFor(operation, false);
  if (input === undefined || name === undefined) return undefined;
  const own = { ...input, path: { ...input.path, ...record.path, [name]: record.key } };
  const isWritable = (await other.probe.write(operation, own)) !== undefined;
  return isWritable ? own : undefined;
}

/** True if a value contains any text, or any number but zero: empty answers are alike for everybody. */
function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasContent);
  if (isObject(value)) return Object.values(value).some(hasContent);
  return typeof value === "string" ? value !== "" : typeof value === "number" && value !== 0;
}
