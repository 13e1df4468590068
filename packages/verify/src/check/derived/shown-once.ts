import { isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../description/said.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { valuesAt } from "../../records/places.ts";
import { memberNames } from "../../schema/members.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { wordsOf, type DerivedProblem } from "./derived-rule.ts";
import { schemaWalkOf } from "./schema-walk.ts";

/** A member of one operation's answers that no other answer has. */
interface OnceRule {
  readonly place: readonly string[];
  readonly member: string;
  readonly sentence: string;
}

/** A value that was shown once. */
interface Shown extends OnceRule {
  readonly by: VerifiedOperation;
  readonly exchange: Exchange;
}

/** "The key is shown in this answer only", "The secret is returned only once", but not "A number is given only once". */
const once =
  /\b(?:shown|returned|visible) (?:only (?:here|once)|(?:only )?here only)\b|\b(?:shown|returned|given|visible|contained|sent) (?:only in this (?:answer|response)\b|(?:only )?in this (?:answer|response) only\b)|\bnever (?:shown|returned) again\b/i;

/** The least length of a value that is looked for, so that it is not found by chance. */
const least = 12;

/** The most values that are looked for. */
const most = 20;

/** Looks for values in answers that descriptions say are shown in one answer alone, such as keys that were issued. */
export class ShownOnce {
  readonly #rules: ReadonlyMap<string, readonly OnceRule[]>;
  readonly #shown = new Map<string, Shown>();

  constructor(api: VerifiedApi) {
    this.#rules = new Map(api.operations.map((one) => [one.id, rulesOf(api, one)]));
  }

  /** Looks at an answer, and returns the values that it has from an earlier one. */
  note(operation: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { id, model } = operation;
    const { status = 0, body } = exchange.response ?? {};
    if (status < 200 || status > 299) return [];
    for (const rule of this.#rules.get(id) ?? [])
      for (const object of valuesAt(exchange.value, rule.place)) {
        const value = isObject(object) ? object[rule.member] : undefined;
        const isLong = typeof value === "string" && value.length >= least;
        if (isLong && this.#shown.size < most)
          this.#shown.set(value, { ...rule, by: operation, exchange });
      }
    if (this.#shown.size === 0 || model.method !== "GET") return [];
    const text = new TextDecoder().decode(body);
    const found = [...this.#shown].find(([value, { by }]) => by.id !== id && text.includes(value));
    if (found === undefined) return [];
    const [value, { by, member, sentence }] = found;
    this.#shown.delete(value);
    const message = `has the \`${member}\` that ${by.id} answered with, and its description says ${JSON.stringify(sentence)}`;
    const pointer = `${model.pointer}/responses/${status}`;
    return [{ problem: { check: "described-rule", message, pointer, about: member }, exchange }];
  }
}

/** Returns the members of an operation's answers that a sentence about them names, each as the only one. */
function rulesOf(api: VerifiedApi, operation: VerifiedOperation): OnceRule[] {
  const { model } = operation;
  const { document } = api.description.model;
  const success = model.responses.find(({ status }) => status.startsWith("2"));
  const said = sentencesOf(model.description, success?.description).filter((one) => once.test(one));
  if (said.length === 0 || model.method === "GET") return [];
  const places = schemaWalkOf(api).of(operation);
  const names = new Set(places.flatMap(({ schema }) => memberNames(document, schema)));
  return said.flatMap((sentence): OnceRule[] => {
    const words = wordsOf(sentence);
    const named = [...names].filter((one) => wordsOf(one).every((word) => words.includes(word)));
    const [member] = named;
    // "The secret of the key is shown only once" is not about the key.
    if (member === undefined || named.length > 1) return [];
    return places
      .filter(({ schema }) => memberNames(document, schema).includes(member))
      .map(({ place }) => ({ place, member, sentence }));
  });
}
