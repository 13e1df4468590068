import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import type { ApiModel, NamedSchema } from "@openapi-packages/description/model/api-model";
import { namedSchemas } from "@openapi-packages/description/model/json-schemas";
import { TraitReader } from "@openapi-packages/description/model/unions/trait-reader";
import {
  repeatedChecks,
  repeatedComponentChecks,
  type RepeatedChecks,
} from "@openapi-packages/description/model/types/repeated-checks";

/** A schema with a name, which is part of the names of the functions compiled from it. */
export interface CodeSchema {
  readonly name: string;
  readonly json: Json;
}

/** A schema with its type name and its JSON pointer. */
export type NamedType = Pick<NamedSchema, "pointer" | "typeName" | "json">;

/** The named schemas of a model, and its document, which has them as components. */
export interface NamedTypes extends Pick<ApiModel, "document"> {
  /** The type of integers with `format: int64`. Default: numbers. */
  readonly int64?: ApiModel["int64"];
  readonly schemas: readonly NamedType[];
}

/** The named schemas, by the JSON pointers that refer to them. */
export class NamedSchemas {
  static readonly #known = new WeakMap<readonly NamedType[], NamedSchemas>();

  /** Reads the traits that tell alternatives apart. */
  readonly traits: TraitReader = new TraitReader((reference) => this.target(reference));
  /** True if integers with `format: int64` beyond 2^53 are given as `bigint`. */
  readonly hasBigInts: boolean;
  readonly #schemas: ReadonlyMap<string, CodeSchema>;
  readonly #components: JsonObject | undefined;
  #repeated: RepeatedChecks | undefined;

  /**
   * @param schemas by JSON pointer
   * @param components the same schemas, if they are those of a document
   * @param hasBigInts see {@link NamedSchemas.hasBigInts}
   */
  constructor(
    schemas: ReadonlyMap<string, CodeSchema>,
    components?: JsonObject,
    hasBigInts = false,
  ) {
    this.hasBigInts = hasBigInts;
    this.#schemas = schemas;
    this.#components = components;
  }

  /**
   * Collects the schemas of a model under their type names. Validators and serializers of a model
   * get the same, which reads each schema once.
   */
  static of({ schemas, document, int64 }: NamedTypes): NamedSchemas {
    const known = NamedSchemas.#known.get(schemas);
    if (known !== undefined) return known;
    const named = new NamedSchemas(
      new Map(schemas.map(({ pointer, typeName, json }) => [pointer, { name: typeName, json }])),
      namedSchemas(document),
      int64 !== undefined,
    );
    NamedSchemas.#known.set(schemas, named);
    return named;
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
    this.#repeated ??= this.#findRepeated();
    return this.#repeated.isRepeated(reference);
  }

  #findRepeated(): RepeatedChecks {
    if (this.#components !== undefined) return repeatedComponentChecks(this.#components);
    return repeatedChecks(
      new Map([...this.#schemas].map(([pointer, { json: schema }]) => [`#${pointer}`, schema])),
    );
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
