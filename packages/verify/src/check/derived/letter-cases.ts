import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { sentencesOf } from "../../description/said.ts";
import { valuesAt } from "../../records/places.ts";
import { memberNames, memberSchemas } from "../../schema/members.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { DerivedProblem } from "./derived-rule.ts";
import { schemaWalkOf, type PlacedRule } from "./schema-walk.ts";

/** A member that answers have in letters of one case, whatever was sent. */
interface CaseRule {
  readonly member: string;
  readonly isLower: boolean;
  readonly sentence: string;
}

/** "In lower case.", "Always stored in upper-case letters", "The address, lowercased". */
const cased =
  /^(?:[\w ]+, )?(?:(?:it is )?(?:always )?(?:stored|kept|shown|returned|converted|given) )?(?:always )?(?:(?:in|as|to) )?(?:all )?(?<kind>lower|upper)[ -]?cased?(?: letters)?\.?$/i;

/** Compares texts in answers with the case of letters that their descriptions promise, where a request had other letters. */
export class LetterCases {
  readonly #rules: ReadonlyMap<string, readonly PlacedRule<CaseRule>[]>;

  constructor(api: VerifiedApi) {
    const { document } = api.description.model;
    this.#rules = schemaWalkOf(api).rules((schema) => rulesIn(document, schema));
  }

  /** Looks at an answer, and returns the texts that it has as they were sent, in letters of the other case. */
  note({ id, model }: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { status = 0 } = exchange.response ?? {};
    const body: unknown = exchange.input?.body;
    if (status < 200 || status > 299 || !isObject(body)) return [];
    return (this.#rules.get(id) ?? []).flatMap(({ place, rule }) => {
      const { member, isLower, sentence } = rule;
      const sent = getMember(body, member);
      if (typeof sent !== "string") return [];
      // Languages differ in letters beyond ASCII, such as ß.
      const isWrong = (isLower ? /[A-Z]/ : /[a-z]/).test(sent);
      const isShown = valuesAt(exchange.value, place).some(
        (one) => isObject(one) && getMember(one, member) === sent,
      );
      if (!isWrong || !isShown) return [];
      const message = `\`${member}\` is ${JSON.stringify(sent)}, and the description says ${JSON.stringify(sentence)}`;
      const pointer = `${model.pointer}/responses/${status}`;
      return [{ problem: { check: "derived-value", message, pointer, about: member }, exchange }];
    });
  }
}

function rulesIn(document: JsonObject, schema: Json): CaseRule[] {
  return memberNames(document, schema).flatMap((member) => {
    const texts = memberSchemas(document, schema, member).map((one) => one["description"]);
    const said = texts.flatMap((one) => (typeof one === "string" ? sentencesOf(one) : []));
    const sentence = said.find((one) => cased.test(one));
    const kind = cased.exec(sentence ?? "")?.groups?.["kind"]?.toLowerCase();
    return sentence === undefined ? [] : [{ member, isLower: kind === "lower", sentence }];
  });
}
