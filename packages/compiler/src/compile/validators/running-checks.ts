import { isDeepStrictEqual } from "node:util";
import {
  canonicalText,
  isObject,
  member,
  toPointer,
} from "@openapi-packages/description/json/json";
import { formatChecks } from "../format-checks.ts";
import type { RuntimeValue } from "../../symbols/runtime-symbols.ts";
import { matchesPattern, planPattern } from "@openapi-packages/description/patterns/pattern-plan";
import { hasFormat } from "../has-format.ts";
import type { PartOf } from "../code/code-part.ts";
import { RunningCode } from "../code/running-code.ts";

/** An error of a check, with the parts that the generator needs. */
interface CheckError {
  readonly path: string;
  readonly keyword: string;
}

type Check = (value: unknown, path: string, errors: CheckError[], seen?: Evaluated) => void;

/**
 * Runs compiled checks in this process, with stand-ins for the runtime's helpers.
 *
 * @returns a function that runs the check of a name and returns its first error, if any
 */
export function runningChecks(
  partOf: PartOf,
): (functionName: string, value: unknown) => CheckError | undefined {
  const running = new RunningCode(partOf, helpers);
  return (functionName, value) => {
    const errors: CheckError[] = [];
    (running.function(functionName) as Check)(value, "", errors);
    return errors[0];
  };
}

class Evaluated {
  readonly #members = new Set<string>();
  readonly #items = new Set<number>();
  #hasAllMembers = false;

  addMembers(names: readonly string[]): void {
    for (const name of names) this.#members.add(name);
  }

  addAllMembers(): void {
    this.#hasAllMembers = true;
  }

  hasMember(name: string): boolean {
    return this.#hasAllMembers || this.#members.has(name);
  }

  addItems(number: number): void {
    this.#items.add(-number);
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  hasItem(index: number): boolean {
    return this.#items.has(index) || [...this.#items].some((first) => index < -first);
  }

  add(other: Evaluated): void {
    for (const name of other.#members) this.#members.add(name);
    for (const index of other.#items) this.#items.add(index);
    this.#hasAllMembers ||= other.#hasAllMembers;
  }
}

interface Verdict {
  readonly errors: readonly CheckError[];
  readonly seen: Evaluated | undefined;
}

/** The errors of a validation, with the remembered results of checks. */
interface CheckErrors extends Array<CheckError> {
  verdicts?: Map<Check, Map<unknown, Verdict>>;
}

function evaluateOnce(
  check: Check,
  value: unknown,
  path: string,
  errors: CheckErrors,
  seen?: Evaluated,
): void {
  errors.verdicts ??= new Map();
  const verdicts = errors.verdicts.get(check) ?? new Map<unknown, Verdict>();
  errors.verdicts.set(check, verdicts);
  // Equal primitives may occur in several places, so the path is part of their key.
  const isStructured = typeof value === "object" && value !== null;
  const key = isStructured ? value : `${path} ${typeof value} ${String(value)}`;
  const known = verdicts.get(key);
  const start = errors.length;
  const own = seen === undefined ? undefined : (known?.seen ?? new Evaluated());
  if (known === undefined) check(value, path, errors, own);
  else errors.push(...known.errors);
  if (own !== undefined) seen?.add(own);
  if (known === undefined) verdicts.set(key, { errors: errors.slice(start, start + 1), seen: own });
}

type FormatCheck<Kind extends keyof typeof formatChecks> =
  (typeof formatChecks)[Kind][keyof (typeof formatChecks)[Kind]];

/** Returns the functions for the formats of one type of values, by name. */
function checksOf<Kind extends keyof typeof formatChecks>(
  kind: Kind,
): Record<FormatCheck<Kind> & string, (value: string | number) => boolean> {
  return Object.fromEntries(
    Object.entries(formatChecks[kind]).map(([format, name]) => [
      name as string,
      (value: string | number) => hasFormat(format, value),
    ]),
  ) as ReturnType<typeof checksOf<Kind>>;
}

/** Stand-ins for the runtime's helpers of the same names. */
const helpers = {
  Evaluated,
  evaluateOnce,
  count: (text: string): number => [...text].length,
  duplicate(items: readonly unknown[]): readonly [number, number] | undefined {
    const known = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const text = canonicalText(item);
      const earlier = known.get(text);
      if (earlier !== undefined) return [earlier, index];
      known.set(text, index);
    }
    return undefined;
  },
  equal: isDeepStrictEqual,
  ...checksOf("string"),
  ...checksOf("number"),
  getMember: member,
  isMultiple(value: number, of: number): boolean {
    const quotient = value / of;
    if (value % of === 0 || Number.isInteger(quotient)) return true;
    return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.abs(quotient);
  },
  isInt64OrBigInt: (value: unknown): boolean =>
    Number.isSafeInteger(value) ||
    (typeof value === "bigint" && BigInt.asIntN(64, value) === value),
  isMultipleOrBigInt: (value: number | bigint, of: number): boolean =>
    typeof value === "number" || !Number.isInteger(of)
      ? helpers.isMultiple(Number(value), of)
      : value % BigInt(of) === 0n,
  isObject,
  countReadOnly: (): number => 0,
  markReadOnly(): void {},
  removeReadOnly(): void {},
  report(errors: CheckError[], path: string, keyword: string): void {
    errors.push({ path, keyword });
  },
  reportMissing(errors: CheckError[], path: string): void {
    errors.push({ path, keyword: "required" });
  },
  reportType(errors: CheckError[], path: string): void {
    errors.push({ path, keyword: "type" });
  },
  countUnlisted: (): number => 0,
  removeUnlisted(): void {},
  reportUnlisted(errors: CheckError[], path: string, keyword: string): void {
    errors.push({ path, keyword });
  },
  slowPattern(pattern: string): { readonly test: (text: string) => boolean } {
    const plan = planPattern(pattern);
    // A pattern that cannot be decided here is left to the packages.
    return { test: (text) => matchesPattern(plan, text) ?? true };
  },
  token: (name: string): string => toPointer([name]),
} as const satisfies Record<Exclude<RuntimeValue<"/validation">, "validator">, unknown>;
