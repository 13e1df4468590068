import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { referencedName } from "../../subschemas.ts";
import type { Direction } from "./directions.ts";

/** Keywords whose schemas speak of the same object as the one that holds them. */
const applicators = ["allOf", "anyOf", "oneOf"];
const conditions = ["if", "then", "else"];

/** Keywords with schemas that say something of the same value whatever it is, or together. */
const leadingOn = ["$ref", ...applicators];

/** Looks up the members that a schema speaks of, whichever part of it declares them. */
export class MemberLookup {
  readonly #schemas: JsonObject;

  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** The schema of a name. */
  named(name: string): Json | undefined {
    return member(this.#schemas, name);
  }

  /** True if a member with this schema is absent from a variant: `readOnly` from that of requests, `writeOnly` from that of responses. */
  isHidden(property: Json, direction: Direction): boolean {
    const isTrue = (value: Json | undefined): boolean => value === true;
    const readOnly = this.#has(property, "readOnly", isTrue, true);
    const writeOnly = this.#has(property, "writeOnly", isTrue, true);
    if (readOnly === writeOnly) return false;
    return direction === "request" ? readOnly : writeOnly;
  }

  /** True if something stands for a member with this schema where it is left out. */
  hasDefault(property: Json): boolean {
    return this.#has(property, "default", (value) => value !== undefined);
  }

  /** True if a member with this schema is secret whatever way it goes. */
  isSecret(property: Json): boolean {
    return (
      this.#has(property, "x-sensitive", (value) => value === true) ||
      this.#has(property, "format", (value) => value === "password")
    );
  }

  /** The names of the members that are absent from a variant. */
  hiddenNames(schema: JsonObject, direction: Direction): ReadonlySet<string> {
    return this.#names(schema, (property) => this.isHidden(property, direction));
  }

  /** The names of the members that have a default. */
  defaultedNames(schema: JsonObject): ReadonlySet<string> {
    return this.#names(schema, (property) => this.hasDefault(property));
  }

  /**
   * True if a keyword stands at a schema, at what it refers to, or at a part of its `allOf`.
   *
   * @param isOfAll whether it may also stand at each alternative of a union, `null` aside
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

  /** True if some part of a schema demands a member that has a default. */
  demandsDefaulted(schema: JsonObject): boolean {
    const isComposed = [...applicators, ...conditions, "dependentSchemas", "$ref"].some((keyword) =>
      Object.hasOwn(schema, keyword),
    );
    if (!isComposed && !Object.hasOwn(schema, "required")) return false;
    const demanded = this.demandedNames(schema);
    return demanded.size > 0 && [...this.defaultedNames(schema)].some((name) => demanded.has(name));
  }

  /** The names of the members that some part of a schema demands. */
  demandedNames(schema: JsonObject): ReadonlySet<string> {
    const parts = this.#composition(schema);
    return new Set(parts.flatMap((part) => arrayMember(part, "required").map(String)));
  }

  #names(start: JsonObject, matches: (property: Json) => boolean): ReadonlySet<string> {
    const properties = this.#composition(start).flatMap((schema) =>
      Object.entries(objectMember(schema, "properties") ?? {}),
    );
    return new Set(properties.flatMap(([name, property]) => (matches(property) ? [name] : [])));
  }

  /** A schema, and all that may assert something of the same object. */
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
