import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Json, JsonObject } from "@openapi-packages/description";
import { fullerInput } from "../../../records/fuller.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { ownWays } from "./differences.ts";
import { otherValues } from "./other-values.ts";
import { differenceText, isDone, isSuccess, type Flow, type Made } from "./flow.ts";

/** A change of a record, and what reading it showed before and after. */
export interface SeenChange {
  readonly exchange: Exchange;
  readonly input: CallInput;
  readonly shown: Exchange;
  readonly seen: Exchange;
}

/**
 * Reports what a change and another one of a single member change beside what they send (RFC 5789, section 2): 2
 * requests.
 */
export async function reportLeftOut(
  flow: Flow,
  update: FoundOperation,
  made: Made,
  first: SeenChange,
): Promise<void> {
  if (!isObject(made.input.body) || !isObject(first.input.body)) return;
  if (reportLost(flow, update, made.input, [made.exchange], first)) return;
  const altered = alteredMember(flow, update, first.input);
  const alone = altered && withoutTurn(altered, first.input.body);
  if (alone === undefined) return;
  const narrow = await flow.on(update, made.record, (input) => ({ ...input, body: alone }));
  if (narrow === undefined || !isDone(narrow.exchange)) return;
  const seen = await flow.read(made.record);
  if (seen === undefined || !isSuccess(seen)) return;
  const written = { ...made.input, body: { ...made.input.body, ...first.input.body } };
  const before = [made.exchange, first.exchange, first.seen];
  reportLost(flow, update, written, before, { ...narrow, shown: first.seen, seen });
}

/**
 * Returns a body as it is if its member is a text, else one with the value that is there already: other members may follow from
 * a number or a flag, such as the times of an event from `allDay`. `undefined` if none is there.
 */
function withoutTurn(altered: JsonObject, before: object): JsonObject | undefined {
  const [[name, value] = ["", ""]] = Object.entries(altered);
  if (typeof value === "string") return altered;
  return Object.hasOwn(before, name) ? { [name]: getMember(before, name) as Json } : undefined;
}

/** Returns a body with one member that has another text, else another number or flag; `undefined` if there is none, or more is required. */
export function alteredMember(
  flow: Flow,
  update: FoundOperation,
  input: CallInput,
): JsonObject | undefined {
  const { api } = flow.probe;
  const full = fullerInput(api, update.operation, input);
  const texts = flow.varied(update, full).body;
  const others = otherValues(api, update.operation, full)?.body;
  const { body: before } = input;
  if (!isObject(before)) return undefined;
  const schema = bodyMedia(update.operation, input)?.schema?.json ?? true;
  const altered = (body: unknown, types: readonly string[]): JsonObject[] =>
    Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
      types.includes(typeof value) && !ownWays.test(name) && !equal(value, getMember(before, name))
        ? [{ [name]: value as Json }]
        : [],
    );
  return [...altered(texts, ["string"]), ...altered(others, ["number", "boolean"])].find((one) =>
    api.description.holds(schema, one),
  );
}

/** Members that services make of other ones, unless they are sent, too. */
const derived = /^\/(?:slug|handle|permalink|url_?name|initials|(?:display|full|sort)_?name)$/i;

/** Reports members that were shown as written before a change that does not send them, and are others after it. */
function reportLost(
  flow: Flow,
  update: FoundOperation,
  written: CallInput,
  before: readonly Exchange[],
  { exchange, input, shown, seen }: SeenChange,
): boolean {
  const { read, create } = flow.resource;
  const patch = input.body;
  if (read === undefined || !isObject(patch) || !isObject(written.body)) return false;
  const rest = Object.entries(written.body).filter(([name]) => !Object.hasOwn(patch, name));
  const kept = { ...written, body: Object.fromEntries(rest) };
  const missing = flow.lost(create, kept, read, shown).map(({ pointer }) => pointer);
  const lost = flow
    .lost(create, kept, read, seen)
    .filter(({ pointer }) => !missing.includes(pointer) && !derived.test(pointer));
  if (lost.length === 0) return false;
  flow.report(
    "read-after-update",
    update,
    `changes what it leaves out: ${differenceText(lost)}`,
    [...before, exchange, seen],
    lost.map(({ pointer }) => pointer),
  );
  return true;
}
