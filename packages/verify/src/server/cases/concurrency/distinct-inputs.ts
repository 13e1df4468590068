import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json, JsonObject } from "@openapi-packages/description";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { fullerInput } from "../../../records/fuller.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { withValueAt } from "../../../records/places.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import { choicesOf } from "../../../records/stories/state-member.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { withOwnKey } from "../../../records/own-key.ts";
import type { Flow } from "../flows/flow.ts";

/** How many calls are sent at once. */
export const callsAtOnce = 5;

/** Returns an input with another text in an object of its body; `undefined` if there is none. */
function withTextsInside(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  number: number,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const places = Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value).map(([own, text]) => [[name, own], text] as const) : [],
  );
  const changed = places
    .filter(([[, name]]) => !/ids?$/i.test(name ?? ""))
    .flatMap(([tokens, text]) =>
      typeof text === "string"
        ? variedTexts(text, number).map((one) => withValueAt(body, tokens, one))
        : [],
    )
    .find((one) => description.holds(schema, one as Json));
  return changed === undefined ? undefined : { ...input, body: changed };
}

/**
 * Returns inputs of an operation that differ in their texts, each with its own idempotency key; none if it has
 * no text that may differ.
 *
 * @param from the number of the first one: the same number makes the same texts
 */
export function distinctInputs(
  { probe }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
  count: number,
  from: number,
): readonly CallInput[] {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const inputs = numbers.flatMap((number) => {
    const other =
      probe.records.varied(operation, input, number) ??
      withTextsInside(probe.api, operation, input, number);
    if (other === undefined) return [];
    return [withOwnKey(operation, other, `verify-${operation.id}-${probe.seed}-${number}`)];
  });
  const isDistinct = inputs.every(({ body }, index) =>
    inputs.slice(0, index).every((one) => !equal(one.body, body)),
  );
  return inputs.length === count && isDistinct ? inputs : [];
}

/**
 * The same, of another example of the body if the first one has no text that may differ, as `{ status: "done" }`, else of
 * optional texts alone, where the change is a PATCH.
 */
export async function distinctExamples(
  flow: Flow,
  by: FoundOperation,
  input: CallInput,
  count: number,
  from: number,
): Promise<readonly CallInput[]> {
  const first = distinctInputs(flow, by, input, count, from);
  if (first.length > 0) return first;
  for await (const other of flow.probe.records.otherExamples(by.operation, input)) {
    const inputs = distinctInputs(flow, by, other.input, count, from);
    if (inputs.length > 0) return inputs;
  }
  const texts = textsAlone(flow.probe.api, by.operation, input);
  return texts === undefined ? [] : distinctInputs(flow, by, texts, count, from);
}

/** The most optional texts of a change. */
const mostTexts = 2;

/** Returns the input of a PATCH with optional texts that may be any, and nothing else; `undefined` if there are none. */
function textsAlone(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput | undefined {
  const { body } = fullerInput(api, operation, input);
  const { kind, schema } = bodyMedia(operation, input) ?? {};
  if (operation.model.method !== "PATCH" || kind !== "json" || !isObject(body)) return undefined;
  const { document } = api.description.model;
  const texts = Object.entries(body).filter(
    ([name, value]) =>
      typeof value === "string" &&
      memberSchemas(document, schema?.json, name).every((one) =>
        ["enum", "const", "format", "pattern"].every((keyword) => !Object.hasOwn(one, keyword)),
      ),
  );
  const own = Object.fromEntries(texts.slice(0, mostTexts)) as JsonObject;
  const isAllowed = texts.length > 0 && api.description.holds(schema?.json ?? true, own);
  return isAllowed ? { ...input, body: own } : undefined;
}

/** Returns inputs of an operation that differ in a number of their body; none if it has no number that may differ. */
export function distinctNumbers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  count: number,
): readonly CallInput[] {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return [];
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "number" || /ids?$/i.test(name)) continue;
    for (const step of [1, -1]) {
      const bodies = Array.from({ length: count }, (_, index) => ({
        ...body,
        [name]: value + step * (index + 1),
      }));
      if (bodies.every((one) => description.holds(schema, one as Json)))
        return bodies.map((one) => ({ ...input, body: one }));
    }
  }
  return [];
}

/**
 * Returns inputs of an operation that differ in a choice of their body, the one that is given first; none if it has no
 * member with so many choices.
 *
 * @param least the least number of them
 * @param states choices that say to which state a record goes, which are not tried
 */
export function distinctChoices(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  least: number,
  states: readonly string[],
): readonly CallInput[] {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return [];
  const { document } = description.model;
  for (const [name, value] of Object.entries(body)) {
    const choices = choicesOf(memberSchemas(document, schema, name));
    if (typeof value !== "string" || choices.some((one) => states.includes(one))) continue;
    const bodies = [value, ...choices.filter((one) => one !== value)]
      .map((one) => ({ ...body, [name]: one }))
      .filter((one) => description.holds(schema, one as Json));
    if (choices.includes(value) && bodies.length >= least)
      return bodies.map((one) => ({ ...input, body: one }));
  }
  return [];
}
