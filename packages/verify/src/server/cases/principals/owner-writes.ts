import { isGone, isSuccess } from "../flows/flow.ts";
import { showsWritten, withOtherValues } from "./changes.ts";
import { refusesOthers } from "./owner-words.ts";
import { reportAccess, type Access } from "./reach.ts";

/**
 * Checks that a record that all may read is changed by its owner alone, where an operation says that it answers 403 to
 * others: 3 requests for an operation. Only what the owner is then shown counts.
 */
export async function writtenByOthers({ own, other, made }: Access): Promise<void> {
  const { update, replace, remove, name } = own.resource;
  for (const [found, what] of [
    [update, "changes"],
    [replace, "replaces"],
    [remove, "deletes"],
  ] as const) {
    if (found === undefined || !refusesOthers(found.operation)) continue;
    const before = await own.read(made.record);
    if (before === undefined || !isSuccess(before)) return;
    const sent = await other.on(found, made.record, (input) =>
      input.body === undefined ? input : withOtherValues(own, found, input),
    );
    if (sent === undefined || !isSuccess(sent.exchange)) continue;
    const after = await own.read(made.record);
    if (after === undefined) return;
    const isWritten =
      found === remove ? isGone(after) : showsWritten(own, sent.input.body, before, after);
    const text = `${what} another principal's ${name}, which it says it refuses with 403`;
    if (isWritten) reportAccess(own, found.operation, text, [made.exchange, sent.exchange, after]);
  }
}
