import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
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
import { filled } from "./filled.ts";
import { statesThatKeep } from "./naming-words.ts";

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
      const isIn = statesThatKeep(sentence, { naming: lastWord(write), named: name, states });
      if (isIn !== undefined) return [{ remove, write, sentence, isIn }];
    }
    return [];
  });
}

/** Returns the last word of a path that is no parameter. */
const lastWord = ({ operation }: RecordWrite): string =>
  operation.model.path.split("/").findLast((one) => !one.startsWith("{")) ?? "";

/**
 * Creates a record that names another one, and deletes that, which has to be refused, also after another one was
 * created: 5 requests, and those that bring the record into a state in which it can be named.
 */
export async function refusedWhileNamed(flow: Flow, rule: KeptWhileNamed): Promise<void> {
  const { remove, write, sentence } = rule;
  const { probe } = flow;
  const found = await filled(flow, write);
  if (found === undefined) return;
  const { live, made, exchange } = found;
  const moves = await movedInto(probe, rule, made, live.record.key);
  if (moves === undefined) return;
  const first = (await flow.on(remove, live.record))?.exchange;
  if (first === undefined) return;
  // A service may look at the newest one alone.
  const further = isDone(first) ? undefined : await live.take({ write, choice: { label: "" } });
  const isStill = further && isDone(further) && (await isKept(probe, rule, made));
  const last = isStill ? (await flow.on(remove, live.record))?.exchange : undefined;
  const deletion = last ?? first;
  if (!isDone(deletion)) return;
  probe.records.forget(flow.resource.name);
  // Some services keep the record and mark it.
  const gone = await flow.read(live.record);
  if (gone !== undefined && !isGone(gone)) return;
  const { status } = deletion.response ?? {};
  const message = `answers ${status} for the ${flow.resource.name} that the ${made.resource} names, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = remove.operation.model;
  const problem = { check: "described-rule", message, pointer, about: "state" } as const;
  const steps = [
    ...live.exchanges,
    exchange,
    ...moves,
    ...(further === undefined ? [] : [further]),
    deletion,
    ...(gone === undefined ? [] : [gone]),
  ];
  probe.report(problem, remove.operation, steps);
}

/** True if a record is still in a state that a sentence speaks of: another one may have taken its place. */
async function isKept(
  { records: { stories } }: Probe,
  { isIn }: KeptWhileNamed,
  made: MadeRecord,
): Promise<boolean> {
  const live = new LiveRecord(stories.contextOf(made.resource), made);
  await live.read();
  return isIn(live.state);
}

/** Brings a record into one of the states that a sentence speaks of. Returns the calls; `undefined` if that is not possible. */
export async function movedInto(
  { records: { stories } }: Probe,
  { write, isIn }: KeptWhileNamed,
  made: MadeRecord,
  named: string,
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
  const reading = await live.read();
  // A move may give it the key of another record.
  const shown = resolvePointer(reading?.value, live.at);
  const key = isObject(shown) ? getMember(shown, write.key.name) : undefined;
  const isOther = key !== undefined && String(key) !== named;
  return isIn(live.state) && !isOther ? live.exchanges : undefined;
}
