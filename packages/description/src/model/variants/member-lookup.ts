import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { referencedName } from "../../json/subschemas.ts";
import type { Direction } from "./directions.ts";

/** Keywords whose subschemas apply to the same object. */
const applicators = ["allOf", "anyOf", "oneOf"];
const conditions = ["if", "then", "else"];

/** Keywords that lead to schemas which apply to the same value. */
const leadingOn = ["$ref", ...applicators];

/** Looks up the members of a schema, whichever part of it declares them. */
export class MemberLookup {
  readonly #schemas: JsonObject;

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** Returns the schema of a name. */
  named(name: string): Json | undefined {
    return member(this.#schemas, name);
  }

  /**
   * Returns true if a variant leaves out a member with this schema: requests leave out `readOnly`,
   * responses `writeOnly`.
   */
  isHidden(property: Json, direction: Direction): boolean {
    return this.hiddenIn(property) === direction;
  }

  /** Returns the direction whose variant leaves out a member with this schema, if there is one. */
  hiddenIn(property: Json): Direction | undefined {
    const isTrue = (value: Json | undefined): boolean => value === true;
    const readOnly = this.#has(property, "readOnly", isTrue, true);
    const writeOnly = this.#has(property, "writeOnly", isTrue, true);
    if (readOnly === writeOnly) return undefined;
    return readOnly ? "request" : "response";
  }

  /** Returns true if a member with this schema has a default. */
  hasDefault(property: Json): boolean {
    return this.#has(property, "default", (value) => value !== undefined);
  }

  /** Returns true if a member with this schema is secret in both directions. */
  isSecret(property: Json): boolean {
    return (
      this.#has(property, "x-sensitive", (value) => value === true) ||
      this.#has(property, "format", (value) => value === "password")
    );
  }

  /** Returns the names of the members that a variant leaves out. */
  hiddenNames(schema: JsonObject, direction: Direction): ReadonlySet<string> {
    return this.#names(schema, (property) => this.isHidden(property, direction));
  }

  /** Returns the names of the members that have a default. */
  defaultedNames(schema: JsonObject): ReadonlySet<string> {
    return this.#names(schema, (property) => this.hasDefault(property));
  }

  /**
   * Returns true if a keyword occurs in a schema, in the target of its reference, or in a part of
   * its `allOf`.
   * @param isOfAll whether it also counts if every alternative of a union except `null` has it
   */
  #has(
    start: Json,
    keyword: string,
    holds: (value: Json | undefined) => boolean,
    isOfAll = false,
  ): boolean {
    if (!isObject(start)) return false;
    if (holds(member(start, keyword))) return true;
    if (!leadingOn.some((one) => Object.hasOwn(start, one))) return false;
    const seen = new Set<Json>();
    const look = (schema: Json | undefined): boolean => {
      if (!isObject(schema) || seen.has(schema)) return false;
      seen.add(schema);
      if (holds(member(schema, keyword))) return true;
      const name = referencedName(schema);
      if (name !== undefined && look(member(this.#schemas, name))) return true;
      if (arrayMember(schema, "allOf").some(look)) return true;
      return isOfAll && ["anyOf", "oneOf"].some((union) => lookAtEach(schema, union));
    };
    const lookAtEach = (schema: JsonObject, union: string): boolean => {
      const others = arrayMember(schema, union).filter((one) => member(one, "type") !== "null");
      return others.length > 0 && others.every(look);
    };
    return look(start);
  }

  /** Returns true if some part of a schema requires a member that has a default. */
  requiresDefaulted(schema: JsonObject): boolean {
    const isComposed = [...applicators, ...conditions, "dependentSchemas", "$ref"].some((keyword) =>
      Object.hasOwn(schema, keyword),
    );
    if (!isComposed && !Object.hasOwn(schema, "required")) return false;
    const parts = this.#composition(schema);
    const required = requiredIn(parts);
    if (required.size === 0) return false;
    return parts.some((part) =>
      Object.entries(objectMember(part, "properties") ?? {}).some(
        ([name, property]) => required.has(name) && this.hasDefault(property),
      ),
    );
  }

  /** Returns the names of the members that some part of a schema requires. */
  requiredNames(schema: JsonObject): ReadonlySet<string> {
    return requiredIn(this.#composition(schema));
  }

  #names(start: JsonObject, matches: (property: Json) => boolean): ReadonlySet<string> {
    const properties = this.#composition(start).flatMap((schema) =>
      Object.entries(objectMember(schema, "properties") ?? {}),
    );
    return new Set(properties.flatMap(([name, property]) => (matches(property) ? [name] : [])));
  }

  /** Returns a schema and everything that may apply to the same object. */
  #composition(start: JsonObject): readonly JsonObject[] {
    const seen = new Set<JsonObject>();
    const collect = (schema: Json | undefined): void => {
      if (!isObject(schema) || seen.has(schema)) return;
      seen.add(schema);
      const name = referencedName(schema);
      if (name !== undefined) collect(member(this.#schemas, name));
      for (const keyword of applicators) arrayMember(schema, keyword).forEach(collect);
      for (const keyword of conditions) collect(member(schema, keyword));
      const dependent = member(schema, "dependentSchemas");
      if (isObject(dependent)) Object.values(dependent).forEach(collect);
    };
    collect(start);
    return [...seen];
  }
}

/** Returns the names that some of several schemas require. */
const requiredIn = (parts: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(parts.flatMap((part) => arrayMember(part, "required").map(String)));
