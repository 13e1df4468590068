import { faulty } from "./faults.ts";
import { instantOf, isDate } from "./instants.ts";
import { Problem, type Field } from "./problems.ts";

/** The limits of a text, counted in Unicode characters. */
export interface TextLimits {
  readonly minimum?: number;
  readonly maximum: number;
  readonly pattern?: RegExp;
}

export type Members = Readonly<Record<string, unknown>>;

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Reads the values of a body and collects all places that are not as described. */
export class BodyChecks {
  readonly fields: Field[] = [];

  add(pointer: string, reason: string): void {
    this.fields.push({ pointer, reason });
  }

  /** @throws Problem if anything was not as described. */
  refuse(): void {
    if (this.fields.length === 0) return;
    const { fields } = this;
    throw new Problem(422, "invalid_values", "The body has values that are not accepted.", {
      fields,
    });
  }

  object(pointer: string, value: unknown, known: readonly string[]): Members | undefined {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.add(pointer, "must be an object");
      return undefined;
    }
    for (const name of Object.keys(value))
      if (!known.includes(name)) this.add(`${pointer}/${escaped(name)}`, "is not known");
    return value as Members;
  }

  text(pointer: string, value: unknown, { minimum = 0, maximum, pattern }: TextLimits): string {
    if (typeof value !== "string") {
      this.add(pointer, "must be a text");
      return "";
    }
    const length = faulty("texts-in-bytes") ? Buffer.byteLength(value) : [...value].length;
    if (length < minimum) this.add(pointer, `must have at least ${String(minimum)} characters`);
    if (length > maximum) this.add(pointer, `must have at most ${String(maximum)} characters`);
    if (pattern?.test(value) === false) this.add(pointer, `must match ${pattern.source}`);
    return value;
  }

  number(pointer: string, value: unknown, minimum: number, maximum: number): number {
    if (typeof value !== "number") this.add(pointer, "must be a number");
    else if (value < minimum || value > maximum)
      this.add(pointer, `must be from ${String(minimum)} to ${String(maximum)}`);
    else return value;
    return minimum;
  }

  integer(pointer: string, value: unknown, minimum: number, maximum: number): number {
    if (typeof value === "number" && !Number.isInteger(value)) {
      this.add(pointer, "must be an integer");
      return minimum;
    }
    return this.number(pointer, value, minimum, maximum);
  }

  boolean(pointer: string, value: unknown): boolean {
    if (typeof value !== "boolean") this.add(pointer, "must be true or false");
    return value === true;
  }

  choice<const Value extends string | number>(
    pointer: string,
    value: unknown,
    choices: readonly Value[],
  ): Value {
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) this.add(pointer, `must be one of ${choices.join(", ")}`);
    return chosen ?? (choices[0] as Value);
  }

  /** Different texts, in the order in which they were sent. */
  texts(pointer: string, value: unknown, limits: TextLimits, maximum: number): string[] {
    if (!Array.isArray(value)) {
      this.add(pointer, "must be an array");
      return [];
    }
    if (value.length > maximum) this.add(pointer, `must have at most ${String(maximum)} items`);
    if (new Set(value).size < value.length) this.add(pointer, "must not have an item twice");
    return value.map((item, index) => this.text(`${pointer}/${String(index)}`, item, limits));
  }

  date(pointer: string, value: unknown): string {
    if (typeof value === "string" && isDate(value)) return value;
    if (faulty("dates-roll-over") && typeof value === "string") {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(value) : new Date(Number.NaN);
      if (!Number.isNaN(day.getTime())) return day.toISOString().slice(0, 10);
    }
    this.add(pointer, "must be a date");
    return "2000-01-01";
  }

  instant(pointer: string, value: unknown): number {
    const instant = typeof value === "string" ? instantOf(value) : undefined;
    if (instant === undefined) this.add(pointer, "must be a date-time with an offset");
    return instant ?? 0;
  }
}
