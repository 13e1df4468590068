import { isObject, stringMember } from "../../../load/json.ts";
import {
  operationGroups,
  type ApiModel,
  type MediaType,
  type Operation,
  type SchemaPlace,
} from "../../../model/api-model.ts";
import { runtimePackage } from "../../runtime-symbols.ts";
import { asciiName } from "../compile-validators.ts";
import { KeepModule } from "./keep-module.ts";

/** The names, in the compiled module, of the serializers of one operation. */
export interface SerializerNames {
  /** Status → media type → name. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly commonError: string | undefined;
}

/** Serializers as ECMAScript text, and who uses which. */
export interface CompiledSerializers {
  /** The module that exports each serializer by its name. */
  readonly code: string;
  readonly exports: readonly string[];
  readonly operations: ReadonlyMap<Operation, SerializerNames>;
}

/** Writes the serializers of every answer: what of a value is sent, as its schema declares it. */
export function compileSerializers(model: ApiModel): CompiledSerializers {
  const registry = new Registry(model);
  const { commonErrors } = model;
  const commonError = commonErrors && registry.of(commonErrors.schema, "CommonError");
  const operations = new Map<Operation, SerializerNames>();
  for (const operation of operationGroups(model).flatMap((group) => group.operations)) {
    const responses = new Map<string, ReadonlyMap<string, string>>();
    for (const { status, content } of operation.responses) {
      const names = namesOf(registry, `${operation.methodName}Response${status}`, content);
      if (names.size > 0) responses.set(status, names);
    }
    operations.set(operation, { responses, commonError });
  }
  return { code: registry.text, exports: registry.names, operations };
}

function namesOf(
  registry: Registry,
  hint: string,
  content: readonly MediaType[],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [index, { mediaType, kind, schema }] of content.entries()) {
    // What has no structure is sent as it is.
    if (schema === undefined || kind === "binary" || kind === "text") continue;
    const name = registry.of(schema, index === 0 ? hint : `${hint}_${index}`);
    if (name !== undefined) names.set(mediaType, name);
  }
  return names;
}

/** Collects the schemas that answers have; one with a name has one serializer, whoever uses it. */
class Registry {
  readonly #module: KeepModule;
  readonly #typeNames: ReadonlyMap<string, string>;
  /** Name of a serializer → function that it is. */
  readonly #exports = new Map<string, string>();

  constructor(model: ApiModel) {
    this.#typeNames = new Map(
      model.schemas.map(({ pointer, typeName }) => [pointer, asciiName(typeName)]),
    );
    this.#module = new KeepModule(
      new Map(
        model.schemas.map(({ pointer, typeName, schema }) => [
          pointer,
          { name: asciiName(typeName), schema },
        ]),
      ),
    );
  }

  get names(): readonly string[] {
    return [...this.#exports.keys()];
  }

  get text(): string {
    const helpers = this.#module.helpers.join(", ");
    const imports =
      helpers === "" ? "" : `import { ${helpers} } from "${runtimePackage}/serialization";\n\n`;
    const lines = [...this.#exports].map(([name, keep]) => `export const ${name} = ${keep};`);
    return `${imports}${this.#module.body}\n${lines.join("\n")}\n`;
  }

  /** The serializer of a body's schema; `undefined` where all of a value is declared. */
  of({ schema }: SchemaPlace, hint: string): string | undefined {
    const reference = isObject(schema) ? stringMember(schema, "$ref") : undefined;
    const named = reference === undefined ? undefined : this.#typeNames.get(reference.slice(1));
    const keep = this.#module.function(schema, named ?? asciiName(hint));
    if (keep === undefined) return undefined;
    let name = `serialize${named ?? asciiName(hint)}`;
    while ((this.#exports.get(name) ?? keep) !== keep) name += "_";
    this.#exports.set(name, keep);
    return name;
  }
}
