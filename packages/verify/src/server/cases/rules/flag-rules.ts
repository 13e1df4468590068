import { nounOf, plainName } from "@openapi-packages/compiler/mock/state/words";
import type { Json } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { exceptions } from "./clauses.ts";

/** A flag that one record has at a time, such as that of the default address. */
export interface FlagRule {
  readonly member: string;
  readonly sentence: string;
}

const words = (name: string): string => name.replaceAll("_", "[ _-]");

/**
 * Returns a test of sentences that say that there is one: "At most one address is the default one", "True for exactly one
 * address", "There is at most one default address". What holds "with only one address" is something else.
 */
function saysOne(resource: string, states: readonly string[]): (sentence: string) => boolean {
  const one = String.raw`(?:at most|no more than|only|exactly|just) one (?:(?<kind>[\w-]+) )?${words(nounOf(resource))}`;
  const patterns = [
    String.raw`(?:^|[:;,] |\b(?:that|and|so) )${one}(?: (?:of|in|per|for|at|on|from)\b[^,;:]*)? (?:can|may|has|is|be)\b`,
    String.raw`\b(?:true|set) (?:for|of|on) ${one}\b`,
    String.raw`\b(?:is|has|have) ${one}\b`,
  ].map((pattern) => new RegExp(pattern, "i"));
  return (sentence) => {
    if (exceptions.test(sentence)) return false;
    return patterns.some((pattern) => {
      const found = pattern.exec(sentence);
      // Records in another state may keep the flag.
      return found !== null && !states.includes(found.groups?.["kind"] ?? "");
    });
  };
}

/** True for a sentence about a member that has it in code, or `default` of `isDefault`. */
function isAbout(sentence: string, member: string): boolean {
  const own = plainName(member).replace(/^(?:is|has)_/, "");
  return (
    sentence.includes(`\`${member}\``) ||
    new RegExp(String.raw`\b${words(own)}\b`, "i").test(sentence)
  );
}

/** Returns the flags of a creation of which the schemas, or the operations that write them, say that one record has them. */
export function flagRulesOf(
  api: VerifiedApi,
  { name, create, read, list, update, replace }: ResourceFlow,
): FlagRule[] {
  const { document } = api.description.model;
  if (list === undefined) return [];
  const isOne = saysOne(name, stateMemberOf(api, name)?.values ?? []);
  const schemas = [create, read].flatMap((found): Json[] => {
    const { requestBody, responses = [] } = found?.operation.model ?? {};
    const contents = [requestBody, ...responses.filter(({ status }) => status.startsWith("2"))];
    return contents.flatMap((content) => content?.content[0]?.schema?.json ?? []);
  });
  const writes = [create, update, replace].flatMap((found) => found?.operation.model ?? []);
  const told = writes
    .flatMap(({ summary, description: text }) => sentencesOf(summary, text))
    .filter(isOne);
  const body = create.operation.model.requestBody?.content[0]?.schema?.json;
  return memberNames(document, body).flatMap((member): FlagRule[] => {
    const own = schemas.flatMap((schema) => memberSchemas(document, schema, member));
    if (!own.some(({ type }) => [type].flat().includes("boolean"))) return [];
    const texts = own.flatMap(({ description: text }) => (typeof text === "string" ? [text] : []));
    const sentence =
      sentencesOf(...texts).find(isOne) ?? told.find((text) => isAbout(text, member));
    return sentence === undefined ? [] : [{ member, sentence }];
  });
}
