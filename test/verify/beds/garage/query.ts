// Reads query parameters; faulty ones are collected and answered with 400.
import { Problem, type Call, type FieldError } from "./http.ts";
import { isDay, isTime, textLength } from "./validate.ts";

export class Query {
  private call: Call;
  private errors: FieldError[] = [];
  constructor(call: Call) {
    this.call = call;
  }

  wrong(field: string, message: string): void {
    this.errors.push({ in: "query", field, message });
  }

  private single(name: string): string | undefined {
    const all = this.call.query.getAll(name);
    if (all.length > 1) {
      this.wrong(name, "may be given only once");
      return undefined;
    }
    return all[0];
  }

  int(name: string, min: number, max: number): number | undefined;
  int(name: string, min: number, max: number, fallback: number): number;
  int(name: string, min: number, max: number, fallback?: number): number | undefined {
    const text = this.single(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (!/^-?[0-9]+$/.test(text) || value < min || value > max) {
      this.wrong(name, `must be an integer from ${min} to ${max}`);
      return fallback;
    }
    return value;
  }

  bool(name: string): boolean | undefined {
    const text = this.single(name);
    if (text === undefined) return undefined;
    if (text !== "true" && text !== "false") this.wrong(name, "must be true or false");
    return text === "true";
  }

  text(name: string, min: number, max: number): string | undefined {
    const text = this.single(name);
    if (text === undefined) return undefined;
    const length = textLength(text);
    if (length < min || length > max) this.wrong(name, `must have ${min} to ${max} characters`);
    return text;
  }

  choice(name: string, choices: readonly string[], fallback: string): string {
    const text = this.single(name);
    if (text === undefined) return fallback;
    if (!choices.includes(text)) this.wrong(name, `must be one of ${choices.join(", ")}`);
    return text;
  }

  choices(name: string, choices: readonly string[]): string[] {
    const all = this.call.query.getAll(name);
    if (all.some((text) => !choices.includes(text)))
      this.wrong(name, `must be one of ${choices.join(", ")}`);
    return all;
  }

  time(name: string): string | undefined {
    const text = this.single(name);
    if (text !== undefined && !isTime(text))
      this.wrong(name, "must be a UTC time with whole minutes");
    return text;
  }

  day(name: string): string | undefined {
    const text = this.single(name);
    if (text !== undefined && !isDay(text)) this.wrong(name, "must be a date");
    return text;
  }

  raw(name: string): string | undefined {
    return this.single(name);
  }

  done(): void {
    if (this.errors.length > 0)
      throw new Problem(400, "A query parameter is not as described.", this.errors);
  }
}
