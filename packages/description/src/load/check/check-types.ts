import type { Json, JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { type Report, shown } from "./report.ts";
const schemaTypes = ["null", "boolean", "object", "array", "number", "string", "integer"];

/** Names of types in other languages and in Swagger 2.0, by lower-case name. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    null: "nil none void",
    boolean: "bool",
    object: "dict dictionary hash map struct",
    array: "list set tuple",
    number: "decimal double float",
    string: "binary char date datetime date-time email file guid password text time uri url uuid",
    integer: "bigint byte int int32 int64 long short",
  }).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);

/** Names for a value of any type. */
const anyNames = ["any", "mixed", "unknown", "undefined", "json"];

/**
 * Warns about a `type` that JSON Schema does not have (2020-12 validation, section 6.1.1), and replaces it by
 * the one that it resembles. If there is none, the type is removed and any value is allowed.
 */
export function checkTypes(node: JsonObject, report: Report): void {
  const { type } = node;
  if (type === undefined) return;
  const isList = Array.isArray(type);
  const types = isList ? (type as readonly Json[]) : [type];
  if (types.every(isKnown)) return;
  const meant = types.map((one) => (isKnown(one) ? one : meantType(one)));
  const known = [...new Set(meant.filter((one) => one !== undefined))];
  const hasMeaning = known.length > 0 && !meant.includes(undefined);
  const value = isList ? known : (known[0] as Json);
  // Each entry is written in its place, unless two of them are the same type.
  const isByEntry = isList && known.length === types.length;
  const first = types.findIndex((one) => !isKnown(one));
  // A file is of a format, too, which is not one place to write.
  const isPlain = hasMeaning && !types.includes("file");
  for (const [index, one] of types.entries()) {
    if (isKnown(one)) continue;
    const taken = meant[index] ?? "that of any value";
    const message = `type ${shown(one)} is not one of JSON Schema's, so it is read as ${taken}`;
    const hint = `type is one of ${schemaTypes.join(", ")}`;
    const place = isByEntry ? { below: `/type/${index}`, value: taken } : { below: "/type", value };
    const involved = isPlain && (isByEntry || index === first) ? { meant: place } : {};
    report("schema-type-unknown", message, hint, "/type", involved);
  }
  if (hasMeaning) node["type"] = value;
  else delete node["type"];
  if (types.includes("file") && node["format"] === undefined) node["format"] = "binary";
}

const isKnown = (type: Json): boolean => typeof type === "string" && schemaTypes.includes(type);

function meantType(type: Json): string | undefined {
  // In YAML, `type: null` without quotes is null itself.
  if (type === null) return "null";
  if (typeof type !== "string") return undefined;
  const name = type.trim().toLowerCase();
  if (anyNames.includes(name)) return undefined;
  return otherNames.get(name) ?? nearestName(name, schemaTypes);
}
