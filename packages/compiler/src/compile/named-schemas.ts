import type { Json } from "@openapi-packages/description/json/json";
import type { NamedSchema } from "@openapi-packages/description/model/api-model";
import {
  repeatedChecks,
  type RepeatedChecks,
} from "@openapi-packages/description/model/types/repeated-checks";

/** A schema with a name, which is part of the names of the functions compiled from it. */
export interface CodeSchema {
  readonly name: string;
  readonly json: Json;
}

/** A schema with its type name and its JSON pointer. */
export type NamedType = Pick<NamedSchema, "pointer" | "typeName" | "json">;

/** The named schemas, by the JSON pointers that refer to them. */
export class NamedSchemas {
  readonly #schemas: ReadonlyMap<string, CodeSchema>;
  #repeated: RepeatedChecks | undefined;

  /** @param schemas by JSON pointer */
  constructor(schemas: ReadonlyMap<string, CodeSchema>) {
    this.#schemas = schemas;
  }

  /** Collects the schemas of a model under their type names. */
  static of({ schemas }: { readonly schemas: readonly NamedType[] }): NamedSchemas {
    return new NamedSchemas(
      new Map(schemas.map(({ pointer, typeName, json }) => [pointer, { name: typeName, json }])),
    );
  }

  /** All named schemas. */
  get all(): readonly CodeSchema[] {
    return [...this.#schemas.values()];
  }

  /**
   * True if one value may be checked against the target of a reference so often that the result is
   * remembered.
   */
  isRepeated(reference: string): boolean {
    this.#repeated ??= repeatedChecks(
      new Map([...this.#schemas].map(([pointer, { json: schema }]) => [`#${pointer}`, schema])),
    );
    return this.#repeated.isRepeated(reference);
  }

  /** Returns the schema that a reference points to; `undefined` if there is none. */
  named(reference: string): CodeSchema | undefined {
    return this.#schemas.get(reference.replace(/^#/, ""));
  }

  /**
   * Returns the name of the schema that a reference points to.
   *
   * @throws {Error} if there is no such schema, which is a bug in the reader of the description
   */
  nameOf(reference: string): string {
    const target = this.named(reference);
    if (target === undefined) throw new Error(`no schema is called ${reference}`);
    return target.name;
  }

  /** Returns the schema that a reference points to; `true` if there is none. */
  target(reference: string): Json {
    return this.named(reference)?.json ?? true;
  }
}
