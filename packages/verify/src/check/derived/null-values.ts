import { member as memberOf, type Json, type JsonObject } from "@openapi-packages/description";
import { choicesOf } from "../../records/stories/state-member.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { applicableSchemas, memberNames, memberSchemas } from "../../schema/members.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { objectsIn } from "./derived-rule.ts";
import type { DerivedProblem } from "./derived-values.ts";

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
  /\bnull (?<kind>unless|while) (?:(?:it|the [a-z ]+?) )?(?:is |has been |was |were )?(?:in )?`?(?<words>[a-z][\w -]*?)`?[.;]?$/i;

/** The depth to which schemas are searched. */
const deepest = 4;

/**
 * Compares members in answers with the states in which they are null, where their descriptions say so. A rule counts once
 * an answer has shown the member with a value and another one null, each as it has to be: services without data of their
 * own, such as mocks, show neither.
 */
export class NullValues {
  readonly #rules: readonly NullRule[];
  readonly #shown = new Map<
    NullRule,
    { isSet: boolean; isNull: boolean; wrong?: DerivedProblem }
  >();

  constructor(api: VerifiedApi) {
    this.#rules = rulesOf(api);
  }

  /** Looks at an answer, and returns the violations that are known by now. */
  note(operation: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { status = 0 } = exchange.response ?? {};
    if (this.#rules.length === 0 || status < 200 || status > 299) return [];
    const objects = objectsIn(exchange.value);
    return this.#rules.flatMap((rule) => {
      for (const object of objects) this.#look(rule, object, operation, exchange);
      const shown = this.#shown.get(rule);
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
    if (value === undefined || typeof own !== "string") return;
    const shown = this.#shown.get(rule) ?? { isSet: false, isNull: false };
    this.#shown.set(rule, shown);
    if (!states.includes(own)) {
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

function rulesOf(api: VerifiedApi): NullRule[] {
  const { document } = api.description.model;
  const rules = new Map<string, NullRule>();
  const search = (schema: Json | undefined, depth: number): void => {
    if (depth > deepest || schema === undefined) return;
    for (const rule of rulesIn(document, schema))
      rules.set(JSON.stringify([rule.member, rule.state, rule.states]), rule);
    for (const name of memberNames(document, schema))
      for (const own of memberSchemas(document, schema, name)) {
        search(own, depth + 1);
        search(memberOf(own, "items"), depth + 1);
      }
    for (const one of applicableSchemas(document, schema))
      search(memberOf(one, "items"), depth + 1);
  };
  for (const { model } of api.operations)
    for (const { status, content } of model.responses)
      if (status.startsWith("2")) for (const { schema } of content) search(schema?.json, 0);
  return [...rules.values()];
}

/** Returns the rules about members of an object whose words are the values of one other member. */
function rulesIn(document: JsonObject, schema: Json): NullRule[] {
  const names = memberNames(document, schema);
  return names.flatMap((member): NullRule[] => {
    const texts = memberSchemas(document, schema, member).map((one) => one["description"]);
    const sentence = texts.find((one) => typeof one === "string" && nulled.test(one.trim()));
    if (typeof sentence !== "string") return [];
    const { kind = "", words = "" } = nulled.exec(sentence.trim())?.groups ?? {};
    const named = words
      .toLowerCase()
      .split(/, (?:or )?| or /)
      .map((one) => one.trim().replaceAll(/[ -]/g, "_"));
    const holders = names.flatMap((state) => {
      const values = choicesOf(memberSchemas(document, schema, state));
      const isAll = named.every((one) => values.includes(one));
      return isAll && values.length > 1 ? [{ state, values }] : [];
    });
    const [holder, ...others] = holders;
    if (holder === undefined || others.length > 0) return [];
    const { state, values } = holder;
    const states =
      kind.toLowerCase() === "unless" ? values.filter((one) => !named.includes(one)) : named;
    return [{ member, state, states, sentence: sentence.trim() }];
  });
}
