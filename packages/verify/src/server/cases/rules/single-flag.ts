import { nounOf, plainName } from "@openapi-packages/compiler/mock/state/words";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withValueAt } from "../../../records/places.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Flow } from "../flows/flow.ts";
import type { FlagRule } from "./flag-rules.ts";

/**
 * Creates two records with a flag that one of them may have, and gives it to the first one again: each time at most one of
 * them has it in the list. 6 requests. The flags of other records do not count: they may be those of another account.
 */
export async function singleFlag(flow: Flow, rule: FlagRule): Promise<void> {
  const { member, sentence } = rule;
  const { create, update, replace } = flow.resource;
  const flagged =
    (operation: VerifiedOperation) =>
    (input: CallInput): CallInput =>
      withFlag(flow, operation, input, member);
  const first = await flow.create(flagged(create.operation));
  if (first === undefined) return;
  const second = await flow.create((input) =>
    flagged(create.operation)(asFirst(flow, first.input, flow.varied(create, input), rule)),
  );
  if (second === undefined || !areOfOne(flow, first.input, second.input, rule)) return;
  const isWrong = async (by: VerifiedOperation, steps: readonly Exchange[]): Promise<boolean> => {
    const walk = await flow.list(second.record);
    if (walk === undefined) return true;
    const shown = [first, second].flatMap(({ record }) => flow.found(walk, record));
    const set = shown.filter((item) => isObject(item) && getMember(item, member) === true);
    if (set.length < 2) return false;
    const message = `\`${member}\` of ${set.length} is true after ${by.id}, and the description says ${JSON.stringify(sentence)}`;
    const problem = { check: "described-rule", message, about: member } as const;
    flow.probe.report({ ...problem, pointer: by.model.pointer }, by, [...steps, ...walk.exchanges]);
    return true;
  };
  const made = [first.exchange, second.exchange];
  if (await isWrong(create.operation, made)) return;
  const change = update ?? replace;
  const changed = change && (await flow.on(change, first.record, flagged(change.operation)));
  if (change !== undefined && changed !== undefined)
    await isWrong(change.operation, [...made, changed.exchange]);
}

/** Returns an input with the flag, if its schema allows it. */
function withFlag(
  { probe }: Flow,
  operation: VerifiedOperation,
  input: CallInput,
  member: string,
): CallInput {
  if (!isObject(input.body)) return input;
  const body = withValueAt(input.body, [member], true) as Json;
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  return probe.api.description.holds(schema, body) ? { ...input, body } : input;
}

/** Returns the members by which the sentence tells records apart, such as `currency` of "per currency", and references. */
function scopeOf(
  { probe, resource }: Flow,
  body: unknown,
  { member, sentence }: FlagRule,
): string[] {
  const { operation } = resource.create;
  const named = probe.records.referencesIn(operation, body).map(({ pointer }) => pointer[0]);
  const own = new Set([...plainName(member).split("_"), ...nounOf(resource.name).split("_")]);
  const isSaid = (name: string): boolean =>
    plainName(name)
      .split("_")
      .some(
        (word) => !own.has(word) && new RegExp(String.raw`\b${word}(?:e?s)?\b`, "i").test(sentence),
      );
  return Object.keys(isObject(body) ? body : {}).filter(
    (name) => name !== member && (named.includes(name) || isSaid(name)),
  );
}

/** Returns an input that is of the same account, kind or the like as the first one. */
function asFirst(flow: Flow, first: CallInput, input: CallInput, rule: FlagRule): CallInput {
  const names = scopeOf(flow, first.body, rule);
  let { body } = input;
  for (const name of names)
    if (isObject(first.body) && isObject(body))
      body = withValueAt(body, [name], getMember(first.body, name) as Json);
  return { ...input, body };
}

/** True if two records are of the same account, kind or the like: a creation that is refused is made with other values. */
function areOfOne(flow: Flow, first: CallInput, second: CallInput, rule: FlagRule): boolean {
  return scopeOf(flow, first.body, rule).every(
    (name) =>
      isObject(first.body) &&
      isObject(second.body) &&
      equal(getMember(first.body, name), getMember(second.body, name)),
  );
}
