import leven from "leven";
import { shown } from "./report.ts";
import { isObject, toPointer, type Json, type JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { mistakenKeywords, schemaKeywords } from "../openapi/schema-keywords.ts";
import { checkFields, warningBelow, type Warn } from "./check-fields.ts";

/**
 * Warns about unknown keywords of a schema. A Schema Object of 3.0 has no others (section 4.7.24). Since 3.1
 * it may have any, so only clear mistakes are reported: a keyword with a typing error, or a schema outside of
 * `properties`.
 *
 * @param version the OpenAPI version of the document
 */
export function checkSchemaFields(node: JsonObject, version: string, warn: Warn): void {
  const isOpen = !version.startsWith("3.0");
  // A schema of another dialect has the keywords of that dialect.
  if (node["$schema"] !== undefined) return;
  for (const key of Object.keys(node)) {
    if (schemaKeywords.has(key) || key.startsWith("x-")) continue;
    const nearest = nearestKeyword(key, isOpen);
    const hint = nearest === undefined ? misplaced(node, key) : `did you mean ${nearest}?`;
    if (hint === undefined && isOpen) continue;
    warn(
      "keyword-unknown",
      `${JSON.stringify(key)} is not a keyword of a schema, so it is ignored`,
      hint ?? "an extension starts with x-",
      toPointer([key]),
    );
  }
  checkHeld(node, version, warn);
}

/** The OpenAPI objects that a schema contains. */
const held = new Map([
  ["discriminator", "Discriminator"],
  ["externalDocs", "ExternalDocumentation"],
  ["xml", "Xml"],
]);

function checkHeld(node: JsonObject, version: string, warn: Warn): void {
  for (const [key, name] of held) {
    const value = node[key];
    if (value === undefined || value === null) continue;
    if (isObject(value)) checkFields(name, value, version, warningBelow(warn, `/${key}`));
    else {
      const message = `${key} must be an object, but it is ${shown(value)}, so it is ignored`;
      const hint =
        key === "discriminator" ? "write discriminator: { propertyName: … }" : "write an object";
      warn("field-invalid", message, hint, toPointer([key]));
      delete node[key];
    }
  }
}

function nearestKeyword(key: string, isOpen: boolean): string | undefined {
  const mistaken = mistakenKeywords.get(key);
  if (mistaken !== undefined) return mistaken;
  const nearest = nearestName(key, schemaKeywords);
  if (nearest === undefined || !isOpen) return nearest;
  return isSurely(key, nearest) ? nearest : undefined;
}

/**
 * True if a key is clearly a misspelt keyword. Custom keywords may resemble a short one: `cost` is not
 * `const`, and `when` not `then`.
 */
function isSurely(key: string, keyword: string): boolean {
  const [one, two] = [key.toLowerCase(), keyword.toLowerCase()];
  if (one === two || `$${one}` === two) return two !== "$schema";
  const letters = (text: string): string => [...text].toSorted().join("");
  if (one.length >= 4 && letters(one) === letters(two)) return true;
  if (one.length < 6) return [`${one}s`, one.slice(0, -1)].includes(two) && two.length >= 4;
  return leven(one.replace(/[-_]/g, ""), two) <= 2;
}

/** Returns the hint for a schema in a place where no schema is read. */
function misplaced(node: JsonObject, key: string): string | undefined {
  const value = node[key] as Json;
  if (!isObject(value) || !isSchema(value)) return undefined;
  if (key === "schema") return "write what it holds in its place";
  return isObject(node["properties"]) || node["type"] === "object"
    ? "put it under properties, if it is one"
    : undefined;
}

const schemaSigns = ["$ref", "allOf", "anyOf", "oneOf", "enum", "properties", "items"];

function isSchema(value: JsonObject): boolean {
  return typeof value["type"] === "string" || schemaSigns.some((name) => value[name] !== undefined);
}
