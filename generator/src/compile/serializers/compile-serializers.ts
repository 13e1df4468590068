import { isObject, stringMember } from "../../json.ts";
import {
  operationGroups,
  type ApiModel,
  type MediaType,
  type Operation,
  type SchemaPlace,
} from "../../model/api-model.ts";
import { runtimePackage } from "../../runtime-symbols.ts";
import type { CodeSchema } from "../code-module.ts";
import { asciiName, namedSchemas } from "../named-schemas.ts";
import type { CodePart, CodeSource } from "../running-module.ts";
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
  const registry = new SerializerRegistry(model);
  const commonError = registry.commonError(model);
  const operations = new Map<Operation, SerializerNames>();
  for (const operation of operationGroups(model).flatMap((group) => group.operations))
    operations.set(operation, { responses: registry.operation(operation), commonError });
  return { code: registry.text, exports: registry.names, operations };
}

/** Collects the schemas that answers have; one with a name has one serializer, whoever uses it. */
export class SerializerRegistry implements CodeSource {
  readonly #module: KeepModule;
  readonly #schemas: ReadonlyMap<string, CodeSchema>;
  /** Name of a serializer → function that it is. */
  readonly #exports = new Map<string, string>();
  #takenExports = 0;

  constructor(model: ApiModel) {
    this.#schemas = namedSchemas(model);
    this.#module = new KeepModule(this.#schemas);
  }

  get names(): readonly string[] {
    return [...this.#exports.keys()];
  }

  get text(): string {
    const helpers = this.#module.helpers.join(", ");
    const imports =
      helpers === "" ? "" : `import { ${helpers} } from "${runtimePackage}/serialization";\n\n`;
    return `${imports}${this.#module.body}\n${this.#lines.join("\n")}\n`;
  }

  takePart(): CodePart {
    const exports = this.#lines.slice(this.#takenExports);
    this.#takenExports = this.#exports.size;
    return { ...this.#module.takeBody(), exports };
  }

  get #lines(): string[] {
    return [...this.#exports].map(([name, keep]) => `export const ${name} = ${keep};`);
  }

  /** Writes the serializers of one operation's answers: status → media type → name. */
  operation({ methodName, responses }: Operation): SerializerNames["responses"] {
    const byStatus = new Map<string, ReadonlyMap<string, string>>();
    for (const { status, content } of responses) {
      const names = this.#content(`${methodName}Response${status}`, content);
      if (names.size > 0) byStatus.set(status, names);
    }
    return byStatus;
  }

  /** Writes the serializer of the errors that any operation may answer with; `undefined` where all of one is declared. */
  commonError({ commonErrors }: ApiModel): string | undefined {
    return commonErrors && this.#of(commonErrors.schema, "CommonError");
  }

  #content(hint: string, content: readonly MediaType[]): Map<string, string> {
    const names = new Map<string, string>();
    for (const [index, { mediaType, kind, schema }] of content.entries()) {
      // What has no structure is sent as it is.
      if (schema === undefined || kind === "binary" || kind === "text") continue;
      const name = this.#of(schema, index === 0 ? hint : `${hint}_${index}`);
      if (name !== undefined) names.set(mediaType, name);
    }
    return names;
  }

  /** The serializer of a body's schema; `undefined` where all of a value is declared. */
  #of({ schema }: SchemaPlace, hint: string): string | undefined {
    const reference = isObject(schema) ? stringMember(schema, "$ref") : undefined;
    const named = reference === undefined ? undefined : this.#schemas.get(reference.slice(1))?.name;
    const keep = this.#module.function(schema, named ?? asciiName(hint));
    if (keep === undefined) return undefined;
    let name = `serialize${named ?? asciiName(hint)}`;
    while ((this.#exports.get(name) ?? keep) !== keep) name += "_";
    this.#exports.set(name, keep);
    return name;
  }
}
