import type { Json } from "../json.ts";
import type { NamedSchema } from "../model/api-model.ts";
import { repeatedChecks, type RepeatedChecks } from "../model/types/repeated-checks.ts";

/** A schema with a name, which the functions compiled from it have in theirs. */
export interface CodeSchema {
  readonly name: string;
  readonly schema: Json;
}

/** A schema with the name of its type, and its place. */
export type NamedType = Pick<NamedSchema, "pointer" | "typeName" | "schema">;

/** The schemas with a name, by the pointers that references to them have. */
export class NamedSchemas {
  readonly #schemas: ReadonlyMap<string, CodeSchema>;
  #repeated: RepeatedChecks | undefined;

  /** @param schemas by JSON pointer */
  constructor(schemas: ReadonlyMap<string, CodeSchema>) {
    this.#schemas = schemas;
  }

  /** The schemas of a model, by the names of their types. */
  static of({ schemas }: { readonly schemas: readonly NamedType[] }): NamedSchemas {
    return new NamedSchemas(
      new Map(
        schemas.map(({ pointer, typeName, schema }) => [pointer, { name: typeName, schema }]),
      ),
    );
  }

  /** Every one of them. */
  get all(): readonly CodeSchema[] {
    return [...this.#schemas.values()];
  }

  /** True if a value is held against what a reference leads to so often that the result is remembered. */
  isRepeated(reference: string): boolean {
    this.#repeated ??= repeatedChecks(
      new Map([...this.#schemas].map(([pointer, { schema }]) => [`#${pointer}`, schema])),
    );
    return this.#repeated.isRepeated(reference);
  }

  /** The schema that a reference leads to. */
  named(reference: string): CodeSchema | undefined {
    return this.#schemas.get(reference.replace(/^#/, ""));
  }

  /**
   * The name of the schema that a reference leads to.
   *
   * @throws {Error} when nothing has that name: whatever reads descriptions has missed it
   */
  nameOf(reference: string): string {
    const target = this.named(reference);
    if (target === undefined) throw new Error(`no schema is called ${reference}`);
    return target.name;
  }

  /** The schema that a reference leads to; one of everything where that is nothing. */
  target(reference: string): Json {
    return this.named(reference)?.schema ?? true;
  }
}
