import { isObject, member, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { Path } from "../read/origins.ts";
import { resolveReference } from "../read/resolve-reference.ts";
import type { SourceFile } from "../read/source-file.ts";

/** Members whose values are data, not part of the description. */
const dataMembers = new Set(["default", "example", "examples", "enum"]);

/** Members that are maps, whose keys the author chooses. */
const namedMembers = new Set(
  "definitions headers parameters paths properties responses".split(" "),
);

/**
 * Rewrites all schemas and references of a file for OpenAPI 3.0, in place: `discriminator`, `x-nullable`,
 * `type: file`, and references to `definitions`, `parameters` and `responses`.
 *
 * @param file the file that contains the value
 * @param description the path or URL of the description
 */
export function liftSchemas(
  file: SourceFile,
  description: string,
  value: Json = file.value ?? null,
  path: Path = [],
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries())
      liftSchemas(file, description, item, [...path, index]);
    return;
  }
  if (!isObject(value)) return;
  if (!isNames(path)) {
    liftReference(value, file, description);
    liftSchema(value);
  }
  for (const [name, part] of Object.entries(value)) {
    const isData = !isNames(path) && (dataMembers.has(name) || name.startsWith("x-"));
    if (!isData) liftSchemas(file, description, part, [...path, name]);
  }
}

/** True if the object at a path is a map, whose keys the author chooses. */
function isNames(path: Path): boolean {
  const named = path.findLastIndex((part) => !namedMembers.has(String(part)));
  // Parity decides, since a property may itself be called `properties`.
  return (path.length - 1 - named) % 2 === 1;
}

/**
 * Rewrites a reference into the description, whose sections move in OpenAPI 3.0. Other files keep their
 * structure.
 */
function liftReference(value: JsonObject, file: SourceFile, description: string): void {
  const reference = stringMember(value, "$ref");
  if (reference === undefined || resolveReference(file, reference).path !== description) return;
  value["$ref"] = reference
    .replace(/#\/definitions(?=\/)/, "#/components/schemas")
    .replace(/#\/(parameters|responses)(?=\/)/, "#/components/$1");
}

function liftSchema(schema: JsonObject): void {
  const discriminator = member(schema, "discriminator");
  if (typeof discriminator === "string") schema["discriminator"] = { propertyName: discriminator };
  if (member(schema, "type") === "file") {
    schema["type"] = "string";
    schema["format"] = "binary";
  }
  const isNullable = member(schema, "x-nullable");
  if (typeof isNullable !== "boolean") return;
  delete schema["x-nullable"];
  if (!isNullable) return;
  const reference = stringMember(schema, "$ref");
  schema["nullable"] = true;
  if (reference === undefined) return;
  // Keywords beside a reference would be ignored, but the author means this one.
  delete schema["$ref"];
  schema["allOf"] = [{ $ref: reference }];
}
