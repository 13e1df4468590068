import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { withValueAt } from "../../../records/places.ts";
import { nounOf, plainName } from "@openapi-packages/compiler/mock/state/words";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";

/** A flag that one record has at a time, such as that of the default address. */
export interface FlagRule {
  readonly member: string;
  readonly sentence: string;
}

/** Returns a pattern of sentences that say that there is one: "At most one address is the default one". */
const onlyOne = (resource: string): RegExp => {
  const noun = nounOf(resource).replaceAll("_", "[ _-]");
  return new RegExp(
    String.raw`\b(?:at most|no more than|only|exactly|just) one (?:[\w-]+ )?${noun}\b`,
    "i",
  );
};

/** True for a sentence about a member that has it in code, or `default` of `isDefault`. */
function isAbout(sentence: string, member: string): boolean {
  const words = plainName(member)
    .replace(/^(?:is|has)_/, "")
    .replaceAll("_", "[ _-]");
  return (
    sentence.includes(`\`${member}\``) || new RegExp(String.raw`\b${words}\b`, "i").test(sentence)
  );
}

/** Returns the flags of a creation of which the schemas say that one record has them. */
export function flagRulesOf(
  { description }: VerifiedApi,
  { name, create, read, list, update, replace }: ResourceFlow,
): FlagRule[] {
  const { document } = description.model;
  const schemas = [create, read].flatMap((found): Json[] => {
    const { requestBody, responses = [] } = found?.operation.model ?? {};
    const contents = [requestBody, ...responses.filter(({ status }) => /^2/.test(status))];
    return contents.flatMap((content) => content?.content[0]?.schema?.json ?? []);
  });
  const body = create.operation.model.requestBody?.content[0]?.schema?.json;
  if (list === undefined) return [];
  const pattern = onlyOne(name);
  const writes = [create, update, replace].flatMap((found) => found?.operation.model ?? []);
  const told = writes
    .flatMap(({ summary, description: text }) => sentencesOf(summary, text))
    .filter((text) => pattern.test(text));
  return memberNames(document, body).flatMap((member): FlagRule[] => {
    const own = schemas.flatMap((schema) => memberSchemas(document, schema, member));
    if (!own.some(({ type }) => type === "boolean")) return [];
    const texts = own
      .map((schema) => schema["description"])
      .filter((text) => typeof text === "string");
    const said = sentencesOf(...texts).filter((text) => pattern.test(text));
    const [sentence = told.find((text) => isAbout(text, member))] = said;
    return sentence === undefined ? [] : [{ member, sentence }];
  });
}

/**
 * Creates two records with a flag that one of them may have, and gives it to the first one again: each time at most one in
 * the list has it. 6 requests.
 */
export async function singleFlag(flow: Flow, { member, sentence }: FlagRule): Promise<void> {
  const { create, update, replace } = flow.resource;
  const flagged = (input: CallInput): CallInput =>
    isObject(input.body) ? { ...input, body: withValueAt(input.body, [member], true) } : input;
  const first = await flow.create(flagged);
  const second =
    first && (await flow.create((input) => flagged(flow.varied(flow.resource.create, input))));
  if (first === undefined || second === undefined) return;
  const isWrong = async (by: string, steps: readonly Exchange[]): Promise<boolean> => {
    const walk = await flow.list(second.record);
    const items = walk?.items.filter((item) => isObject(item) && getMember(item, member) === true);
    if (walk === undefined || items === undefined) return true;
    const all = [first, second].flatMap(({ record }) => flow.found({ ...walk, items }, record));
    if (items.length < 2 || all.length === 0) return items.length === 0;
    const message = `\`${member}\` of ${items.length} is true after ${by}, and the description says ${JSON.stringify(sentence)}`;
    const problem = { check: "described-rule", message, about: member } as const;
    const operation = flow.probe.api.find(by) ?? create.operation;
    const exchanges = [...steps, ...walk.exchanges];
    flow.probe.report({ ...problem, pointer: operation.model.pointer }, operation, exchanges);
    return true;
  };
  if (await isWrong(create.operation.id, [first.exchange, second.exchange])) return;
  const change = update ?? replace;
  const changed = change && (await flow.on(change, first.record, flagged));
  if (change === undefined || changed === undefined || !isDone(changed.exchange)) return;
  if (isSuccess(changed.exchange))
    await isWrong(change.operation.id, [first.exchange, second.exchange, changed.exchange]);
}
