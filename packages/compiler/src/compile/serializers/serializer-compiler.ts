import { localName } from "@openapi-packages/description/names/names";
import type { Json } from "@openapi-packages/description/json/json";
import type { ApiModel, MediaType, Operation } from "@openapi-packages/description/model/api-model";
import { CodePartBuilder, type CodePart } from "../code/code-part.ts";
import type { NamedSchemas } from "../named-schemas.ts";
import { aliasOf, type Target } from "../schema-reader.ts";
import { combinationName, type CombinedReferences } from "./combined-references.ts";
import { DeclaredReader } from "./declared-parts.ts";
import { PartPicker, type PickPart } from "./part-picker.ts";

/** The names of an operation's serializers: status → media type → name. */
export type SerializerNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Compiles schemas to functions that copy only the declared parts of a value. A named schema is
 * compiled once, to a function that others call: `pickPet`. No name of a description has a `$`, so
 * functions of operations, such as `getPet$response200`, cannot collide with those of schemas.
 */
export class SerializerCompiler {
  readonly #schemas: NamedSchemas;
  readonly #reader: DeclaredReader;
  readonly #parts = new Map<string, CodePart>();
  /** Maps the function of a schema to the schema. */
  readonly #functions: ReadonlyMap<string, Json>;
  /** Maps the function of a combination to its schema. */
  readonly #combinations = new Map<string, Json>();

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas;
    this.#functions = new Map(
      schemas.all.map(({ name, json: schema }) => [schemaFunction(name), schema]),
    );
    const target: Target = (reference) => schemas.target(reference);
    this.#reader = new DeclaredReader(target);
  }

  /**
   * Returns the code part that declares a function.
   *
   * @throws {Error} if no function has that name
   */
  readonly partOf = (functionName: string): CodePart => {
    const known = this.#parts.get(functionName);
    if (known !== undefined) return known;
    const part: PickPart = new CodePartBuilder();
    const schema = this.#functions.get(functionName);
    const combination = this.#combinations.get(functionName);
    if (schema !== undefined) this.#picker(part).declare(functionName, schema);
    else if (combination !== undefined)
      this.#picker(part).declareCombination(functionName, combination);
    else throw new Error(`no function is called ${functionName}`);
    this.#parts.set(functionName, part);
    return part;
  };

  /** Compiles the serializers of one operation's responses. */
  operation(operation: Operation): { readonly names: SerializerNames; readonly part: CodePart } {
    const part: PickPart = new CodePartBuilder();
    const picker = this.#picker(part);
    const content = (media: readonly MediaType[], words: string): Map<string, string> =>
      new Map(
        media.flatMap(({ mediaType, kind, schema }): [string, string][] => {
          // Binary and text bodies are sent unchanged.
          if (schema === undefined || kind === "binary" || kind === "text") return [];
          const all = media.length === 1 ? words : `${words} ${mediaType}`;
          const wanted = `${localName(operation.typeName)}$${localName(all)}`;
          const name = picker.functionFor(schema.json, wanted);
          return name === undefined ? [] : [[mediaType, name]];
        }),
      );
    const names = new Map(
      operation.responses
        .map(
          ({ status, content: media }) => [status, content(media, `response ${status}`)] as const,
        )
        .filter(([, own]) => own.size > 0),
    );
    for (const { name } of part.declarations) this.#parts.set(name, part);
    return { names, part };
  }

  /** Returns the function for the common errors; `undefined` if they are sent unchanged. */
  commonError({ commonErrors }: ApiModel): string | undefined {
    if (commonErrors === undefined) return undefined;
    const { json: schema } = commonErrors.schema;
    const reference = aliasOf(schema);
    if (reference !== undefined) return schemaFunction(this.#schemas.nameOf(reference));
    const part: PickPart = new CodePartBuilder();
    const name = this.#picker(part).functionFor(schema, "pick$commonError");
    if (name !== undefined) this.#parts.set(name, part);
    return name;
  }

  #picker(part: PickPart): PartPicker {
    return new PartPicker({
      part,
      reader: this.#reader,
      traits: this.#schemas.traits,
      reference: (reference) => part.call(schemaFunction(this.#schemas.nameOf(reference))),
      combination: (combined) => part.call(this.#combination(combined)),
      target: (reference) => this.#schemas.target(reference),
    });
  }

  #combination({ keyword, references }: CombinedReferences): string {
    const names = references.map((reference) => this.#schemas.nameOf(reference));
    const name = schemaFunction(combinationName(keyword, names));
    const all = references.map(($ref) => ({ $ref }));
    if (names.length > 1) this.#combinations.set(name, { [keyword]: all });
    return name;
  }
}

const schemaFunction = (name: string): string => `pick${name}`;
