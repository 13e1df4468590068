import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import { resolvePointer } from "@openapi-packages/runtime";
import { toPointer, type Json } from "@openapi-packages/description";
import { sentencesOf } from "../description/said.ts";
import type { VerifiedApi } from "../description/verified-api.ts";
import { isStore } from "./effects.ts";
import type { FoundOperation, MadeRecord } from "./made-record.ts";
import { keyLike, valuesAt, withBodyKey, withValueAt } from "./places.ts";
import type { Reference } from "./references.ts";
import { bodyMedia } from "./vary.ts";

/** Where the keys in bodies come from. */
export interface KeySource {
  readonly api: VerifiedApi;
  /** Returns the members of an operation's body that name records, as far as the run knows. */
  readonly referencesIn: (
    operation: FoundOperation["operation"],
    body: unknown,
  ) => readonly Reference[];
  /**
   * Returns a record of a resource; `undefined` if there is none.
   *
   * @param isFresh true to create one if that is possible
   */
  readonly recordFor: (
    resource: string,
    isFresh: boolean,
    depth: number,
  ) => Promise<MadeRecord | undefined>;
}

/** Returns the input of an operation whose body names records that exist, and the one of the path as the path does. */
export async function withKeys(
  source: KeySource,
  found: FoundOperation,
  input: CallInput,
  depth: number,
): Promise<CallInput> {
  const referring = await withReferredKeys(source, found, input, depth);
  return withOwnKey(source, found, referring, depth);
}

/** Returns the input of an operation with the keys of records that exist in the members that name others. */
async function withReferredKeys(
  { api, referencesIn, recordFor }: KeySource,
  { operation, state }: FoundOperation,
  input: CallInput,
  depth: number,
): Promise<CallInput> {
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  let { body } = input;
  for (const { pointer, resource } of referencesIn(operation, body)) {
    const known = valuesAt(body, pointer);
    if (resource === state.resource || known.length === 0) continue;
    const record = await recordFor(resource, false, depth + 1);
    if (record === undefined) continue;
    const isNumber = known.every((one) => typeof one === "number");
    const key = keyLike(isNumber ? 0 : "", record.key);
    if (key === undefined) continue;
    const isOnce = known.length > 1 && sentencesOf(operation.model.description).some(saysOnce);
    const one = isOnce ? withOneItem(body, pointer) : body;
    const referring = withValueAt(one, pointer, key);
    if (api.description.holds(schema, referring as Json)) body = referring;
  }
  return body === input.body ? input : { ...input, body };
}

/** True for "every item must name an episode, and none twice". */
const saysOnce = (sentence: string): boolean =>
  /\b(?:none|no [\w ]+|not|never) (?:\w+ ){0,4}(?:twice|more than once)\b|\b(?:only|at most) once\b|\bdistinct\b/i.test(
    sentence,
  );

/** Returns a body with one item in the list below which a place is: others would name the same record. */
function withOneItem(body: unknown, pointer: readonly string[]): unknown {
  const list = pointer.slice(0, pointer.indexOf("*"));
  const items = resolvePointer(body, toPointer(list));
  return Array.isArray(items) ? withValueAt(body, list, items.slice(0, 1)) : body;
}

/**
 * Returns the input of a change with the key of its record in the body, if the body has one: that of the path,
 * or, for `PUT /pet`, that of a new record.
 */
async function withOwnKey(
  { api, recordFor }: KeySource,
  { operation, state }: FoundOperation,
  input: CallInput,
  depth: number,
): Promise<CallInput> {
  const { key } = api.description.mock.state?.resources[state.resource] ?? {};
  const named = state.path.find(({ resource }) => resource === state.resource);
  const isChange = state.kind === "update" || state.kind === "replace";
  if (!isChange || key === undefined) return input;
  const [known] = valuesAt(input.body, [key]);
  if (known === undefined) return input;
  if (named !== undefined) {
    if (!isStore({ operation, state })) return input;
    return withBodyKey(input, key, known, getMember(input.path, named.parameter));
  }
  const record = await recordFor(state.resource, true, depth + 1);
  if (record === undefined) return input;
  return withBodyKey(input, key, known, record.key);
}
