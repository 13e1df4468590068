import { nounOf, stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf, operationsOn } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { resourceNamed } from "../../../records/references.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";

/** An operation on several records, whose keys its body lists. */
export interface Batch {
  readonly operation: VerifiedOperation;
  /** The member of the body with the keys. */
  readonly member: string;
  readonly resource: string;
  readonly read: FoundOperation;
  /** The sentence that says that it is done for all or for none. */
  readonly whole: string | undefined;
  /** The sentence that says that the answer has an entry for each. */
  readonly each: string | undefined;
}

const allOrNone =
  /\ball[ -]or[ -](?:nothing|none)\b|\batomic(?:ally)?\b|\beither all\b.*\bor none\b|\bnone of them (?:is|are)\b/i;

/** Words by which it is not so, or not always. */
const isDenied =
  /\b(?:not|never|non|no|neither|unlike|than|instead of|isn't|aren't)\b[ -](?:[a-z]+[ -]){0,2}?(?:all[ -]or|atomic)/i;

/** Names of members and parameters that turn it on or off. */
const ofMode = /atomic|partial|all_?or|mode|strict|transact|continue|ignore|skip|stop|fail|dry/i;

const forEach =
  /\b(?:one|an?|exactly one) (?:entry|result|item|outcome|element|line) (?:for|per) (?:each|every)(?<rest>[^.;:]*)[.;:]?$/i;

/** Words that leave none of them out: "for each id of the request, in the same order". */
const plain =
  /^(?:one|of|them|the|an?|id|key|item|entry|record|in|request|body|list|given|sent|named|that|is|are|was|were|you|send|requested|same|order|as|its|their|ids|keys|and|or|both|found|unknown|even|also|too|with|outcome|whether|it|exist|exists)$/i;

/** True if a sentence says that an answer has an entry for each record of a batch, not only for some. */
function saysEach(sentence: string, member: string, resource: string): boolean {
  const rest = forEach.exec(sentence)?.groups?.["rest"];
  if (rest === undefined) return false;
  const nouns = wordsOf(`${member} ${resource}`).map(stem);
  return wordsOf(rest).every((one) => plain.test(one) || nouns.includes(stem(one)));
}

/** Returns the operations on several records of which a sentence says what becomes of each. */
export function batchesOf(api: VerifiedApi): readonly Batch[] {
  const { document } = api.description.model;
  return api.operations.flatMap((operation): Batch[] => {
    const { model } = operation;
    const schema = model.requestBody?.content[0]?.schema?.json;
    const sentences = sentencesOf(model.summary, model.description);
    const names = [...memberNames(document, schema), ...model.parameters.map(({ name }) => name)];
    const isChosen = names.some((one) => ofMode.test(one));
    const whole = sentences.find((one) => allOrNone.test(one) && !isDenied.test(one) && !isChosen);
    if (model.method !== "POST") return [];
    const known = effectOf(api, operation)?.references ?? [];
    return memberNames(document, schema).flatMap((member): Batch[] => {
      const isList = memberSchemas(document, schema, member).some(({ type }) => type === "array");
      const inferred = known.find(
        ({ pointer: [first, second] }) => first === member && second === "*",
      );
      const resource = inferred?.resource ?? resourceNamed(api, nounOf(member), undefined);
      const read =
        resource === undefined
          ? undefined
          : operationsOn(api, resource).find(({ state }) => state.kind === "read");
      if (!isList || resource === undefined || read === undefined) return [];
      const each = sentences.find((one) => saysEach(one, member, resource));
      if ((whole ?? each) === undefined) return [];
      return [{ operation, member, resource, read, whole, each }];
    });
  });
}
