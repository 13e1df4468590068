import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import { isStore, operationsOn } from "../../../records/effects.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { recordIn } from "../../../records/record-keys.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { refusedBelowAnother } from "./below-others.ts";
import { refusedAfterwards } from "./freed-above.ts";
import { free } from "./freed.ts";
import { withoutKept } from "./kept.ts";
import { isOfState } from "./rule-state.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { Flow, isDone, isGone, isSuccess, type Made } from "../flows/flow.ts";
import type { UniqueRule } from "./unique-rules.ts";

/**
 * Creates a record with the value of another one, which has to be refused; then with it in other letters, by another
 * principal, below another record and after a deletion, as far as sentences say what holds there. At most 8 requests, and those for the record.
 *
 * @param other the same service as another principal calls it, if there is one
 */
export async function uniqueMembers(
  flow: Flow,
  rule: UniqueRule,
  other: Probe | undefined,
): Promise<void> {
  const made = await flow.create((input) => withMembers(flow, input, rule.members));
  if (made === undefined || !isObject(made.input.body)) return;
  const { body } = made.input;
  if (rule.members.some((name) => typeof body[name] !== "string")) return;
  if (!isOfState(flow, made, withoutKept(rule.sentence))) return;
  const second = await send(flow, made.input, "second");
  if (isAnother(flow, made, second)) {
    const message = `takes ${rule.members.length === 0 ? "the same again" : `the ${namesOf(rule)} of another record`}, and the description says ${JSON.stringify(rule.sentence)}`;
    report(flow, message, [made.exchange, second]);
    return;
  }
  if (second.response?.status !== 409) return;
  if (rule.ignoresCase) await inOtherLetters(flow, made, rule);
  if (rule.isOfCaller && other !== undefined) await ofOthers(flow, made, rule, other);
  await belowAnother(flow, made, rule);
  await afterwards(flow, made, rule);
  await afterDeletionAbove(flow, rule);
  await keptAfterwards(flow, made, rule);
}

/** Returns an input with texts of its own in the members that have to be unique and that it leaves out, as their examples are. */
function withMembers(flow: Flow, input: CallInput, members: readonly string[]): CallInput {
  const { description } = flow.probe.api;
  const { operation } = flow.resource.create;
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  let { body } = input;
  for (const name of members) {
    if (!isObject(body) || Object.hasOwn(body, name)) continue;
    const example = memberSchemas(description.model.document, schema, name)
      .map((one) => one["example"] ?? [one["examples"]].flat()[0])
      .find((one) => typeof one === "string");
    const own = body;
    const texts = typeof example === "string" ? variedTexts(example, flow.probe.seed) : [];
    body =
      texts
        .map((text) => ({ ...own, [name]: text }))
        .find((one) => description.holds(schema, one as Json)) ?? body;
  }
  return body === input.body ? input : { ...input, body };
}

/** Creates a record with the value of one that is deleted, or in a state in which its value still counts. */
async function keptAfterwards(flow: Flow, made: Made, rule: UniqueRule): Promise<void> {
  const { kept, sentence } = rule;
  const calls = kept && (await free(flow, made, { sentence, state: kept.state }));
  if (kept === undefined || calls === undefined) return;
  const again = await send(flow, made.input, "kept");
  if (!isAnother(flow, made, again)) return;
  const message = `takes the ${namesOf(rule)} of a record that is ${kept.word}, and the description says ${JSON.stringify(sentence)}`;
  report(flow, message, [made.exchange, ...calls, again]);
}

/** Creates a record with a value that differs from that of another one in upper and lower case alone. */
async function inOtherLetters(flow: Flow, made: Made, { members, sentence }: UniqueRule) {
  const [name = ""] = members;
  const { operation } = flow.resource.create;
  const { body } = made.input as { body: Readonly<Record<string, string>> };
  const text = body[name] ?? "";
  const schema = bodyMedia(operation, made.input)?.schema?.json ?? true;
  const other = [text.toUpperCase(), text.toLowerCase()]
    .filter((one) => one !== text)
    .map((one) => ({ ...body, [name]: one }))
    .find((one) => flow.probe.api.description.holds(schema, one as Json));
  if (other === undefined) return;
  const exchange = await send(flow, { ...made.input, body: other }, "letters");
  if (!isAnother(flow, made, exchange)) return;
  const message = `takes the \`${name}\` of another record in other letters, and the description says ${JSON.stringify(sentence)}`;
  report(flow, message, [made.exchange, exchange]);
}

