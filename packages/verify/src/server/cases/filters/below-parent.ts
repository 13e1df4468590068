import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, type JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { Creation } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";

/** An input of a creation below a parent. */
export interface Below {
  readonly placed: CallInput;
  /** True if its body names records that nothing has used up. */
  readonly isFresh: boolean;
}

/** Returns an input below a parent, which names new records if those before are used up; `undefined` if none can be prepared. */
export async function inputBelow(
  probe: Probe,
  operation: VerifiedOperation,
  parent: CallInput["path"],
): Promise<Below | undefined> {
  const { input } = await probe.records.inputFor(operation, "new");
  if (input === undefined) return undefined;
  const own = Object.entries(parent ?? {}).filter(
    ([name]) => getMember(input.path, name) !== undefined,
  );
  const placed = { ...input, path: { ...input.path, ...Object.fromEntries(own) } };
  const fresh = await probe.records.withNewReferences(operation, placed);
  return { placed: fresh ?? placed, isFresh: fresh !== undefined };
}

/** Creates a record without some members: they are null, or left out. */
export function createWithout(
  probe: Probe,
  operation: VerifiedOperation,
  { placed, isFresh }: Below,
  names: readonly string[],
): Promise<Creation> {
  const schema = bodyMedia(operation, placed)?.schema?.json;
  let { body } = probe.records.renamed(operation, placed, 1) ?? placed;
  for (const name of names) {
    if (!isObject(body)) break;
    const { [name]: _, ...others } = body as JsonObject;
    const isNull =
      schema !== undefined && probe.api.description.holds(schema, { ...others, [name]: null });
    body = isNull ? { ...others, [name]: null } : others;
  }
  return probe.records.create(operation, { ...placed, body }, isFresh);
}

/** True if a member of a body names a record. */
export const isReference = (
  probe: Probe,
  operation: VerifiedOperation,
  { body }: CallInput,
  name: string,
): boolean =>
  probe.records.referencesIn(operation, body).some(({ pointer: [first] }) => first === name);
