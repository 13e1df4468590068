import type { JsonObject } from "../../json/json.ts";
import type { SchemaLookup } from "../types/schema-lookup.ts";
import type { DateSchema } from "./schema.ts";

/** A place in the document. The path is computed only on demand. */
export class SchemaPath {
  readonly #above: SchemaPath | undefined;
  readonly #parts: readonly (string | number)[];

  constructor(parts: readonly (string | number)[], above?: SchemaPath) {
    this.#parts = parts;
    this.#above = above;
  }

  /** Returns a place below this one. */
  below(...parts: (string | number)[]): SchemaPath {
    return new SchemaPath(parts, this);
  }

  /** The path from the document's root. */
  get path(): readonly (string | number)[] {
    return this.#above === undefined ? this.#parts : [...this.#above.path, ...this.#parts];
  }
}

/** What the schema builders know about the rest of the document. */
export interface SchemaContext {
  readonly lookup: SchemaLookup;
  /** Returns true if the enum at a place may get more values later. */
  isOpen(place: SchemaPath): boolean;
  /**
   * Returns true if the keywords beside a reference only repeat the tag that the target already
   * has.
   */
  isTagOf(schema: JsonObject, name: string): boolean;
  /** The number of alternatives in the schema of a component. */
  readonly alternatives: (name: string) => number;
  /** Returns the schema of a string with `format: date-time`; `undefined` if it stays a string. */
  dateAt(place: SchemaPath): DateSchema | undefined;
  /** Returns the JSON pointer of an integer with `format: int64`; `undefined` if it stays a number. */
  bigIntAt(place: SchemaPath): string | undefined;
  /** Reports that the type cannot express a keyword fully. */
  widen(place: SchemaPath, keyword: string, reason: string): void;
}
