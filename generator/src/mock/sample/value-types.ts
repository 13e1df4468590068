import type { JsonObject } from "../../json.ts";
import type { Spot } from "./spot.ts";

const everyType = ["object", "array", "string", "number", "boolean", "null"];

/** The types that all nodes allow, `null` last; where none names any, what their keywords tell. */
export function typesOf(nodes: readonly JsonObject[], { name }: Spot): readonly string[] {
  let types: readonly string[] | undefined;
  for (const { type } of nodes) {
    if (type === undefined) continue;
    const own = (Array.isArray(type) ? type : [type]) as readonly string[];
    types = types === undefined ? own : commonTypes(types, own);
  }
  if (types !== undefined)
    return [...types.filter((one) => one !== "null"), ...types.filter((one) => one === "null")];
  const implied = everyType.filter((type) => nodes.some((node) => implies(node, type)));
  if (implied.length > 0) return implied;
  const likely = name === "" ? "object" : "string";
  return [likely, ...everyType.filter((type) => type !== likely)];
}

function commonTypes(a: readonly string[], b: readonly string[]): string[] {
  const allows = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a.filter((one) => allows(b, one)), ...b.filter((one) => allows(a, one))])];
}

const impliedBy: Readonly<Record<string, readonly string[]>> = {
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
  array: ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"],
  string: ["pattern", "format", "minLength", "maxLength", "contentEncoding", "contentMediaType"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

function implies(node: JsonObject, type: string): boolean {
  return (impliedBy[type] ?? []).some((keyword) => Object.hasOwn(node, keyword));
}

/** True if a schema allows one type alone, and that is no object and no list. */
export function isScalar(schema: JsonObject): boolean {
  return ["string", "number", "integer", "boolean"].includes(String(schema["type"]));
}
