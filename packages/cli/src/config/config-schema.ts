import type { Option } from "../options/option.ts";
import { configOptions } from "../options/option-table.ts";

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/** Builds the JSON Schema of JSON configurations from the table of options; editors use it. */
export function configSchema(): Schema {
  const sections = new Map<string, Record<string, Schema>>();
  const properties: Record<string, Schema> = {
    $schema: { type: "string", description: "The address of this schema." },
  };
  for (const [key, option] of Object.entries<Option>(configOptions)) {
    const [name = "", member] = key.split(".");
    const schema = { description: descriptionOf(option), ...valueSchema(option) };
    if (member === undefined) properties[name] = schema;
    else sections.set(name, { ...sections.get(name), [member]: schema });
  }
  for (const [name, members] of sections)
    properties[name] = { type: "object", additionalProperties: false, properties: members };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Configuration of openapi-packages",
    anyOf: [
      { $ref: "#/definitions/job" },
      { type: "array", minItems: 1, items: { $ref: "#/definitions/job" } },
    ],
    definitions: { job: { type: "object", additionalProperties: false, properties } },
  };
}

/** Returns the description of an option as a key of the configuration. */
export function descriptionOf(option: Option): string {
  const help = option.help.replace(/; repeatable\b/, "");
  const text = option.type === "boolean" && option.default === true ? `false: ${help}` : help;
  const isNegatable = option.type === "text" && option.negatedHelp !== undefined;
  const all = isNegatable ? `${text}; false: ${option.negatedHelp}` : text;
  return option.details === undefined ? all : `${all}. ${option.details}`;
}

const text = { type: "string" };
const texts = { type: "array", items: text };
const someText = { type: "string", minLength: 1 };

/** The schema of the values that `wrongValues` accepts, without functions, which JSON does not have. */
function valueSchema(option: Option): Schema {
  switch (option.type) {
    case "boolean":
      return { type: "boolean" };
    case "text": {
      const schema = option.example === undefined ? text : someText;
      return option.negatedHelp === undefined ? schema : { anyOf: [schema, { const: false }] };
    }
    case "number":
      return { type: "integer", minimum: option.minimum, maximum: option.maximum };
    case "milliseconds":
      return {
        anyOf: [
          { type: "integer", minimum: 0, maximum: 9_999_999 },
          { type: "string", pattern: String.raw`^\d{1,7}\.\.\d{1,7}$` },
        ],
      };
    case "duration":
      return { type: "string", pattern: String.raw`^\d{1,7}(ms|s|m|h)$` };
    case "choice":
      return { enum: option.values };
    case "list":
      return texts;
    case "choices":
      return { type: "array", items: { enum: option.values } };
    case "booleanOrList":
      return { anyOf: [{ type: "boolean" }, texts] };
    case "entries":
      return { type: "object", additionalProperties: entrySchema(option) };
  }
}

function entrySchema(option: Extract<Option, { readonly type: "entries" }>): Schema {
  switch (option.of) {
    case "number":
      return { type: "integer", minimum: 0, maximum: 999_999_999_999_999 };
    case "choice":
      return { enum: option.values };
    case "text":
      return someText;
    case "texts":
      return { anyOf: [someText, { type: "array", minItems: 1, items: someText }] };
  }
}
