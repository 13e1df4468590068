import type { JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Problem } from "../checks.ts";
import { isComparable, isExample } from "./comparable.ts";
import {
  derivedIn,
  isAsExpected,
  objectsIn,
  type Derived,
  type DerivedProblem,
  type DerivedRule,
} from "./derived-rule.ts";
import { DateSeries } from "./date-series.ts";
import { exampleRules } from "./example-rules.ts";
import { LetterCases } from "./letter-cases.ts";
import { ListOrders } from "./list-orders.ts";
import { NullValues } from "./null-values.ts";
import { ShownOnce } from "./shown-once.ts";
import { wordedRules } from "./worded-rules.ts";

/** A number that does not follow from its list. */
interface Wrong extends DerivedProblem {
  readonly derived: Derived;
}

/** What an operation has shown of the rules about one member. */
interface Shown {
  /** The number of items of the longest list that the rule held for; 0 before there was any. */
  longest: number;
  wrong: Wrong | undefined;
}

/**
 * Compares sums and counts in answers with the lists that they follow from, what is null with the state that it
 * follows from, the case of letters, series of days, what is shown once, and lists with their order, where examples or
 * descriptions say so. A rule counts for an operation from its first answer that keeps to it and is no example: services
 * without data of their own, such as mocks, do not compute.
 */
export class DerivedValues {
  readonly #groups: readonly (readonly DerivedRule[])[];
  readonly #shown = new Map<string, Shown>();
  /** What is looked at beside sums and counts. */
  readonly #others: readonly Pick<NullValues, "note">[];

  constructor(api: VerifiedApi) {
    const rules = [...exampleRules(api), ...wordedRules(api)];
    this.#others = [
      new NullValues(api),
      new LetterCases(api),
      new DateSeries(api),
      new ShownOnce(api),
      new ListOrders(api),
    ];
    // Where several members of the items have the same sum in all examples, any of them may be meant.
    this.#groups = [...Map.groupBy(rules, nameOf).values()];
  }

  /** Looks at an answer, and returns the violations that are known by now. */
  note(operation: VerifiedOperation, exchange: Exchange): readonly DerivedProblem[] {
    const { status = 0 } = exchange.response ?? {};
    if (status < 200 || status > 299) return [];
    const own = this.#others.flatMap((one) => one.note(operation, exchange));
    if (this.#groups.length === 0) return own;
    const derived = objectsIn(exchange.value).flatMap((object) =>
      this.#groups.flatMap((rules) => this.#judge(operation, exchange, object, rules) ?? []),
    );
    return [...own, ...derived];
  }

  #judge(
    operation: VerifiedOperation,
    exchange: Exchange,
    object: JsonObject,
    rules: readonly DerivedRule[],
  ): DerivedProblem | undefined {
    const all = rules.flatMap((one) => derivedIn(object, one) ?? []);
    const [[rule], [first]] = [rules, all];
    if (rule === undefined || first === undefined) return undefined;
    if (!rules.every((one) => isComparable(object, one))) return undefined;
    const key = JSON.stringify([operation.id, nameOf(rule)]);
    const shown = this.#shown.get(key) ?? { longest: 0, wrong: undefined };
    this.#shown.set(key, shown);
    if (!all.some(isAsExpected))
      shown.wrong ??= {
        derived: first,
        exchange,
        problem: problemOf(operation, exchange, rule, first),
      };
    else if (first.stated !== 0 && !isExample(object, rule))
      shown.longest = Math.max(shown.longest, first.items.length);
    const { wrong, longest } = shown;
    if (wrong === undefined || longest === 0) return undefined;
    shown.wrong = undefined;
    return mayBePart(wrong.derived, rule, longest) ? undefined : wrong;
  }
}

const nameOf = ({ member, list }: DerivedRule): string => JSON.stringify([member, list]);

/**
 * True if a list may be shown in part: its number says more than it shows, and the service has not shown that it has room
 * for as many items.
 */
function mayBePart(
  { stated, expected, items }: Derived,
  { part }: DerivedRule,
  longest: number,
): boolean {
  const least = part === undefined ? stated : items.length;
  return stated > expected && (items.length === 0 || least > longest);
}

function problemOf(
  { model }: VerifiedOperation,
  { response }: Exchange,
  { member, list, part, source }: DerivedRule,
  { stated, expected }: Derived,
): Problem {
  const other =
    part === undefined
      ? `\`${list}\` has ${expected} items`
      : `the sum of \`${part}\` in \`${list}\` is ${expected}`;
  const message = `\`${member}\` is ${stated}, and ${other}: ${source}`;
  const pointer = `${model.pointer}/responses/${response?.status}`;
  return { check: "derived-value", message, pointer, about: `${member} of ${list}` };
}
