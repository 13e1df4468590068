import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { isDone, isGone, isSuccess, type Flow } from "./flow.ts";

/** Words by which services mark deleted records that they keep. */
const gone =
  /delet|remov|archiv|cancel|terminat|inactiv|deactivat|revok|disabl|closed|destroy|expire|trash|purg/i;

/**
 * Checks that a deleted record can neither be read, listed nor changed, and that a second DELETE causes no
 * server error (RFC 9110, section 9.2.2): 5 requests, and 1 for each further list.
 */
export async function deleted(flow: Flow, remove: FoundOperation): Promise<void> {
  const { read, lists, update } = flow.resource;
  const made = await flow.create();
  if (made === undefined) return;
  const { record } = made;
  const before = await flow.read(record);
  const deletion = (await flow.on(remove, record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  const steps = [made.exchange, deletion];
  const wasRead = before !== undefined && isSuccess(before);
  const after = wasRead ? await flow.read(record) : undefined;
  const shown = read !== undefined && wasRead ? flow.shown(read, before) : undefined;
  if (read !== undefined && after !== undefined && isSuccess(after)) {
    // Some services keep the record and mark it.
    if (isMarked(flow.shown(read, after), shown)) return;
    flow.report(
      "read-after-delete",
      read,
      `answers ${after.response?.status} for what was deleted`,
      [...steps, after],
    );
    return;
  }
  for (const list of lists) {
    const beside = await flow.list(record, list);
    const listed = beside === undefined ? [] : flow.found(beside, record);
    if (listed.some((item) => !isMarked(item, shown)))
      flow.report("lists-deleted", list, "lists what was deleted", [
        ...steps,
        ...(beside?.exchanges ?? []),
      ]);
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
  await again(flow, remove, made.record, steps);
}

async function again(
  flow: Flow,
  remove: FoundOperation,
  record: Parameters<Flow["on"]>[1],
  steps: Parameters<Flow["report"]>[3],
): Promise<void> {
  const second = (await flow.on(remove, record))?.exchange;
  const status = second?.response?.status ?? 0;
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
