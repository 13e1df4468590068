import { arrayMember, isObject, objectMember, type Json, type JsonObject } from "../../json.ts";
import { documenting } from "../../model/types/type-schema.ts";
import { schemaName } from "../../subschemas.ts";
import type { Declaration } from "./declare-schemas.ts";
import { literalType, propertyName } from "./literal-layout.ts";
import { schemaComment } from "./schema-comment.ts";
import { unknownForm } from "./unknown-form.ts";
import { isBinary } from "../../compile/file-schemas.ts";
import {
  arrayOf,
  intersectionOf,
  keyword,
  membersType,
  plain,
  recordOf,
  tupleOf,
  unionOf,
  withUndefined,
  type TypeText,
} from "./type-forms.ts";

/**
 * The declaration of a schema, byte for byte as openapi-typescript and TypeScript's printer make it but
 * without either: the model brings schemas into few forms (see its `typeSchema`). `undefined` for any
 * other, and for text that would have to be escaped.
 */
export function layOutDeclaration(
  name: string,
  schema: Json,
  typeNames: ReadonlyMap<string, string>,
): Declaration | undefined {
  const typeName = typeNames.get(name);
  if (typeName === undefined) return undefined;
  try {
    const { kind, text } = new SchemaLayout(typeNames).type(schema, "");
    const head = schemaComment(schema, "");
    const members = text === "{}" ? "{\n}" : text;
    const declared =
      kind === "members" ? `interface ${typeName} ${members}` : `type ${typeName} = ${text};`;
    return { text: `${head}export ${declared}\n`, line: `${propertyName(name)}: ${typeName};` };
  } catch (error) {
    if (error !== unknownForm) throw error;
    return undefined;
  }
}

/** The members of each form that `type` names. */
const forms: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    object: ["properties", "required"],
    list: ["items"],
    tuple: ["prefix", "min", "rest"],
    mixed: ["properties", "required", "index"],
    "with-required": ["schema", "keys"],
    empty: [],
    hollow: [],
    string: [],
    number: [],
    boolean: [],
    null: [],
  }).map(([type, words]) => [type, new Set(["type", ...words])]),
);

/** What may stand as `type` beside an enum. */
const enumTypes = ["string", "number", "integer", "boolean", "null", "array"];

class SchemaLayout {
  readonly #typeNames: ReadonlyMap<string, string>;

  constructor(typeNames: ReadonlyMap<string, string>) {
    this.#typeNames = typeNames;
  }

  /** The type of a schema, whose lines but for the first are indented as given. */
  type(schema: Json | undefined, indent: string): TypeText {
    if (schema === undefined || schema === false) return keyword("never");
    if (schema === true) return keyword("unknown");
    if (!isObject(schema)) throw unknownForm;
    const words = Object.keys(schema).filter((key) => !documenting.includes(key));
    if (words.length === 0) return keyword("unknown");
    if (schema["enum"] !== undefined) return enumType(schema, words, indent);
    const [word] = words;
    if (word === "type" || words.length > 1) return this.#typed(schema, words, indent);
    switch (word) {
      case "$ref":
        return plain(this.#reference(schema["$ref"] as Json));
      case "const":
        return literalType(schema["const"] as Json, indent);
      case "anyOf":
        return unionOf(arrayMember(schema, "anyOf").map((branch) => this.type(branch, indent)));
      case "allOf":
        return intersectionOf(arrayMember(schema, "allOf").map((part) => this.#part(part, indent)));
      default:
        throw unknownForm;
    }
  }

  #reference(reference: Json): string {
    const name = typeof reference === "string" ? schemaName(reference) : undefined;
    const typeName = name === undefined ? undefined : this.#typeNames.get(name);
    if (typeName === undefined) throw unknownForm;
    return typeName;
  }

  #part(part: Json, indent: string): TypeText {
    if (!isObject(part)) throw unknownForm;
    return this.type(part, indent);
  }

  /** The forms that `type` names. */
  #typed(schema: JsonObject, words: readonly string[], indent: string): TypeText {
    const { type } = schema;
    const allowed = typeof type === "string" ? forms.get(type) : undefined;
    if (allowed === undefined || !words.every((word) => allowed.has(word))) throw unknownForm;
    switch (type) {
      case "object":
        return Object.keys(objectMember(schema, "properties") ?? {}).length === 0
          ? recordOf("unknown")
          : membersType(this.#properties(schema, indent), indent);
      case "list":
        return arrayOf(this.type(schema["items"], indent));
      case "tuple":
        return this.#tuple(schema, indent);
      case "mixed":
        return this.#mixed(schema, indent);
      case "with-required":
        return this.#withRequired(schema, indent);
      case "empty":
        return recordOf("never");
      case "hollow":
        return membersType([], indent);
      default:
        return isBinary(schema) ? plain("Blob") : keyword(type as string);
    }
  }

  #properties(schema: JsonObject, indent: string): string[] {
    const inner = `${indent}    `;
    const required = new Set(arrayMember(schema, "required"));
    return Object.entries(objectMember(schema, "properties") ?? {}).map(([name, property]) => {
      const isReadonly = isObject(property) && Boolean(property["readOnly"]);
      const { text } = this.type(property, inner);
      const start = `${inner}${isReadonly ? "readonly " : ""}${propertyName(name)}`;
      const colon = required.has(name) ? ": " : "?: ";
      return `${schemaComment(property, inner)}${start}${colon}${text};\n`;
    });
  }

  #tuple(schema: JsonObject, indent: string): TypeText {
    const inner = `${indent}    `;
    const items = arrayMember(schema, "prefix").map((item, index) => ({
      type: this.type(item, inner),
      isOptional: index >= Number(schema["min"]),
    }));
    const { rest } = schema;
    return tupleOf(items, rest === undefined ? undefined : this.type(rest, inner), indent);
  }

  #mixed(schema: JsonObject, indent: string): TypeText {
    const inner = `${indent}    `;
    const signatures = arrayMember(schema, "index").map((entry) => {
      if (!isObject(entry)) throw unknownForm;
      const { prefix, isOptional } = entry;
      const value = this.type(entry["schema"], inner);
      const type = isOptional === true ? withUndefined(value) : value;
      return `${inner}[key: ${keyType(prefix)}]: ${type.text};\n`;
    });
    return membersType([...this.#properties(schema, indent), ...signatures], indent);
  }

  #withRequired(schema: JsonObject, indent: string): TypeText {
    const { text } = this.type(schema["schema"], indent);
    const keys = arrayMember(schema, "keys").map((key) => JSON.stringify(String(key)));
    return plain(keys.length === 0 ? text : `WithRequired<${text}, ${keys.join(" | ")}>`);
  }
}

/** The literals of an enum, and `null` where `type` has it. */
function enumType(schema: JsonObject, words: readonly string[], indent: string): TypeText {
  const { type } = schema;
  const isKnown = typeof type !== "string" || enumTypes.includes(type);
  if (!isKnown || isBinary(schema) || words.length > (type === undefined ? 1 : 2))
    throw unknownForm;
  const literals = arrayMember(schema, "enum").map((value) => literalType(value, indent));
  const isNullable = Array.isArray(type) && type.includes("null");
  return unionOf(isNullable ? [...literals, keyword("null")] : literals);
}

/** The names of members that have no name of their own in a type. */
function keyType(prefix: Json | undefined): string {
  if (prefix === "" || prefix === undefined) return "string";
  if (typeof prefix !== "string" || !/^[\w .:/-]+$/.test(prefix)) throw unknownForm;
  return `\`${prefix}\${string}\``;
}
