import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { schemaAt } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Walk } from "../pages/walk.ts";
import { refusesDeleted } from "../said-of-missing.ts";
import { deletedTwice } from "./deleted-twice.ts";
import { isDone, isGone, isSuccess, type Flow, type Made } from "./flow.ts";
import { NamedByDeletion } from "./named-by-deletion.ts";
import { isEmptied, keptMembers } from "./tombstones.ts";

/** Words by which services mark deleted records that they keep. */
const gone =
  /delet|remov|archiv|cancel|terminat|inactiv|deactivat|revok|disabl|closed|destroy|expire|trash|purg/i;

/**
 * Checks that a deleted record can neither be read, listed nor changed, and that a second DELETE causes no
 * server error (RFC 9110, section 9.2.2), and is answered as the description says: 5 requests, 1 for each further list, and
 * 2 where the description says what of the record above no longer counts.
 */
export async function deleted(flow: Flow, remove: FoundOperation): Promise<void> {
  const { read, lists, update } = flow.resource;
  const made = await flow.create();
  if (made === undefined) return;
  const { record } = made;
  const before = await flow.read(record);
  const above = new NamedByDeletion(flow, remove, made);
  await above.note();
  const deletion = (await flow.on(remove, record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  const steps = [made.exchange, deletion];
  const wasRead = before !== undefined && isSuccess(before);
  const after = wasRead ? await flow.read(record) : undefined;
  const shown = read !== undefined && wasRead ? flow.shown(read, before) : undefined;
  if (read !== undefined && after !== undefined && isSuccess(after)) {
    // Some services keep the record and mark it.
    const marked = flow.shown(read, after);
    if (isMarked(marked, shown)) {
      const schema = flow.schemaOf(read, after);
      const kept = keptMembers(flow, remove, read, { before: shown, shown: marked, schema });
      reportKept(flow, read, kept, [...steps, after]);
      await deletedTwice(flow, remove, made, after);
      return;
    }
    // Others remove what a record has, and answer with one that has nothing.
    if (isEmptied(shown, marked)) return;
    flow.report(
      "read-after-delete",
      read,
      `answers ${after.response?.status} for what was deleted`,
      [...steps, after],
    );
    return;
  }
  let isShown = false;
  for (const list of lists) {
    const beside = await flow.list(record, list);
    if (beside !== undefined && list === flow.resource.list)
      await above.verify(made, deletion, beside);
    const listed = beside === undefined ? [] : flow.found(beside, record);
    isShown ||= listed.length > 0;
    const exchanges = [...steps, ...(beside?.exchanges ?? [])];
    if (listed.some((item) => !isMarked(item, shown)))
      flow.report("lists-deleted", list, "lists what was deleted", exchanges);
    else if (beside !== undefined && listed.length > 0)
      reportKept(flow, list, keptIn(flow, remove, list, made, beside), exchanges);
  }
  if (update !== undefined) {
    const late = (await flow.on(update, record))?.exchange;
    if (late !== undefined && isSuccess(late))
      flow.report(
        "read-after-delete",
        update,
        `answers ${late.response?.status} to a change of what was deleted`,
        [...steps, late],
      );
  }
  await again(flow, remove, made.record, steps, isShown);
}

/** Returns the members of a record in a list that are said to be gone with its deletion. */
function keptIn(
  flow: Flow,
  remove: FoundOperation,
  list: FoundOperation,
  { record, exchange }: Made,
  beside: Walk,
): readonly string[] {
  const { document } = flow.probe.api.description.model;
  const [page] = beside.exchanges;
  const [item] = flow.found(beside, record);
  const schema = page && schemaAt(document, flow.schemaOf(list, page), ["*"]);
  const before = flow.shown(flow.resource.create, exchange);
  return keptMembers(flow, remove, list, { before, shown: item, schema });
}

function reportKept(
  flow: Flow,
  by: FoundOperation,
  names: readonly string[],
  exchanges: readonly Exchange[],
): void {
  if (names.length === 0) return;
  const list = names.map((name) => `\`${name}\``).join(", ");
  const text = `shows ${list} of what was deleted, which the description says is gone then`;
  flow.report("lists-deleted", by, text, exchanges);
}

async function again(
  flow: Flow,
  remove: FoundOperation,
  record: Parameters<Flow["on"]>[1],
  steps: Parameters<Flow["report"]>[3],
  isShown: boolean,
): Promise<void> {
  const second = (await flow.on(remove, record))?.exchange;
  const status = second?.response?.status ?? 0;
  if (second !== undefined && isDone(second) && refusesDeleted(remove.operation, isShown)) {
    const message = `answers ${status} for what was deleted, and should answer 404`;
    flow.report("status", remove, message, [...steps, second]);
  }
  if (second === undefined || isGone(second) || status < 500 || status === 503) return;
  flow.report("repeats", remove, `a second DELETE is answered by ${status}`, [...steps, second]);
}

/** True if a record is marked as deleted, by a member that it had not before. */
export function isMarked(record: unknown, before: unknown): boolean {
  if (!isObject(record)) return true;
  const earlier = isObject(before) ? before : {};
  return Object.entries(record).some(([name, value]) => {
    const isOld = Object.hasOwn(earlier, name) && equal(earlier[name], value);
    const isSet = value !== null && value !== false && value !== "" && value !== 0 && !isOld;
    return (
      isSet &&
      (gone.test(name) ||
        (typeof value === "string" && /stat(us|e)|phase/i.test(name) && gone.test(value)))
    );
  });
}
