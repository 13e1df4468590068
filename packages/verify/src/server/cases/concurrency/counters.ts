import { pointerParts, toPointer } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { MadeRecord } from "../../../records/made-record.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { inputBelow } from "../flows/below.ts";
import { isOfAllRecords } from "../flows/counted-elsewhere.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { isNamedAfter, removedAgain } from "./count-of-removed.ts";
import { callsAtOnce, distinctChoices, distinctInputs } from "./distinct-inputs.ts";

/** The least number of calls that are sent at once where there are no more choices. */
const leastAtOnce = 2;

/** Returns the operations that may count on a record: POST below its path, such as `/posts/{postId}/likes`. */
export function countersOf(
  { operations }: VerifiedApi,
  { read }: ResourceFlow,
): readonly VerifiedOperation[] {
  if (read === undefined) return [];
  const { path } = read.operation.model;
  return operations.filter(
    ({ model }) =>
      model.method === "POST" &&
      model.path.startsWith(`${path}/`) &&
      !model.path.slice(path.length).includes("{"),
  );
}

/**
 * Calls an operation that changes a number of a record by the same amount each time, then several times at once:
 * each call has to count, or has to be in a list of the record. 13 requests, if a number changes; 2 or 3 more if what
 * was added can be removed, which has to count, too.
 */
export async function counted(flow: Flow, operation: VerifiedOperation): Promise<void> {
  const made = await flow.create();
  if (made === undefined) return;
  const { record } = made;
  const calls = await inputsFor(flow, operation, record);
  const [one, two, single, ...together] = calls;
  if (one === undefined || two === undefined || single === undefined) return;
  const steps: Exchange[] = [];
  const answered: Exchange[] = [];
  for (const input of [undefined, one, two]) {
    const answer = input && (await flow.probe.call(operation, input));
    if (answer !== undefined && !isDone(answer)) return;
    if (answer !== undefined) answered.push(answer);
    const seen = await flow.read(record);
    if (seen === undefined || !isSuccess(seen)) return;
    steps.push(seen);
  }
  const counters = steadyNumbers(steps.map(({ value }) => value));
  const [last, added] = [steps.at(-1), answered.at(-1)];
  if (counters.length === 0) reportUncounted(flow, operation, steps, answered);
  if (counters.length === 0 || last === undefined || added === undefined) return;
  const pointers = counters.filter(({ step }) => step === 1).map(({ pointer }) => pointer);
  const additions = { record, operation, added, before: last, pointers };
  const before = (await removedAgain(flow, additions)) ?? last;
  const answers = await Promise.all(together.map((input) => flow.probe.call(operation, input)));
  const done = answers.filter(isDone);
  const after = await flow.read(record);
  if (after === undefined || !isSuccess(after)) return;
  const lost = counters.find(({ pointer, step }) => {
    const change = numberAt(after.value, pointer) - numberAt(before.value, pointer);
    return Math.abs(change) < Math.abs(step * done.length) && change * step >= 0;
  });
  if (lost === undefined) return;
  // A number that has come to its end does not change any more.
  if (!isDone(await flow.probe.call(operation, single))) return;
  const end = await flow.read(record);
  const change = numberAt(end?.value, lost.pointer) - numberAt(after.value, lost.pointer);
  const { read } = flow.resource;
  if (change !== lost.step || read === undefined) return;
  const [from, to] = [before, after].map(({ value }) => numberAt(value, lost.pointer));
  const items = Array.isArray(resolvePointer(after.value, lost.pointer)) ? "the length of " : "";
  const message = `${done.length} calls at once change ${items}${lost.pointer} from ${from} to ${to}, and each by ${lost.step} if they come one by one`;
  const { pointer } = operation.model;
  flow.probe.report({ check: "concurrent-calls", message, pointer }, operation, [
    before,
    ...done,
    after,
  ]);
}

