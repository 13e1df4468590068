import type { JsonObject } from "../../json.ts";
import type { SchemaLookup } from "../types/schema-lookup.ts";
import type { DateSchema } from "./schema.ts";

/** A place in the document; the way to it is put together only when somebody asks. */
export class SchemaPath {
  readonly #above: SchemaPath | undefined;
  readonly #parts: readonly (string | number)[];

  constructor(parts: readonly (string | number)[], above?: SchemaPath) {
    this.#parts = parts;
    this.#above = above;
  }

  /** A place below this one. */
  below(...parts: (string | number)[]): SchemaPath {
    return new SchemaPath(parts, this);
  }

  /** The way from the document's root. */
  get path(): readonly (string | number)[] {
    return this.#above === undefined ? this.#parts : [...this.#above.path, ...this.#parts];
  }
}

/** What the builders of schemas know of the rest of the document. */
export interface SchemaContext {
  readonly lookup: SchemaLookup;
  /** True if an enum at a place may get more values with time. */
  isOpen(place: SchemaPath): boolean;
  /** True if what is beside a reference is but the tag that the schema of the target has already. */
  isTagOf(schema: JsonObject, name: string): boolean;
  /** The number of alternatives in the schema of a component. */
  readonly alternatives: (name: string) => number;
  /** The schema of a text of `format: date-time`; `undefined` where it stays a text. */
  dateAt(place: SchemaPath): DateSchema | undefined;
  /** Reports that the model says less than the schema does. */
  widen(place: SchemaPath, keyword: string, reason: string): void;
}
