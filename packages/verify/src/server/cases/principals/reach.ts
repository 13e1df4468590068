import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isGone, type Flow, type Made } from "../flows/flow.ts";
import { listPages } from "../pages/list-pages.ts";
import { headerTotal } from "../pages/said-of-pages.ts";
import type { Walk } from "../pages/walk.ts";

/** Two principals, and what the first one made. */
export interface Access {
  readonly own: Flow;
  readonly other: Flow;
  readonly made: Made;
  /** The list without filters, as the other principal got it. */
  readonly listed?: Walk | undefined;
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

/** A filter of a list, with a value by which it finds a record. */
interface FittingFilter {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Returns the filters of a list that find a record: query parameters with the name of a member, and its value, and those
 * of a range that begins or ends with it.
 */
export function fittingFilters(
  { operation: { model }, state }: Pick<FoundOperation, "operation"> & Partial<FoundOperation>,
  record: unknown,
): readonly FittingFilter[] {
  const known = state?.kind === "list" ? (state.filters ?? []) : [];
  const filters = model.parameters.flatMap(({ in: location, name, schema }) => {
    const range = known.find(
      ({ parameter, test }) => parameter === name && (test === "from" || test === "until"),
    );
    const member = range?.member ?? name;
    const own = location === "query" && isObject(record) ? getMember(record, member) : undefined;
    if (typeof own !== "string" && typeof own !== "number") return [];
    return [{ name, value: schema.meaning.kind === "array" ? [own] : own }];
  });
  return filters.slice(0, mostFilters);
}

/** Checks that no filter of the list finds the record: 1 request for a filter, and for each further page. */
export async function reachedByFilters(access: Access, report: ReportAccess): Promise<void> {
  const { other, made } = access;
  const { list } = other.resource;
  if (list === undefined || !isObject(made.record.value)) return;
  for (const filter of fittingFilters(list, made.record.value)) {
    // The record may be the last one of those that refer to the same one.
    const walk = await other.list(made.record, list, (input) => ({
      ...input,
      query: { ...input.query, [filter.name]: filter.value },
    }));
    if (walk === undefined) continue;
    if (reportFound(access, list, walk, filter.name, report)) return;
  }
}

/**
 * Reports a list with a filter that shows the record to the other principal, or counts more than it shows, if the list
 * without it does not.
 *
 * @returns true if there is something to report
 */
export function reportFound(
  { own, other, made: { record, exchange }, listed }: Access,
  list: FoundOperation,
  walk: Walk,
  parameter: string,
  report: ReportAccess,
): boolean {
  const { name } = own.resource;
  const exchanges = [exchange, ...walk.exchanges];
  if (other.found(walk, record).length > 0) {
    report(list, `lists another principal's ${name} by ${parameter}`, exchanges);
    return true;
  }
  const total = totalIn(other, list, walk);
  const isTotal = listed?.isWhole === true && totalIn(other, list, listed) === listed.items.length;
  if (!isTotal || !walk.isWhole || total === undefined || total <= walk.items.length) return false;
  const text = `counts another principal's ${name} by ${parameter}: ${total} items, and shows ${walk.items.length}`;
  report(list, text, exchanges);
  return true;
}

/** Returns how many items a list has on all pages, as it says in its body or a header; `undefined` if it does not. */
function totalIn(
  { probe }: Flow,
  { operation }: FoundOperation,
  { exchanges }: Walk,
): number | undefined {
  const [first] = exchanges;
  const at = listPages(probe.api, operation)?.pagination.response.totalCount;
  const inBody = at === undefined ? undefined : resolvePointer(first?.value, at);
  if (typeof inBody === "number") return inBody;
  return first && headerTotal(first)?.total;
}

/** True if an answer says that a record is not there, or not for the caller. */
export const isRefused = (exchange: Exchange): boolean =>
  isGone(exchange) || [401, 403].includes(exchange.response?.status ?? 0);
