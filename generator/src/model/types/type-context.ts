import type { JsonObject } from "../../json.ts";
import type { SchemaLookup } from "./schema-lookup.ts";

/** A place in the document; the way to it is put together only when somebody asks. */
export class TypePlace {
  readonly #above: TypePlace | undefined;
  readonly #parts: readonly (string | number)[];

  constructor(parts: readonly (string | number)[], above?: TypePlace) {
    this.#parts = parts;
    this.#above = above;
  }

  /** A place below this one. */
  below(...parts: (string | number)[]): TypePlace {
    return new TypePlace(parts, this);
  }

  /** The way from the document's root. */
  get path(): readonly (string | number)[] {
    return this.#above === undefined ? this.#parts : [...this.#above.path, ...this.#parts];
  }
}

/** The state that the makers of types share. */
export interface TypeContext {
  readonly lookup: SchemaLookup;
  /** True if an enum at a place may get more values with time. */
  isOpen(place: TypePlace): boolean;
  /** True if what stands beside a reference is but the tag that the type of the target has already. */
  isTagOf(schema: JsonObject, name: string): boolean;
  /** The number of alternatives in the type of a named schema. */
  readonly alternatives: (name: string) => number;
  /** Reports that a type had to say less than its schema. */
  widen(place: TypePlace, keyword: string, reason: string): void;
}
