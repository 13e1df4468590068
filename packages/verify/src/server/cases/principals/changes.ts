import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isStore } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isGone, isSuccess, type Flow } from "../flows/flow.ts";
import { otherValues } from "../flows/other-values.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import type { Access, ReportAccess } from "./reach.ts";

/**
 * Checks that the other principal cannot change, replace nor delete the record: 2 requests for an operation. Where
 * the client chooses keys, each principal may have a record of its own under the same key, so that only what the
 * first one is then shown counts.
 */
export async function changedByOthers(
  { own, other, made }: Access,
  report: ReportAccess,
): Promise<void> {
  const { update, replace, remove, name } = own.resource;
  const isChosen = hasChosenKey(own.resource);
  let before = isChosen ? await own.read(made.record) : undefined;
  for (const [operation, what] of [
    [update, "changes"],
    [replace, "replaces"],
    [remove, "deletes"],
  ] as const) {
    if (operation === undefined) continue;
    const sent = await other.on(operation, made.record, (input) =>
      isChosen ? withOtherValues(own, operation, input) : input,
    );
    if (sent === undefined) continue;
    const after = await own.read(made.record);
    const isThere = after !== undefined && isSuccess(after);
    const isShown = isChosen
      ? isThere && before !== undefined && showsWritten(own, sent.input.body, before, after)
      : // Some services answer 204 to any DELETE, and delete nothing.
        operation !== remove || !isThere;
    const isDone = isSuccess(sent.exchange) && isShown;
    if (isDone || (after !== undefined && isGone(after)))
      report(operation, `${what} another principal's ${name}`, [
        made.exchange,
        sent.exchange,
        ...(after === undefined ? [] : [after]),
      ]);
    before = after;
  }
}

/** True if clients choose the keys of a resource, in the path of PUT or in the body of a creation. */
export const hasChosenKey = ({ create, descriptor }: ResourceFlow): boolean =>
  isStore(create) || descriptor.keyType === "given";

/** Returns an input with other values, but for the key. */
export function withOtherValues(
  { probe, resource }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
): CallInput {
  const { body } = otherValues(probe.api, operation, input) ?? input;
  const { key = "" } = resource.descriptor;
  const own = isObject(input.body) ? getMember(input.body, key) : undefined;
  const isSame = own === undefined || !isObject(body);
  return { ...input, body: isSame ? body : { ...body, [key]: own } };
}

/** True if a record shows a value that was written and that it did not have before. */
export function showsWritten(
  flow: Flow,
  written: unknown,
  before: Exchange,
  after: Exchange,
): boolean {
  const { read } = flow.resource;
  if (read === undefined || !isObject(written)) return false;
  const [old, now] = [before, after].map((one) => flow.shown(read, one));
  if (!isObject(old) || !isObject(now)) return false;
  return Object.entries(written).some(
    ([name, value]) => equal(getMember(now, name), value) && !equal(getMember(old, name), value),
  );
}
