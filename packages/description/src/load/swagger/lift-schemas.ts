import {
  isObject,
  member,
  stringMember,
  valueAt,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import type { Path } from "../read/origins.ts";
import { resolveReference, type ResolvedReference } from "../read/resolve-reference.ts";
import type { SourceFile } from "../read/source-file.ts";

/** Members whose values are data, not part of the description. */
const dataMembers = new Set(["default", "example", "examples", "enum"]);

/** Members that are maps, whose keys the author chooses. */
const namedMembers = new Set(
  "definitions headers parameters paths properties responses".split(" "),
);

/**
 * Rewrites the schemas and references of a description's files for OpenAPI 3.0, in place: `discriminator`,
 * `x-nullable`, `type: file`, and references to `definitions`, `parameters` and `responses`. Extensions and data
 * stay as they are, but for what a reference leads to.
 */
export class SchemaLifter {
  /** The path or URL of the description. */
  readonly #description: string;
  readonly #files = new Map<string, SourceFile>();
  readonly #lifted = new Set<JsonObject>();
  /** The targets of references that are still to be lifted, by path and fragment. */
  readonly #targets = new Map<string, ResolvedReference>();

  constructor(description: string) {
    this.#description = description;
  }

  /** Rewrites a file, and what its references lead to in the files before. */
  lift(file: SourceFile): void {
    this.#files.set(file.path, file);
    this.#liftPart(file, file.value ?? null, []);
    // The targets may have targets of their own, which are added meanwhile.
    for (const [key, { path, fragment }] of this.#targets) {
      const holder = this.#files.get(path);
      if (holder === undefined) continue;
      this.#targets.delete(key);
      const target = valueAt(holder.value, fragment);
      if (isObject(target) && !this.#lifted.has(target)) this.#liftPart(holder, target, []);
    }
  }

  #liftPart(file: SourceFile, value: Json, path: Path): void {
    if (Array.isArray(value)) {
      for (const [index, item] of (value as readonly Json[]).entries())
        this.#liftPart(file, item, [...path, index]);
      return;
    }
    if (!isObject(value)) return;
    if (!isNames(path)) {
      this.#lifted.add(value);
      this.#liftReference(value, file);
      liftSchema(value);
    }
    for (const [name, part] of Object.entries(value)) {
      const isData = !isNames(path) && (dataMembers.has(name) || name.startsWith("x-"));
      if (!isData) this.#liftPart(file, part, [...path, name]);
    }
  }

  /**
   * Rewrites a reference into the description, whose sections move in OpenAPI 3.0. Other files keep their
   * structure.
   */
  #liftReference(value: JsonObject, file: SourceFile): void {
    const reference = stringMember(value, "$ref");
    if (reference === undefined) return;
    const target = resolveReference(file, reference);
    this.#targets.set(`${target.path}#${target.fragment}`, target);
    if (target.path !== this.#description) return;
    value["$ref"] = reference
      .replace(/#\/definitions(?=\/)/, "#/components/schemas")
      .replace(/#\/(parameters|responses)(?=\/)/, "#/components/$1");
  }
}

/** True if the object at a path is a map, whose keys the author chooses. */
function isNames(path: Path): boolean {
  const named = path.findLastIndex((part) => !namedMembers.has(String(part)));
  // Parity decides, since a property may itself be called `properties`.
  return (path.length - 1 - named) % 2 === 1;
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
