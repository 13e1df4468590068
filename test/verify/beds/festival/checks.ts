import { Problem } from "./problems.ts";
import type { Issue } from "./problems.ts";

export type Members = Record<string, unknown>;

interface TextRules {
  least?: number;
  most: number;
  pattern?: RegExp;
}

const lengthOf = (text: string): number => [...text].length;

/** Collects everything that is wrong with a body. What is wrong has a stand-in until `finish` refuses it. */
export class Checks {
  readonly #issues: Issue[] = [];

  refuse(path: string, message: string): void {
    this.#issues.push({ path, message });
  }

  finish(): void {
    if (this.#issues.length > 0)
      throw new Problem(422, "The body is not as described.", { issues: this.#issues });
  }

  object(value: unknown, path: string, known: readonly string[]): Members {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.refuse(path, "must be an object");
      return {};
    }
    for (const name of Object.keys(value))
      if (!known.includes(name)) this.refuse(`${path}/${name}`, "is not known");
    return value as Members;
  }

  list(value: unknown, path: string, least: number, most: number): unknown[] {
    if (!Array.isArray(value)) {
      this.refuse(path, "must be a list");
      return [];
    }
    if (value.length < least || value.length > most)
      this.refuse(path, `must have ${String(least)} to ${String(most)} items`);
    return value;
  }

  text(value: unknown, path: string, rules: TextRules, measure = lengthOf): string {
    if (typeof value !== "string") {
      this.refuse(path, "must be a text");
      return "";
    }
    const length = measure(value);
    if (length < (rules.least ?? 0)) this.refuse(path, "is too short");
    if (length > rules.most) this.refuse(path, "is too long");
    if (rules.pattern !== undefined && !rules.pattern.test(value))
      this.refuse(path, "does not have the form described");
    return value;
  }

  integer(value: unknown, path: string, least: number, most: number): number {
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most)
      return value;
    this.refuse(path, `must be a whole number from ${String(least)} to ${String(most)}`);
    return least;
  }

  flag(value: unknown, path: string): boolean {
    if (typeof value === "boolean") return value;
    this.refuse(path, "must be true or false");
    return false;
  }

  oneOf<Value extends string>(value: unknown, path: string, values: readonly Value[]): Value {
    const found = values.find((known) => known === value);
    if (found !== undefined) return found;
    this.refuse(path, `must be one of ${values.join(", ")}`);
    return values[0]!;
  }

  /** The value that the reader gives, or nothing where the member is left out. */
  optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
    return value === undefined ? undefined : read(value);
  }
}
