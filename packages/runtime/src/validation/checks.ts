import { escapePointerToken } from "../json-pointer.ts";
import { isObject } from "../members.ts";
import type { ValidatorError } from "../operation.ts";
import { equal } from "./equal.ts";

/** The errors of one validation, with the state that lasts until its end. */
export interface ValidationErrors extends Array<ValidatorError> {
  /** The number of steps that slow patterns have taken. */
  steps?: number;
  /** The results of checks by value, see `evaluateOnce`. */
  verdicts?: Map<unknown, Map<unknown, Verdict>>;
  /** The error of a check that would take too long. It invalidates the value. */
  unchecked?: ValidatorError;
  /** The places of read-only members, according to the schemas that the value fits. */
  readOnly?: string[];
  /** The number of unlisted values that passed, according to the schemas that the value fits. Absent: none may pass. */
  unlisted?: number;
}

/** Adds the violations of a value to the errors. */
export type Check = (value: unknown, path: string, errors: ValidationErrors) => void;

/** A check that also records which members and items it has evaluated, if asked to. */
export type TrackingCheck = (
  value: unknown,
  path: string,
  errors: ValidationErrors,
  seen?: Evaluated,
) => void;

/** The result of a check for one value. */
export interface Verdict {
  /** The first errors of the check. */
  readonly errors: readonly ValidatorError[];
  readonly seen: Evaluated | undefined;
  readonly readOnly?: readonly string[] | undefined;
  /** The number of unlisted values that passed. */
  readonly unlisted: number;
}

/**
 * Adds the place of a read-only member. This is an annotation, not an error (JSON Schema 2020-12 core,
 * section 7.7).
 */
export function markReadOnly(errors: ValidationErrors, path: string): void {
  (errors.readOnly ??= []).push(path);
}

/** Returns the number of places marked as read-only. */
export function countReadOnly({ readOnly }: ValidationErrors): number {
  return readOnly?.length ?? 0;
}

/** Drops the places that a failed schema has marked. */
export function removeReadOnly({ readOnly }: ValidationErrors, kept: number): void {
  if (readOnly !== undefined) readOnly.length = kept;
}

/** The most errors with details: a hostile value must not create a million of them. */
const mostDescribed = 1000;

/** Counts as any further error, because alternatives are compared by their number of errors. */
const oneMore: ValidatorError = { instancePath: "", keyword: "more", message: "and more" };

/** Adds an error with its keyword, its place, and the parameters of its message. */
export function report(
  errors: ValidatorError[],
  instancePath: string,
  keyword: string,
  params?: ValidatorError["params"],
): void {
  if (errors.length >= mostDescribed) errors.push(oneMore);
  else
    errors.push(
      params === undefined ? { instancePath, keyword } : { instancePath, keyword, params },
    );
}

/**
 * Counts a value that a later version of the description may list, or adds an error where none may pass.
 *
 * @param isAlike whether the value is of the type of the listed ones
 */
export function reportUnlisted(
  errors: ValidationErrors,
  instancePath: string,
  keyword: string,
  isAlike: boolean,
  params?: ValidatorError["params"],
): void {
  if (errors.unlisted === undefined || !isAlike) report(errors, instancePath, keyword, params);
  else errors.unlisted += 1;
}

/** Returns the number of unlisted values that have passed. */
export function countUnlisted({ unlisted = 0 }: ValidationErrors): number {
  return unlisted;
}

/** Forgets the unlisted values that a schema let pass which does not count. */
export function removeUnlisted(errors: ValidationErrors, kept: number): void {
  if (errors.unlisted !== undefined) errors.unlisted = kept;
}

/** Adds the error of a missing required member. */
export function reportMissing(errors: ValidatorError[], instancePath: string, name: string): void {
  report(errors, instancePath, "required", { missingProperty: name });
}

/** Adds the error of a wrong type. */
export function reportType(
  errors: ValidatorError[],
  instancePath: string,
  type: string | readonly string[],
): void {
  report(errors, instancePath, "type", { type });
}

/** Returns a name as a part of a JSON pointer, including its slash (RFC 6901, section 3). */
export function token(name: string): string {
  return `/${escapePointerToken(name)}`;
}

/** Returns the length of a text in Unicode code points, as `minLength` and `maxLength` count it. */
export function count(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xd800) continue;
    if ((text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) continue;
    length--;
    index++;
  }
  return length;
}

/**
 * True if a number is a multiple of another (JSON Schema 2020-12 validation, section 6.2.1) in decimal
 * arithmetic: 19.99 is a multiple of 0.01, though their binary quotient is not whole.
 */
export function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  if (value % of === 0 || Number.isInteger(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.abs(quotient);
}

/** As {@link isMultiple}, for an integer that is a `bigint` beyond 2^53. */
export const isMultipleOrBigInt = (value: number | bigint, of: number): boolean =>
  typeof value === "number" || !Number.isInteger(of)
    ? isMultiple(Number(value), of)
    : value % BigInt(of) === 0n;

/**
 * Returns a text that is the same for equal values and rarely for others. Comparing all pairs of a hundred
 * thousand items would take minutes.
 */
function sortedText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedText(value[name])}`).join()}}`;
}

/** Returns the indexes of two equal items, the earlier one first, or `undefined` if there are none. */
export function duplicate(items: readonly unknown[]): readonly [number, number] | undefined {
  const known = new Map<unknown, number>();
  const structured = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    if (typeof item === "object" && item !== null) {
      const text = sortedText(item);
      const alike = structured.get(text) ?? [];
      const earlier = alike.find((other) => equal(items[other], item));
      if (earlier !== undefined) return [earlier, index];
      structured.set(text, [...alike, index]);
    } else {
      const earlier = known.get(item);
      if (earlier !== undefined) return [earlier, index];
      known.set(item, index);
    }
  }
  return undefined;
}

/** The members and items of one value that keywords have evaluated (JSON Schema 2020-12 core, section 11). */
export class Evaluated {
  readonly #members = new Set<string>();
  readonly #items = new Set<number>();
  #hasAllMembers = false;
  #firstItems = 0;

  addMembers(names: readonly string[]): void {
    for (const name of names) this.#members.add(name);
  }

  addAllMembers(): void {
    this.#hasAllMembers = true;
  }

  hasMember(name: string): boolean {
    return this.#hasAllMembers || this.#members.has(name);
  }

  /** Adds the first items, up to a number. */
  addItems(number: number): void {
    this.#firstItems = Math.max(this.#firstItems, number);
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  hasItem(index: number): boolean {
    return index < this.#firstItems || this.#items.has(index);
  }

  /** Adds everything that another one contains. */
  add(other: Evaluated): void {
    for (const name of other.#members) this.#members.add(name);
    for (const index of other.#items) this.#items.add(index);
    this.#hasAllMembers ||= other.#hasAllMembers;
    this.addItems(other.#firstItems);
  }
}
