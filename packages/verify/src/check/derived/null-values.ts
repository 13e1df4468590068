import type { Json, JsonObject } from "@openapi-packages/description";
import { isObject } from "@openapi-packages/runtime/internals";
import { nounOf } from "@openapi-packages/compiler/mock/state/words";
import { valuesAt } from "../../records/places.ts";
import { choicesOf } from "../../records/stories/state-member.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { memberNames, memberSchemas } from "../../schema/members.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { DerivedProblem } from "./derived-rule.ts";
import { schemaWalkOf, type PlacedRule } from "./schema-walk.ts";

/** A member that is null in some states of its object. */
interface NullRule {
  readonly member: string;
  /** The member beside it that has the state. */
  readonly state: string;
  /** The states in which it is null. */
  readonly states: readonly string[];
  readonly sentence: string;
}

/** "null unless rejected", "Why it was cancelled, null while it is booked." */
const nulled =
  /(?<before>[^,.;:]*)\bnull (?<kind>unless|while) (?:(?:it|the (?<noun>[a-z ]+?)) )?(?:is |has been |was |were )?(?<code>in (?:state |status )?|(?=`))?`?(?<words>[a-z][\w ,`-]*?)`?[.;]?$/i;

/** Words by which a member is not null then, or need not be: "never null while it is booked", "may be null unless it is paid". */
const otherwise =
  /\b(?:not|never|no|non|may|can|could|might|often|usually|normally|sometimes|possibly)\b|n['’]t\b/i;

/** Names of what stays when the next state follows: `paidAt`, `approvedBy`, `assignee`. */
const lasting = /(?:[a-z](?:At|On|By|To|Date|Time)|_(?:at|on|by|to|date|time)|ee)$/;

/**
 * Compares members in answers with the states in which they are null, where their descriptions say so. A rule counts once
 * an answer has shown the member with a value and another one null, each as it has to be: services without data of their
 * own, such as mocks, show neither.
 */
export class NullValues {
  readonly #rules: ReadonlyMap<string, readonly PlacedRule<NullRule>[]>;
  readonly #shown = new Map<string, { isSet: boolean; isNull: boolean; wrong?: DerivedProblem }>();

  constructor(api: VerifiedApi) {
    const { document } = api.description.model;
    this.#rules = schemaWalkOf(api).rules((schema) => rulesIn(document, schema));
  }

  /** Looks at an answer, and returns the violations that are known by now. */
  note(operation: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { status = 0 } = exchange.response ?? {};
    const rules = this.#rules.get(operation.id) ?? [];
    if (status < 200 || status > 299) return [];
    return rules.flatMap(({ place, rule }) => {
      for (const object of valuesAt(exchange.value, place))
        if (isObject(object)) this.#look(rule, object as JsonObject, operation, exchange);
      const shown = this.#shown.get(keyOf(rule));
      if (shown?.wrong === undefined || !shown.isSet || !shown.isNull) return [];
      const { wrong } = shown;
      delete shown.wrong;
      return [wrong];
    });
  }

  #look(
    rule: NullRule,
    object: JsonObject,
    { model }: VerifiedOperation,
    exchange: Exchange,
  ): void {
    const { member, state, states, sentence } = rule;
    const { [member]: value, [state]: own } = object;
    if (value === undefined || (typeof own !== "string" && typeof own !== "boolean")) return;
    const shown = this.#shown.get(keyOf(rule)) ?? { isSet: false, isNull: false };
    this.#shown.set(keyOf(rule), shown);
    if (!states.includes(String(own))) {
      if (value !== null) shown.isSet = true;
    } else if (value === null) shown.isNull = true;
    else {
      const message = `\`${member}\` is ${JSON.stringify(value)} where \`${state}\` is ${JSON.stringify(own)}, and the description says ${JSON.stringify(sentence)}`;
      const pointer = `${model.pointer}/responses/${exchange.response?.status}`;
      const problem = { check: "derived-value", message, pointer, about: member } as const;
      shown.wrong ??= { problem, exchange };
    }
  }
}

const keyOf = ({ member, state, states, sentence }: NullRule): string =>
  JSON.stringify([member, state, states, sentence]);

/** Returns the rules about members of an object whose words are the values of one other member. */
function rulesIn(document: JsonObject, schema: Json): NullRule[] {
  const names = memberNames(document, schema);
  return names.flatMap((member): NullRule[] => {
    const texts = memberSchemas(document, schema, member).map((one) => one["description"]);
    const sentence = texts.find((one) => typeof one === "string" && nulled.test(one.trim()));
    if (typeof sentence !== "string") return [];
    const found = nulled.exec(sentence.trim())?.groups ?? {};
    const { before = "", noun = "", kind = "", code, words = "" } = found;
    // "Null while the receipt is open" is about another record.
    const isOther = names.some(
      (one) =>
        noun !== "" &&
        nounOf(one.replace(/_?ids?$/i, "")) === nounOf(noun) &&
        choicesOf(memberSchemas(document, schema, one)).length === 0,
    );
    if (isOther) return [];
    const isUnless = kind.toLowerCase() === "unless";
    if (otherwise.test(before) || (isUnless && code === undefined && lasting.test(member)))
      return [];
    const named = words
      .toLowerCase()
      .split(/, (?:or )?| or /)
      .map((one) => one.replaceAll("`", "").trim().replaceAll(/[ -]/g, "_"));
    const holders = names.flatMap((state) => {
      const schemas = memberSchemas(document, schema, state);
      const flagged = schemas.some((one) => one["type"] === "boolean")
        ? named.map((one) => flagOf(state, one))
        : named;
      const values = flagged === named ? choicesOf(schemas) : ["true", "false"];
      const isAll = flagged.every((one) => one !== undefined && values.includes(one));
      return isAll && values.length > 1 ? [{ state, values, flagged }] : [];
    });
    const [holder, ...others] = holders;
    if (holder === undefined || others.length > 0) return [];
    const { state, values, flagged } = holder;
    const states = isUnless
      ? values.filter((one) => !flagged.includes(one))
      : flagged.filter((one) => one !== undefined);
    return [{ member, state, states, sentence: sentence.trim() }];
  });
}

/** Words for what a flag is not. */
const opposites = [
  ["hidden", "visible"],
  ["public", "private"],
  ["open", "closed"],
  ["active", "inactive"],
  ["enabled", "disabled"],
  ["locked", "unlocked"],
  ["published", "unpublished"],
];

/** Returns the value that a flag has where a word is true of its object; `undefined` if it says nothing of it. */
function flagOf(name: string, word: string): string | undefined {
  const own = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/^is_/, "");
  if (own === word) return "true";
  const isOpposite = opposites.some(
    (pair) => own !== word && pair.includes(own) && pair.includes(word),
  );
  return isOpposite || word === `not_${own}` ? "false" : undefined;
}
