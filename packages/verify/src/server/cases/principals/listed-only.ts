import type { FoundOperation } from "../../../records/made-record.ts";
import { isMarked } from "../flows/deleted.ts";
import { isSuccess, type Flow, type Made } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import type { Walk } from "../pages/walk.ts";
import { reachedByFilters, type Access, type ReportAccess } from "./reach.ts";
import { refusedList } from "./refused-list.ts";
import { reachedBySearch, textSearches } from "./searched.ts";

/** Returns the list of a resource that no operation reads by its key, if there are filters or a deletion to try. */
export function onlyList(resource: ResourceFlow): FoundOperation | undefined {
  const { read, list, remove } = resource;
  const isTried = list !== undefined && (remove !== undefined || isFiltered(list));
  return read === undefined && isTried ? list : undefined;
}

function isFiltered(list: FoundOperation): boolean {
  const filters = list.state.kind === "list" ? (list.state.filters ?? []) : [];
  return filters.some(({ test }) => test !== "sort") || textSearches(list).length > 0;
}

/**
 * Checks that another principal, whose list does not have the record or is refused, neither finds it by filters nor
 * deletes it: 2 requests, 1 or 2 for a filter, and 4 for a deletion that is done.
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
  if (made === undefined) return;
  if (isFiltered(list) || isSaidPrivate) {
    const listed = await other.list(made.record, list);
    const isListed = listed !== undefined && other.found(listed, made.record).length > 0;
    if (isListed && isSaidPrivate)
      report(list, `lists another principal's ${own.resource.name}`, [
        made.exchange,
        ...listed.exchanges,
      ]);
    if (!isSaidPrivate && (isListed || listed?.isWhole === false)) return;
    const access = { own, other, made, listed };
    if (listed !== undefined) {
      await reachedByFilters(access, report);
      await reachedBySearch(access, report);
    }
  }
  await removedByOther({ own, other, made }, list, isSaidPrivate, report);
}

/** Checks that the other principal does not delete the record. Some services answer 204 to any DELETE. */
async function removedByOther(
  { own, other, made: { record, exchange } }: Access,
  list: FoundOperation,
  isSaidPrivate: boolean,
  report: ReportAccess,
): Promise<void> {
  const { remove, name } = own.resource;
  const sent = remove && other.probe.mayCall(remove.operation) && (await other.on(remove, record));
  if (remove === undefined || !sent || !isSuccess(sent.exchange)) return;
  const another = await own.create();
  const after = another && (await own.list(record, list));
  // The list shows its owner what was not deleted.
  if (after?.isWhole !== true || own.found(after, another?.record ?? record).length === 0) return;
  const [before] = own.found(after, record);
  if (before !== undefined && !isMarked(before, record.value)) return;
  if (!isSaidPrivate && !(await isHidden(own, other, another, list, after))) return;
  report(remove, `deletes another principal's ${name}`, [
    exchange,
    sent.exchange,
    ...after.exchanges,
  ]);
}

/** True if the other principal's list does not have a record that is in its owner's, or is refused. */
async function isHidden(
  own: Flow,
  other: Flow,
  made: Made | undefined,
  list: FoundOperation,
  mine: Walk,
): Promise<boolean> {
  if (made === undefined) return false;
  const listed = await other.list(made.record, list);
  if (listed !== undefined) return listed.isWhole && other.found(listed, made.record).length === 0;
  return (await refusedList(own, other, made, mine)) !== undefined;
}
