import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import {
  creationsNaming,
  writesOn,
  type RecordWrite,
} from "../../../records/stories/record-writes.ts";
import { LiveRecord } from "../../../records/stories/live-record.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isGone, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { filled } from "./deleted-naming.ts";

/** Records as long as which another one is not deleted: a room with bookings. */
export interface KeptWhileNamed {
  readonly remove: FoundOperation;
  /** Creates a record that names the other one, in its body or its path. */
  readonly write: RecordWrite;
  readonly sentence: string;
  /** True if the sentence speaks of records in a state: "while it has open tasks". */
  readonly isIn: (state: unknown) => boolean;
}

/** Words by which a sentence about a deletion refuses it. */
const refusing =
  /\b409\b|\b(?:can ?not|can't|not possible|not allowed|refused|rejected|unless|as long as|in use)\b|\bonly (?:possible|allowed|if|when|while|\w+ (?:without|that|which|can))\b|\bmust (?:not|have no)\b/i;

/** Words before a noun that do not say which of them: "has a booking", "there are bookings". */
const plain =
  /^(?:a|an|any|some|its|their|the|of|has|have|had|with|by|to|in|for|other|existing|no|are|there|still|more|one|without|or|and|own)$/i;

/** Returns the creations of what a deletion is refused for, as the description of the deletion or of its 409 says. */
export function keptWhileNamed(
  api: VerifiedApi,
  { name }: ResourceFlow,
  remove: FoundOperation,
): KeptWhileNamed[] {
  const { model } = remove.operation;
  const conflict = model.responses.find(({ status }) => status === "409");
  if (conflict === undefined) return [];
  const own = sentencesOf(model.summary, model.description).filter((one) => refusing.test(one));
  const sentences = [...own, ...sentencesOf(conflict.description)];
  const below = writesOn(api, name).filter(
    ({ operation, isOwn }) => !isOwn && effectOf(api, operation)?.kind === "create",
  );
  return [...below, ...creationsNaming(api, name)].flatMap((write): KeptWhileNamed[] => {
    const states = stateMemberOf(api, effectOf(api, write.operation)?.resource ?? "")?.values ?? [];
    for (const sentence of sentences) {
      const isIn = condition(sentence, nounOf(write), states);
      if (isIn !== undefined) return [{ remove, write, sentence, isIn }];
    }
    return [];
  });
}

/** Words after a noun that say which of them: "a task that is open", "an order is in progress". */
const which =
  /\b(?:that|which|who|whose|is|are|in|while|until)\b (?!answered|refused|rejected|still there|there)(?<words>.*)/i;

/** Words that say how a record names the other one: "an order is to be delivered there", "a task that uses it". */
const relation =
  /^(?:(?:uses?|has|have|names?|refers? to|belongs? to|points? to|needs?) (?:it|them)|(?:to be )?\w+ed (?:to|by|with|for|from|in|at|on) (?:it|them)|(?:to be )?\w+ed there)\b/i;

/** Returns which states of records a sentence speaks of; `undefined` if it does not name the records, or is not understood. */
function condition(
  sentence: string,
  noun: string,
  states: readonly string[],
): KeptWhileNamed["isIn"] | undefined {
  const pattern = new RegExp(
    String.raw`(?:(?<before>[\w-]+)\s+)?\b${noun}\b(?<after>[^.;(]*)`,
    "i",
  );
  const named = pattern.exec(sentence);
  if (named === null) return undefined;
  const { before = "a", after = "" } = named.groups ?? {};
  const words = which.exec(after)?.groups?.words ?? "";
  const isNamed = (state: string, text: string): boolean =>
    new RegExp(String.raw`\b${state.replaceAll(/[-_]/g, "[ _-]")}\b`, "i").test(text);
  if (words !== "" && !relation.test(words)) {
    const own = states.filter((one) => isNamed(one, words));
    const isOther = /\bnot\b/i.test(words);
    return own.length === 0 ? undefined : (state) => own.includes(String(state)) !== isOther;
  }
  const own = states.filter((one) => isNamed(one, sentence));
  if (own.length === 0 && plain.test(before)) return () => true;
  return own.length === 0 ? undefined : (state) => own.includes(String(state));
}

/** Returns the pattern of the last word of a path, in the singular too: `bookings?`, `categor(?:y|ies)`. */
function nounOf({ operation }: RecordWrite): string {
  const words = (operation.model.path.split("/").at(-1) ?? "").split(/[^a-z0-9]+/i).join(" ");
  if (words.endsWith("ies")) return `${words.slice(0, -3)}(?:y|ies)`;
  return words.endsWith("s") ? `${words}?` : words;
}

/**
 * Creates a record that names another one, and deletes that, which has to be refused: 3 requests, and those that bring the
 * record into a state in which it can be named.
 */
export async function refusedWhileNamed(flow: Flow, rule: KeptWhileNamed): Promise<void> {
  const { remove, write, sentence, isIn } = rule;
  const { probe } = flow;
  const found = await filled(flow, write);
  if (found === undefined) return;
  const { live, made, exchange } = found;
  const moves = await movedInto(probe, made, isIn);
  if (moves === undefined) return;
  const deletion = (await flow.on(remove, live.record))?.exchange;
  if (deletion === undefined || !isDone(deletion)) return;
  probe.records.forget(flow.resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(live.record);
  if (gone !== undefined && !isGone(gone)) return;
  const { status } = deletion.response ?? {};
  const message = `answers ${status} where the ${flow.resource.name} has a ${made.resource}, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = remove.operation.model;
  const problem = { check: "described-rule", message, pointer, about: "state" } as const;
  const steps = [
    ...live.exchanges,
    exchange,
    ...moves,
    deletion,
    ...(gone === undefined ? [] : [gone]),
  ];
  probe.report(problem, remove.operation, steps);
}

/** Brings a record into one of the states that a sentence speaks of. Returns the calls; `undefined` if that is not possible. */
async function movedInto(
  { records: { stories } }: Probe,
  made: MadeRecord,
  isIn: KeptWhileNamed["isIn"],
): Promise<readonly Exchange[] | undefined> {
  const { resource } = made;
  const context = stories.contextOf(resource);
  const live = new LiveRecord(context, made);
  if (isIn(live.state)) return [];
  const { nodes } = context.calls.known.stories.ofResource(resource);
  const waysTo = () =>
    [...nodes.values()].filter(({ state, steps }) => steps.length > 0 && isIn(state));
  if (waysTo().length === 0) await stories.search(resource, { name: `${resource} states` });
  const [way] = waysTo().toSorted((one, other) => one.steps.length - other.steps.length);
  for (const step of way?.steps ?? []) await live.take(step);
  await live.read();
  return isIn(live.state) ? live.exchanges : undefined;
}
