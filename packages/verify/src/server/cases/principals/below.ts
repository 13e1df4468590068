import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { inputBelow } from "../flows/below.ts";
import { filledBelow, type ReadBelow } from "../flows/filled-below.ts";
import { isGone, isSuccess, type Flow } from "../flows/flow.ts";
import { resourceFlows } from "../flows/resources.ts";
import { hasContent, isSameContent } from "../flows/same-content.ts";
import type { Access, ReportAccess } from "./reach.ts";

/** The most operations below a record that are tried. */
const mostBelow = 6;

/**
 * Checks that no operation below the path of the record, such as `/carts/{cartId}/items` or an action on it, works for
 * the other principal, and that what the first one creates there is not shown to it: 1 or 2 requests for an operation,
 * and 1 for each creation.
 *
 * @param read names the record by its path
 * @param tried the operations that were tried before
 */
export async function reachedBelow(
  access: Access,
  read: FoundOperation,
  report: ReportAccess,
  tried: readonly VerifiedOperation[] = [],
): Promise<void> {
  const { own, other, made } = access;
  const { name } = own.resource;
  const { path } = read.operation.model;
  const filled = await filledBelow(own.probe, read, made.record);
  const below = own.probe.api.operations.filter(
    (one) =>
      one.model.path.startsWith(`${path}/`) &&
      !one.model.path.slice(path.length).includes("{") &&
      !tried.includes(one),
  );
  for (const operation of below.slice(0, mostBelow)) {
    if (operation.model.method === "GET") {
      const known = filled.find((one) => one.operation === operation);
      const input = known?.input ?? (await inputOfOther(other, operation, read, made.record));
      if (input !== undefined) await shownBelow(access, operation, input, report);
      continue;
    }
    const input = await inputOfOther(other, operation, read, made.record);
    if (input === undefined || !other.probe.mayCall(operation)) continue;
    const reached = await other.probe.call(operation, input);
    if (isSuccess(reached))
      report({ operation }, `does ${operation.id} to another principal's ${name}`, [
        made.exchange,
        reached,
      ]);
  }
  for (const one of filled) await ofChild(access, one, report);
}

/** What the owner sees must not be what the other sees. */
async function shownBelow(
  { own, other }: Access,
  operation: VerifiedOperation,
  input: CallInput,
  report: ReportAccess,
): Promise<void> {
  if (!other.probe.mayCall(operation) || operation.model.security.length === 0) return;
  const shown = await own.probe.call(operation, input);
  if (!isSuccess(shown) || !hasContent(shown)) return;
  const reached = await other.probe.call(operation, input);
  if (isSuccess(reached) && isSameContent(shown, reached))
    report({ operation }, `shows what is below another principal's ${own.resource.name}`, [
      shown,
      reached,
    ]);
}

/** Tries what has a path of its own below the record, unless it is a record that is tried by itself. */
async function ofChild(access: Access, child: ReadBelow, report: ReportAccess): Promise<void> {
  const { own, other } = access;
  const { operation, input } = child;
  const { api } = own.probe;
  const isTried = resourceFlows(api).some(({ read }) => read?.operation === operation);
  const isOfOne = operation.model.path.endsWith("}");
  if (isTried || !isOfOne) return;
  await shownBelow(access, operation, input, report);
  const writers = api.operations.filter(
    ({ model }) =>
      model.path === operation.model.path && ["PUT", "PATCH", "DELETE"].includes(model.method),
  );
  for (const writer of writers) {
    const { input: asked } = await other.probe.records.inputFor(writer, false);
    if (asked === undefined || !other.probe.mayCall(writer)) continue;
    const path = input.path === undefined ? {} : { path: input.path };
    const reached = await other.probe.call(writer, { ...asked, ...path });
    if (!isSuccess(reached)) continue;
    // Some services answer 204 to any DELETE, and delete nothing.
    const isDeletion = writer.model.method === "DELETE";
    const after = isDeletion ? await own.probe.call(operation, input) : undefined;
    if (after === undefined || isGone(after))
      report(
        { operation: writer },
        `does ${writer.id} to what is below another principal's ${own.resource.name}`,
        [child.made, reached, ...(after === undefined ? [] : [after])],
      );
  }
}

/** Returns the input by which the other principal calls an operation below a record; `undefined` if there is none. */
async function inputOfOther(
  other: Flow,
  operation: VerifiedOperation,
  read: FoundOperation,
  record: MadeRecord,
): Promise<CallInput | undefined> {
  const { input } = await other.probe.records.inputFor(operation, false);
  const own = input && inputBelow(operation, input, read, record);
  const isWritable = own !== undefined && (await other.probe.write(operation, own)) !== undefined;
  return isWritable ? own : undefined;
}