/** Creates a record with the value of a record of another principal; if that is refused, one with another value. */
async function ofOthers(flow: Flow, made: Made, rule: UniqueRule, other: Probe): Promise<void> {
  const { operation } = flow.resource.create;
  // Both may be of the same organization, whose records count together.
  const seen = await seenByOther(flow, made, other);
  if (seen === undefined || !(isGone(seen) || seen.response?.status === 403)) return;
  // What a path names is the other's own.
  const { input } = made.input.path ? await other.records.inputFor(operation, "new") : {};
  const own = { ...made.input, ...(input?.path && { path: input.path }) };
  const theirs = await other.call(operation, withFreshKey(operation, own, "of others"));
  if (theirs.response?.status !== 409) return;
  const varied = other.records.varied(operation, own, 77);
  const taken = varied && (await other.call(operation, withFreshKey(operation, varied, "free")));
  if (taken === undefined || !isDone(taken)) return;
  const message = `refuses the ${namesOf(rule)} of a record of another principal, and the description says ${JSON.stringify(rule.sentence)}`;
  report(flow, message, [made.exchange, theirs, taken]);
}

/** Reads a record as another principal does, or the one above it if it is not read by itself. */
async function seenByOther(
  flow: Flow,
  { record }: Made,
  other: Probe,
): Promise<Exchange | undefined> {
  const { resource } = flow;
  if (resource.read !== undefined) return new Flow(other, resource).read(record);
  const above = resource.create.state.path.at(-1);
  const read = operationsOn(other.api, above?.resource ?? "").find(
    ({ operation, state }) => state.kind === "read" && operation.model.method === "GET",
  );
  return read && other.call(read.operation, { path: record.path });
}

/** Creates a record below another one with the value of a record, where a sentence says that it may. */
async function belowAnother(flow: Flow, made: Made, rule: UniqueRule): Promise<void> {
  if (rule.belowOthers === undefined || rule.members.length === 0) return;
  const calls = await refusedBelowAnother(flow, made, rule.members);
  if (calls === undefined) return;
  const message = `refuses the ${namesOf(rule)} of a record below another ${flow.resource.create.state.path.at(-1)?.resource}, and the description says ${JSON.stringify(rule.belowOthers)}`;
  report(flow, message, calls);
}

/** Creates a record with the value of one that is deleted, or in a state in which its value is free. */
async function afterwards(flow: Flow, made: Made, rule: UniqueRule): Promise<void> {
  if (rule.freed === undefined) return;
  const { sentence, state } = rule.freed;
  const calls = await free(flow, made, rule.freed);
  if (calls === undefined) return;
  const again = await send(flow, made.input, "again");
  if (again.response?.status !== 409) return;
  const message = `refuses the ${namesOf(rule)} of a record that is ${state ?? "deleted"}, and the description says ${JSON.stringify(sentence)}`;
  report(flow, message, [made.exchange, ...calls, again]);
}

/** Creates a record with the value of one that was deleted with the record above it. */
async function afterDeletionAbove(flow: Flow, rule: UniqueRule): Promise<void> {
  if (rule.freedAbove === undefined) return;
  const calls = await refusedAfterwards(flow, rule.freedAbove);
  if (calls === undefined) return;
  const { sentence, remove } = rule.freedAbove;
  const message = `refuses the ${namesOf(rule)} of a record whose ${remove.state.resource} is deleted, and the description says ${JSON.stringify(sentence)}`;
  report(flow, message, calls);
}

async function send(flow: Flow, input: CallInput, use: string): Promise<Exchange> {
  const { create } = flow.resource;
  const { operation } = create;
  // A PUT of the same path would replace the record.
  const other = isStore(create) ? await flow.probe.records.inputFor(operation, "new") : undefined;
  const path = other?.input?.path ?? input.path;
  const own = { ...input, ...(path && { path }) };
  const exchange = await flow.probe.call(operation, withFreshKey(operation, own, use));
  reportAnswer(flow.probe, operation, exchange);
  return exchange;
}

/** True if a creation made another record than one that is known. */
function isAnother(flow: Flow, { record, input }: Made, exchange: Exchange): boolean {
  const { operation } = flow.resource.create;
  if (!isSuccess(exchange) || !isDone(exchange)) return false;
  const other = recordIn(flow.probe.api, operation, exchange, exchange.input ?? input);
  return other !== undefined && other.key !== record.key;
}

const namesOf = ({ members }: UniqueRule): string =>
  members.map((name) => `\`${name}\``).join(" and ");

function report({ probe, resource }: Flow, message: string, exchanges: readonly Exchange[]): void {
  const { operation } = resource.create;
  const { pointer } = operation.model;
  const problem = { check: "described-rule", message, pointer, about: "unique" } as const;
  probe.report(problem, operation, exchanges);
}
