import { escapePointerToken } from "../json-pointer.ts";
import { isObject } from "../members.ts";
import type { ValidatorError } from "../operation.ts";
import { equal } from "./equal.ts";

/** The errors of one validation, and what is known until its end. */
export interface ValidationErrors extends Array<ValidatorError> {
  /** The steps taken for slow patterns. */
  steps?: number;
  /** Check → value → what it said, see `evaluateOnce`. */
  verdicts?: Map<unknown, Map<unknown, Verdict>>;
  /** Something that nobody can tell of the value within bounds, so that it is refused. */
  unchecked?: ValidatorError;
  /** The places of members that are read-only, as far as the value is of the schemas that say so. */
  readOnly?: string[];
}

/** Adds what is wrong with a value to the errors. */
export type Check = (value: unknown, path: string, errors: ValidationErrors) => void;

/** A check that also tells what it has looked at, where somebody asks. */
export type TrackingCheck = (
  value: unknown,
  path: string,
  errors: ValidationErrors,
  seen?: Evaluated,
) => void;

/** What a check has said of a value. */
export interface Verdict {
  /** The first errors that it found. */
  readonly errors: readonly ValidatorError[];
  readonly seen: Evaluated | undefined;
  readonly readOnly?: readonly string[] | undefined;
}

/** Adds the place of a member that is read-only: an annotation, and no error (JSON Schema 2020-12 core, section 7.7). */
export function markReadOnly(errors: ValidationErrors, path: string): void {
  (errors.readOnly ??= []).push(path);
}

/** The number of places that have been marked as read-only. */
export function countReadOnly({ readOnly }: ValidationErrors): number {
  return readOnly?.length ?? 0;
}

/** Removes the places that were marked later, by a schema that does not hold. */
export function removeReadOnly({ readOnly }: ValidationErrors, kept: number): void {
  if (readOnly !== undefined) readOnly.length = kept;
}

/** The most errors that say what they found: a hostile value must not make a million of them. */
const mostDescribed = 1000;

/** Any further error. It is counted, as alternatives are told apart by how many errors they add. */
const oneMore: ValidatorError = { instancePath: "", keyword: "more", message: "and more" };

/** Adds an error: the keyword that does not hold, where, and what its message needs. */
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

/** Adds the error that a required member is not there. */
export function reportMissing(errors: ValidatorError[], instancePath: string, name: string): void {
  report(errors, instancePath, "required", { missingProperty: name });
}

/** Adds the error that a value has another type. */
export function reportType(
  errors: ValidatorError[],
  instancePath: string,
  type: string | readonly string[],
): void {
  report(errors, instancePath, "type", { type });
}

/** A name as a part of a JSON pointer, its slash included (RFC 6901, section 3). */
export function token(name: string): string {
  return `/${escapePointerToken(name)}`;
}

/** The length of a text in Unicode code points, which is what `minLength` and `maxLength` count. */
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
 * Tells whether a number is a multiple of another (JSON Schema 2020-12 validation, section 6.2.1), as
 * decimals: 19.99 is a multiple of 0.01, though their quotient in binary is not quite whole.
 */
export function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  if (value % of === 0 || Number.isInteger(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Number.EPSILON * Math.abs(quotient);
}

/**
 * A text that equal values have in common, and hardly any others: comparing each item with each would
 * take minutes where there are a hundred thousand.
 */
function sortedText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedText(value[name])}`).join()}}`;
}

/** The indexes of two items that are equal, the earlier one first; `undefined` where there are none. */
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

/** The members and items of one value that some keyword has looked at (JSON Schema 2020-12 core, section 11). */
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

  /** The first so many items. */
  addItems(number: number): void {
    this.#firstItems = Math.max(this.#firstItems, number);
  }

  addItem(index: number): void {
    this.#items.add(index);
  }

  hasItem(index: number): boolean {
    return index < this.#firstItems || this.#items.has(index);
  }

  /** All that another one has. */
  add(other: Evaluated): void {
    for (const name of other.#members) this.#members.add(name);
    for (const index of other.#items) this.#items.add(index);
    this.#hasAllMembers ||= other.#hasAllMembers;
    this.addItems(other.#firstItems);
  }
}
