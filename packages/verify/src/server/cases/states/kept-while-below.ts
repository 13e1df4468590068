import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { creatorOf, effectOf } from "../../../records/effects.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { withBodyKey } from "../../../records/places.ts";
import {
  creationsNaming,
  writesOn,
  type RecordWrite,
} from "../../../records/stories/record-writes.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames } from "../../../schema/members.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { isDone, isGone, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** A deletion that is refused while something below the record is in a state: a title of which a copy is on loan. */
export interface KeptWhileBelow {
  readonly remove: FoundOperation;
  readonly read: FoundOperation;
  /** The resource of what is below the record. */
  readonly child: string;
  readonly key: string;
  readonly member: string;
  readonly state: string;
  /** Creates a record that names what is below, which may bring that into the state. */
  readonly write: RecordWrite;
  readonly sentence: string;
}

/** Returns what a deletion says of what is below its record, where that shows it and other records name it. */
export function keptWhileBelow(
  api: VerifiedApi,
  { name, read }: ResourceFlow,
  remove: FoundOperation,
): KeptWhileBelow[] {
  const { model } = remove.operation;
  const conflict = model.responses.find(({ status }) => status === "409");
  if (read === undefined || conflict === undefined) return [];
  const own = sentencesOf(model.description).filter((one) =>
    /\b(?:refused|409|not deleted)\b/i.test(one),
  );
  const sentences = [...own, ...sentencesOf(conflict.description)];
  const children = writesOn(api, name).flatMap(({ operation }) => {
    const effect = effectOf(api, operation);
    return effect?.kind === "create" && effect.resource !== name ? [effect.resource] : [];
  });
  return [...new Set(children)].flatMap((child) => {
    const states = stateMemberOf(api, child);
    const { key } = api.description.mock.state?.resources[child] ?? {};
    const [write] = key === undefined ? [] : creationsWith(api, child, key);
    if (states === undefined || key === undefined || write === undefined) return [];
    for (const sentence of sentences) {
      const state = states.values.find((one) => saysOf(sentence, child, one));
      if (state !== undefined)
        return [{ remove, read, child, key, member: states.name, state, write, sentence }];
    }
    return [];
  });
}

/** Returns the creations of other resources that name a record by its key: a loan names a copy by its barcode. */
function creationsWith(api: VerifiedApi, child: string, key: string): RecordWrite[] {
  const { document } = api.description.model;
  const byKey = api.operations.flatMap((operation): RecordWrite[] => {
    const effect = effectOf(api, operation);
    const isOther = effect?.kind === "create" && effect.resource !== child;
    const schema = bodyMedia(operation, {})?.schema?.json;
    return isOther && key !== "id" && memberNames(document, schema).includes(key)
      ? [{ operation, resource: child, key: { in: "body", name: key }, isOwn: false }]
      : [];
  });
  return [...creationsNaming(api, child).filter((one) => one.key.in === "body"), ...byKey];
}

/** True for "refused while a copy is on loan", and "`title-on-loan`: one of its copies is on loan". */
function saysOf(sentence: string, child: string, state: string): boolean {
  const words = state.replaceAll(/[_-]+/g, "[ _-]");
  const noun = nounOf(child).replaceAll("_", "[ _-]");
  const one = `(?:an?|any|some|one of (?:its|the)) (?:\\w+ )?${noun}(?:e?s|ies)?`;
  return new RegExp(
    `(?:^|: |\\b(?:while|if|when|as long as) )${one} (?:is|are) (?:still )?\`?${words}\`?[.;]?$`,
    "i",
  ).test(sentence);
}

/**
 * Creates a record that names something below another one, and deletes that, which has to be refused if it shows what is
 * below in the state: 4 requests, and those for the records.
 */
export async function refusedWhileBelow(flow: Flow, rule: KeptWhileBelow): Promise<void> {
  const { remove, read, child, write, sentence, member, state } = rule;
  const { probe, resource } = flow;
  const { records } = probe;
  const parent = await records.make(resource.name);
  if (parent === undefined || creatorOf(probe.api, child) === undefined) return;
  records.share(parent);
  const below = await records.make(child);
  const { input } = below === undefined ? {} : await records.inputFor(write.operation, "new");
  const { name } = write.key;
  const known = isObject(input?.body) ? getMember(input.body, name) : undefined;
  const made =
    input &&
    below &&
    (await probe.call(write.operation, withBodyKey(input, name, known, below.key)));
  const before = made && (await flow.on(read, parent))?.exchange;
  const isIn =
    before !== undefined && below !== undefined && isBelowIn(flow.shown(read, before), below, rule);
  const deletion = isIn ? (await flow.on(remove, parent))?.exchange : undefined;
  records.forget(resource.name);
  records.forget(child);
  if (made === undefined || before === undefined || deletion === undefined) return;
  const gone = isDone(deletion) ? await flow.read(parent) : undefined;
  if (gone === undefined || !isGone(gone)) return;
  const { status } = deletion.response ?? {};
  const message = `answers ${status} for the ${resource.name} with a ${child} whose \`${member}\` is ${JSON.stringify(state)}, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = remove.operation.model;
  const problem = { check: "described-rule", message, pointer, about: "state" } as const;
  probe.report(problem, remove.operation, [made, before, deletion, gone]);
}

/** True if a record shows what is below it in the state. */
function isBelowIn(
  shown: unknown,
  below: MadeRecord,
  { key, member, state }: KeptWhileBelow,
): boolean {
  if (!isObject(shown)) return false;
  return Object.values(shown)
    .filter((one): one is unknown[] => Array.isArray(one))
    .flat()
    .some(
      (item) =>
        isObject(item) &&
        String(getMember(item, key)) === below.key &&
        getMember(item, member) === state,
    );
}
