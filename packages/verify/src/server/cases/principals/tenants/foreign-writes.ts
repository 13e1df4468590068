import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../../description/verified-api.ts";
import { callInput } from "../../../../records/call-input.ts";
import { bodyMedia } from "../../../../records/vary.ts";
import type { Probe } from "../../../../run/probe.ts";
import { memberNames } from "../../../../schema/members.ts";
import type { Exchange } from "../../../../wire/exchange.ts";
import { isDone, isSuccess } from "../../flows/flow.ts";
import { otherValues } from "../../flows/other-values.ts";
import type { TenantValue } from "./learn-tenants.ts";
import type { WriteBelow } from "./tenant-names.ts";

/** A write below what is another principal's. */
export interface ForeignWrite {
  readonly use: WriteBelow;
  readonly sent: Exchange;
  /** The answers that show it to the principal whose it is. Empty unless it is confirmed. */
  readonly shown: readonly Exchange[];
}

/**
 * Writes below another principal's value, looks for the change as that principal, and undoes it: 2 requests, 2 more if
 * the write is taken. `undefined` if there is nothing to write.
 */
export async function foreignWrite(
  own: Probe,
  other: Probe,
  use: WriteBelow,
  value: TenantValue,
): Promise<ForeignWrite | undefined> {
  const { operation } = use;
  if (!own.mayCall(operation)) return undefined;
  const isNew = isStore(use);
  const { input } = await own.records.inputFor(operation, isNew ? "new" : false);
  if (input === undefined) return undefined;
  const path = { ...input.path, [use.parameter]: value };
  const read = (): Promise<Exchange | undefined> => callAt(other, use.read, path);
  const before = isNew ? undefined : await read();
  if (!isNew && (before === undefined || !isSuccess(before))) return undefined;
  const asked = { ...input, path };
  const written = (isNew ? undefined : otherValues(own.api, operation, asked)) ?? asked;
  const tagged = isNew ? written : await own.records.withCurrentTag(operation, written);
  const sent = await own.call(operation, tagged);
  if (!isDone(sent)) return { use, sent, shown: [] };
  const after = await read();
  if (
    after === undefined ||
    !isSuccess(after) ||
    !isWritten(tagged.body, before?.value, after.value)
  )
    return { use, sent, shown: [] };
  await undo(other, use, path, before);
  return { use, sent, shown: before === undefined ? [after] : [before, after] };
}

/** Writes the same below a value that is the caller's own: 1 request. */
export async function ownWrite(
  own: Probe,
  { operation, parameter }: WriteBelow,
  { input }: Exchange,
  value: TenantValue,
): Promise<Exchange | undefined> {
  if (input === undefined) return undefined;
  const path = { ...input.path, [parameter]: value };
  return own.call(operation, await own.records.withCurrentTag(operation, { ...input, path }));
}

/** Reads, or removes, by a principal what is at a path; `undefined` if there is no example of the other parameters. */
export async function callAt(
  probe: Probe,
  operation: VerifiedOperation,
  path: NonNullable<CallInput["path"]>,
): Promise<Exchange | undefined> {
  // Records that its path could name must not be made.
  const example = probe.api.description.exampleInput(operation.model);
  return example && probe.call(operation, { ...callInput(example), path });
}

const isStore = ({ operation: { model } }: WriteBelow): boolean => model.path.split("{").length > 2;

/** True if a value shows something that was written and that was not there before. */
function isWritten(written: unknown, before: unknown, after: unknown): boolean {
  if (!isObject(written) || !isObject(after)) return false;
  return Object.entries(written).some(
    ([name, value]) =>
      equal(getMember(after, name), value) &&
      !(isObject(before) && equal(getMember(before, name), value)),
  );
}

/** Writes back what was there before, or removes what was not. */
async function undo(
  other: Probe,
  { operation }: WriteBelow,
  path: NonNullable<CallInput["path"]>,
  before: Exchange | undefined,
): Promise<void> {
  const { api } = other;
  if (before === undefined) {
    const remove = api.operations.find(
      ({ model }) => model.method === "DELETE" && model.path === operation.model.path,
    );
    if (remove !== undefined && other.mayCall(remove)) await callAt(other, remove, path);
    return;
  }
  const { input } = await other.records.inputFor(operation, false);
  if (input === undefined || !isObject(before.value)) return;
  const { document } = api.description.model;
  const names = memberNames(document, bodyMedia(operation, input)?.schema?.json);
  const body = Object.fromEntries(
    Object.entries(before.value as JsonObject).filter(([name]) => names.includes(name)),
  );
  await other.call(
    operation,
    await other.records.withCurrentTag(operation, { ...input, path, body }),
  );
}
