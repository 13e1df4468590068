import { nounOf, plainName } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Reference } from "../../records/references.ts";
import { memberSchemas } from "../../schema/members.ts";

/** Words by which a sentence refuses something. */
const refusing =
  /\b(?:4\d\d|refused|rejected|must|has to|have to|cannot|can ?not|can't|an? error|not valid|invalid)\b/i;

/** Words by which a record may be missing: "An unknown customer is created". */
const lenient =
  /\b(?:created|added|registered|ignored|skipped|dropped|accepted|taken|allowed|may|might|can be|need not|needn't|without|unless|except|empty|null)\b/i;

/**
 * Returns a sentence of the operation, of its refusals or of the member that says that what a member names has to exist;
 * `undefined` if none does.
 */
export function sentenceThatRefuses(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  { pointer, resource }: Reference,
): string | undefined {
  const { model } = operation;
  const name = pointer.at(-1) ?? "";
  const { document } = description.model;
  const schema = model.requestBody?.content[0]?.schema?.json;
  const member = memberSchemas(document, schema, name).flatMap((one) =>
    typeof one["description"] === "string" ? sentencesOf(one["description"]) : [],
  );
  const isOfRecord = missing([nounOf(resource), plainName(name)]);
  const isOfMember = missing([nounOf(resource), plainName(name), "it"]);
  const own = member.find((one) => isOfMember.test(one) && !lenient.test(one));
  if (own !== undefined) return own;
  // What the path names may be meant.
  const inPath = model.path
    .split("/")
    .some((one) => nounOf(one.replaceAll(/[{}]/g, "")) === nounOf(resource));
  if (inPath) return undefined;
  const refusals = model.responses.filter(({ status }) => /^4\d\d$/.test(status));
  const told = sentencesOf(model.summary, model.description).filter((one) => refusing.test(one));
  return [...told, ...refusals.flatMap((one) => sentencesOf(one.description))].find(
    (one) => isOfRecord.test(one) && !lenient.test(one),
  );
}

/** Returns a pattern of sentences about a record that is not there: "no such customer", "a customer that does not exist". */
function missing(nouns: readonly string[]): RegExp {
  const noun = `(?:${nouns.map((one) => one.replaceAll("_", "[ _-]?")).join("|")})s?`;
  return new RegExp(
    String.raw`\b(?:no such|unknown|existing|there is no)[ _](?:[\w-]+ )?${noun}\b` +
      String.raw`|\b${noun}\b\`?(?: [\w-]+){0,3}? (?:(?:does|do) not exist|doesn['’]t exist|(?:must|has to|have to) exist|(?:is|are) unknown|(?:is |are |was )?not found|(?:that )?nobody has)\b`,
    "i",
  );
}
