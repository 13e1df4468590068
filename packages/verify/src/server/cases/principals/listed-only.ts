import type { FoundOperation } from "../../../records/made-record.ts";
import { isMarked } from "../flows/deleted.ts";
import { isSuccess, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { reachedByFilters, type Access, type ReportAccess } from "./reach.ts";
import { refusedList } from "./refused-list.ts";
import { reachedBySearch, textSearches } from "./searched.ts";

/** Returns the list of a resource that no operation reads by its key, if there are filters or a deletion to try. */
export function onlyList({ read, list, remove }: ResourceFlow): FoundOperation | undefined {
  if (read !== undefined || list === undefined) return undefined;
  const { state } = list;
  const filters = state.kind === "list" ? (state.filters ?? []) : [];
  const isFiltered = filters.some(({ test }) => test !== "sort") || textSearches(list).length > 0;
  return remove !== undefined || isFiltered ? list : undefined;
}

/**
 * Checks that another principal, whose list does not have the record or is refused, neither finds it by filters nor
 * deletes it: 3 requests, 1 or 2 for a filter, and 2 for a deletion.
 *
 * @param isSaidPrivate true if the user says that the resource is private
 */
export async function reachedByList(
  own: Flow,
  other: Flow,
  list: FoundOperation,
  isSaidPrivate: boolean,
  report: ReportAccess,
): Promise<void> {
  const made = await own.create();
  const mine = made && (await own.list(made.record, list));
  if (made === undefined || mine === undefined || own.found(mine, made.record).length === 0) return;
  const listed = await other.list(made.record, list);
  const isListed = listed !== undefined && other.found(listed, made.record).length > 0;
  const { name } = own.resource;
  if (isListed && isSaidPrivate)
    report(list, `lists another principal's ${name}`, [made.exchange, ...listed.exchanges]);
  const isRefused = async (): Promise<boolean> =>
    listed === undefined && (await refusedList(own, other, made, mine)) !== undefined;
  const isHidden = listed?.isWhole === true && !isListed;
  if (!isSaidPrivate && !isHidden && !(await isRefused())) return;
  const access = { own, other, made, listed };
  if (listed !== undefined) {
    await reachedByFilters(access, report);
    await reachedBySearch(access, report);
  }
  await removedByOther(access, list, report);
}

/** Checks that the other principal does not delete the record. Some services answer 204 to any DELETE. */
async function removedByOther(
  { own, other, made: { record, exchange } }: Access,
  list: FoundOperation,
  report: ReportAccess,
): Promise<void> {
  const { remove, name } = own.resource;
  const sent = remove && other.probe.mayCall(remove.operation) && (await other.on(remove, record));
  if (remove === undefined || !sent || !isSuccess(sent.exchange)) return;
  const after = await own.list(record, list);
  if (after?.isWhole !== true) return;
  const [before] = own.found(after, record);
  if (before !== undefined && !isMarked(before, record.value)) return;
  report(remove, `deletes another principal's ${name}`, [
    exchange,
    sent.exchange,
    ...after.exchanges,
  ]);
}
