import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import type { Path } from "../read/origins.ts";
import { resolveReference } from "../read/resolve-reference.ts";
import type { SourceFile } from "../read/source-file.ts";

/** Members whose values are data, and no part of a description. */
const dataMembers = new Set(["default", "example", "examples", "enum"]);

/** Maps by names that authors choose. */
const namedMembers = new Set(
  "definitions headers parameters paths properties responses".split(" "),
);

/**
 * Rewrites schemas as OpenAPI 3.0 has them, and references, in place and wherever they stand: `discriminator`, `x-nullable`,
 * `type: file`, and references to `definitions`, `parameters` and `responses`.
 *
 * @param file the file that the value is of
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

/** True if the members of what is at a path are named by authors. */
function isNames(path: Path): boolean {
  const named = path.findLastIndex((part) => !namedMembers.has(String(part)));
  // A property may be called `properties`.
  return (path.length - 1 - named) % 2 === 1;
}

/** The description's parts stand elsewhere in OpenAPI 3.0; other files stay as they are. */
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
  // What stands beside a reference is ignored, and its author means it.
  delete schema["$ref"];
  schema["allOf"] = [{ $ref: reference }];
}