/** Reports a number that stays although its description says that it is that of all that was added. */
function reportUncounted(
  flow: Flow,
  operation: VerifiedOperation,
  steps: readonly Exchange[],
  answered: readonly Exchange[],
): void {
  const { read, name: above } = flow.resource;
  const [first] = steps;
  if (read === undefined || first === undefined) return;
  if (answered.some(({ value }) => mayCountLater(value))) return;
  // The same may have been there before, such as who has made the record among those who watch it.
  const [addition, next] = answered;
  const areNew = answered.every(({ response }) => response?.status === 201);
  const mayBeThere = !areNew || equal(addition?.value, next?.value);
  const { document } = flow.probe.api.description.model;
  for (const pointer of integersIn(first.value, [])) {
    const [name = "", ...inner] = pointerParts(pointer);
    const numbers = new Set(steps.map(({ value }) => resolvePointer(value, pointer)));
    if (inner.length > 0 || numbers.size > 1 || !isNamedAfter(pointer, operation)) continue;
    if (mayBeThere && !numbers.has(0)) continue;
    const said = memberSchemas(document, flow.schemaOf(read, first), name).flatMap((one) =>
      sentencesOf(typeof one["description"] === "string" ? one["description"] : undefined),
    );
    const sentence = said.find((one) => isOfAllRecords(one, { operation }, above));
    if (sentence === undefined) continue;
    const message = `\`${name}\` is ${[...numbers].join()} before and after two calls of ${operation.id}, and the description says ${JSON.stringify(sentence)}`;
    flow.report("derived-value", read, message, steps);
  }
}

/** Names of flags that are set before a record counts. */
const counting =
  /^(?:is_?)?(?:accepted|active|approved|confirmed|public|published|verified|visible)$/i;

/** True for a record in a state, or without a flag, of which what counts may depend. */
const mayCountLater = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).some(
    ([name, own]) =>
      (own === false && counting.test(name)) ||
      (typeof own === "string" && /^(?:stage|state|status)$/i.test(name)),
  );

async function inputsFor(
  flow: Flow,
  operation: VerifiedOperation,
  record: MadeRecord,
): Promise<readonly CallInput[]> {
  const { read } = flow.resource;
  const { input } = await flow.probe.records.inputFor(operation, false);
  if (input === undefined || read === undefined) return [];
  const own = inputBelow(operation, input, read, record);
  if ((await flow.probe.write(operation, own)) === undefined) return [];
  const count = callsAtOnce + 3;
  const distinct = distinctInputs(flow, { operation, state: read.state }, own, count, 120);
  if (distinct.length > 0) return distinct;
  // A second addition may be refused since there is one for each choice, such as a translation into a language.
  const { api } = flow.probe;
  const states = stateMemberOf(api, flow.resource.name)?.values ?? [];
  const isOnce = operation.model.responses.some(({ status }) => status === "409");
  const chosen = isOnce ? distinctChoices(api, operation, own, leastAtOnce + 3, states) : [];
  return chosen.length > 0 ? chosen.slice(0, count) : Array.from({ length: count }, () => own);
}

interface Counter {
  readonly pointer: string;
  readonly step: number;
}

/** Returns the integers, and the lists, that change by the same amount from value to value. */
function steadyNumbers([first, ...others]: readonly unknown[]): Counter[] {
  return integersIn(first, []).flatMap((pointer) => {
    const values = [first, ...others].map((one) => numberAt(one, pointer));
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? Number.NaN));
    const [step = 0] = steps;
    const isSteady = step !== 0 && steps.every((one) => one === step);
    return isSteady ? [{ pointer, step }] : [];
  });
}

function integersIn(value: unknown, tokens: readonly string[]): string[] {
  if (Number.isInteger(value) || Array.isArray(value)) return [toPointer(tokens)];
  if (!isObject(value) || tokens.length > 1) return [];
  return Object.entries(value).flatMap(([name, own]) => integersIn(own, [...tokens, name]));
}

function numberAt(value: unknown, pointer: string): number {
  const own = resolvePointer(value, pointer);
  if (Array.isArray(own)) return own.length;
  return typeof own === "number" ? own : Number.NaN;
}
