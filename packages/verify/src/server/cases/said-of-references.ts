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

/** What an introduction says of references in all bodies: "404 as an address, 422 as a reference in a body". */
const ofAllBodies =
  /\b(?<status>4\d\d)\b,? (?:as|for|if|when|where)? ?(?:an? |the )?(?:unknown |missing )?(?:references?|named|mentioned|referenced) (?:in|by) (?:an? |the )?(?:request )?bod(?:y|ies)\b/i;

/** The status that a description gives to a body that names a record that is not there, and the sentence that says so. */
export interface SaidStatus {
  readonly status: number;
  readonly sentence: string;
}

/**
 * Returns the status of a refusal of what a member names, where there is no such record; `undefined` if the description
 * gives it none, or several.
 */
export function statusOfUnknown(
  api: VerifiedApi,
  operation: VerifiedOperation,
  reference: Reference,
): SaidStatus | undefined {
  const said = sentencesOn(api, operation, reference).flatMap(({ sentence, pattern, status }) => {
    if (lenient.test(sentence)) return [];
    if (status !== undefined) return [{ status, sentence }];
    const clause = sentence.split(/,\s/).find((one) => pattern.test(one)) ?? "";
    const [only, ...more] = clause.match(/\b4\d\d\b/g) ?? [];
    return only === undefined || more.length > 0 ? [] : [{ status: Number(only), sentence }];
  });
  const everywhere = sentencesOf(api.description.model.description).flatMap((sentence) => {
    const { status } = ofAllBodies.exec(sentence)?.groups ?? {};
    return status === undefined ? [] : [{ status: Number(status), sentence }];
  });
  const [first, ...others] = said.length > 0 ? said : everywhere;
  return others.every(({ status }) => status === first?.status) ? first : undefined;
}

/**
 * Returns a sentence of the operation, of its refusals or of the member that says that what a member names has to exist;
 * `undefined` if none does.
 */
export const sentenceThatRefuses = (
  api: VerifiedApi,
  operation: VerifiedOperation,
  reference: Reference,
): string | undefined =>
  sentencesOn(api, operation, reference).find(
    ({ sentence, isRefusal }) => isRefusal && !lenient.test(sentence),
  )?.sentence;

interface SentenceOn {
  readonly sentence: string;
  /** What it says of the record that is not there. */
  readonly pattern: RegExp;
  /** The status of the response that it describes. */
  readonly status?: number;
  readonly isRefusal: boolean;
}

/** Returns the sentences that say of what a member names that it is not there, or has to be: those of the member first. */
function sentencesOn(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  { pointer, resource }: Reference,
): SentenceOn[] {
  const { model } = operation;
  const name = pointer.at(-1) ?? "";
  const { document } = description.model;
  const schema = model.requestBody?.content[0]?.schema?.json;
  const member = memberSchemas(document, schema, name).flatMap((one) =>
    typeof one["description"] === "string" ? sentencesOf(one["description"]) : [],
  );
  const ofRecord = missing([nounOf(resource), plainName(name)]);
  const ofMember = missing([nounOf(resource), plainName(name), "it"]);
  const own = member.map((sentence) => ({ sentence, pattern: ofMember, isRefusal: true }));
  // What the path names may be meant.
  const inPath = model.path
    .split("/")
    .some((one) => nounOf(one.replaceAll(/[{}]/g, "")) === nounOf(resource));
  const told = sentencesOf(model.summary, model.description).map((sentence) => {
    return { sentence, pattern: ofRecord, isRefusal: refusing.test(sentence) };
  });
  const refusals = model.responses
    .filter(({ status }) => /^4\d\d$/.test(status))
    .flatMap(({ status, description: text }) =>
      sentencesOf(text).map((sentence) => {
        return { sentence, pattern: ofRecord, isRefusal: true, status: Number(status) };
      }),
    );
  return [...own, ...(inPath ? [] : [...told, ...refusals])].filter(({ sentence, pattern }) =>
    pattern.test(sentence),
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
