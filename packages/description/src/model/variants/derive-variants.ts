import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { mapSubschemas, referencedName, schemaReference } from "../../json/subschemas.ts";
import { schemaTypeName } from "../../names/names.ts";
import type { JsonSchemas } from "../json-schemas.ts";
import { reachableNames, referencedNames } from "../schema-references.ts";
import { differingNames, isMemberKeyword, unionKeywords } from "./differing-names.ts";
import type { Direction } from "./directions.ts";
import { MemberLookup } from "./member-lookup.ts";

/** Marks a member that a variant's type leaves out. Validators still need its name. */
export const absentMember = "x-absent-from-variant";

/**
 * Marks the schema of a member that requests do not have. Request validators collect these places,
 * so that servers can remove the members before handlers see them.
 */
export const readOnlyMark = "x-read-only-in-request";

/**
 * Returns true for a member that this variant's type leaves out. In a request it is ignored if
 * present; in a response it is an error, so its schema has `not: {}`.
 */
export function isAbsentMember(schema: Json): boolean {
  return member(schema, absentMember) === true;
}

/** Schemas in which requests and responses refer to the variants for their direction. */
export interface VariantSchemas extends JsonSchemas {
  /**
   * The variants by their names under `components.schemas`. A schema that is not listed is the same
   * in both directions.
   */
  readonly variants: ReadonlyMap<string, SchemaVariant>;
}

/** The version of a schema for requests or for responses. */
export interface SchemaVariant {
  readonly direction: Direction;
  /** The schema's name in the description. */
  readonly of: string;
}

/**
 * Derives the request and response variants of schemas. Requests lack `readOnly` members and
 * responses lack `writeOnly` ones (OpenAPI 3.1, section 4.8.24; JSON Schema 2020-12 validation,
 * section 9.4); in a request, members with a `default` are optional.
 * A schema that is used in both directions, and differs in itself or in what it refers to, gets a
 * request variant, `<Name>Writable`; a schema used in one direction keeps its name. If a schema
 * requires a member that another part of the same object leaves out, it gets a variant without the
 * requirement, which that object refers to.
 */
export function deriveVariants({ named: schemas, placed }: JsonSchemas): VariantSchemas {
  const lookup = new MemberLookup(schemas);
  const references = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, referencedNames(schema)]),
  );
  const differing = differingNames(schemas, references, lookup);
  const used = (direction: Direction): Set<string> => {
    const roots = placed.filter((one) => one.direction === direction);
    return reachableNames(
      roots.flatMap(({ schema }) => [...referencedNames(schema)]),
      references,
    );
  };
  const inResponses = used("response");
  const inRequests = used("request");
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(schemas).map(schemaTypeName));
  for (const name of differing) {
    if (inResponses.has(name) && inRequests.has(name))
      names.set(name, directedName(name, "request", taken));
  }
  const variants = new Map<string, SchemaVariant>();
  const relaxed: Record<string, Json> = {};
  const deriver = new Deriver(lookup, names, (of, direction) => {
    const name = directedName(of, direction, taken);
    variants.set(name, { direction, of });
    return [name, (schema) => (relaxed[name] = schema)];
  });
  const derived: JsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const isVariant = differing.has(name) && (inResponses.has(name) || inRequests.has(name));
    const own: Direction = inResponses.has(name) ? "response" : "request";
    derived[name] = isVariant ? deriver.derive(schema, own) : schema;
    if (isVariant) variants.set(name, { direction: own, of: name });
    const writable = names.get(name);
    if (writable === undefined) continue;
    derived[writable] = deriver.derive(schema, "request");
    variants.set(writable, { direction: "request", of: name });
  }
  const mapped = placed.map((one) => ({
    ...one,
    schema: deriver.derive(one.schema, one.direction),
  }));
  const named = variants.size > 0 ? { ...derived, ...relaxed } : schemas;
  return { named, placed: mapped, variants };
}

function directedName(of: string, direction: Direction, taken: Set<string>): string {
  let name = `${of}${direction === "request" ? "Writable" : "Readable"}`;
  while (taken.has(schemaTypeName(name))) name = `${name}Variant`;
  taken.add(schemaTypeName(name));
  return name;
}

/**
 * Keywords whose subschemas apply to the same object, and may require members that another part
 * declares.
 */
const sameObject = new Set(["allOf", "anyOf", "dependentSchemas", "else", "oneOf", "then"]);

/**
 * Keywords whose subschemas are conditions. Removing a requirement from a condition would change
 * which values meet it.
 */
const conditionKeywords: ReadonlySet<unknown> = new Set(["if", "not"]);

const nothing: ReadonlySet<string> = new Set();

/** Returns true if a schema, or a part of it, may require members. */
const hasRequired = (schema: JsonObject): boolean =>
  Object.keys(schema).some((keyword) => keyword === "required" || sameObject.has(keyword)) ||
  (Object.hasOwn(schema, "$ref") && Object.hasOwn(schema, "properties"));

/** Names another variant of a schema, and returns a function that stores it. */
type AddVariant = (
  of: string,
  direction: Direction,
) => readonly [name: string, set: (schema: Json) => void];

class Deriver {
  readonly #lookup: MemberLookup;
  readonly #writableNames: ReadonlyMap<string, string>;
  readonly #addVariant: AddVariant;
  /** Names of variants with fewer requirements, by schema, direction and removed members. */
  readonly #relaxedNames = new Map<string, string>();

  constructor(
    lookup: MemberLookup,
    writableNames: ReadonlyMap<string, string>,
    addVariant: AddVariant,
  ) {
    this.#lookup = lookup;
    this.#writableNames = writableNames;
    this.#addVariant = addVariant;
  }

  /**
   * Returns a schema's variant for a direction; the given schema itself if nothing differs.
   * @param optional the members that must not be required
   */
  derive(schema: Json, direction: Direction, optional: ReadonlySet<string> = nothing): Json {
    if (!isObject(schema)) return schema;
    const names = hasRequired(schema) ? this.#optionalNames(schema, direction, optional) : optional;
    const mapped = mapSubschemas(schema, (subschema, [keyword]) => {
      if (conditionKeywords.has(keyword))
        return this.#condition(subschema, direction, keyword === "if");
      if (isMemberKeyword(keyword) && this.#lookup.isHidden(subschema, direction))
        return absent(
          direction,
          subschema,
          direction === "response" || this.#lookup.isSecret(subschema),
        );
      const passedOn = sameObject.has(String(keyword)) ? names : nothing;
      const derived = this.derive(subschema, direction, passedOn);
      return unionKeywords.has(String(keyword))
        ? this.#marked(derived, subschema, direction)
        : derived;
    });
    return this.#withoutRequired(this.#refer(mapped, direction, names), names);
  }

  /**
   * Keeps a condition the same in both directions. Absent members are only marked, and not inside
   * `not`.
   */
  #condition(schema: Json, direction: Direction, isMarked: boolean): Json {
    if (!isObject(schema)) return schema;
    const mapped = mapSubschemas(schema, (subschema, [keyword]) =>
      this.#condition(subschema, direction, isMarked && keyword !== "not"),
    );
    const referring = this.#refer(mapped, direction);
    return isMarked ? this.#marked(referring, schema, direction) : referring;
  }

  /** Marks a member that is absent only where this schema applies. */
  #marked(derived: Json, schema: Json, direction: Direction): Json {
    if (!isObject(derived) || !this.#lookup.isHidden(schema, direction)) return derived;
    return { ...derived, [direction === "request" ? readOnlyMark : "writeOnly"]: true };
  }

  /**
   * Returns the members that a variant must not require, including those that other parts of the
   * schema declare.
   */
  #optionalNames(
    schema: JsonObject,
    direction: Direction,
    inherited: ReadonlySet<string>,
  ): ReadonlySet<string> {
    const hidden = this.#lookup.hiddenNames(schema, direction);
    const defaulted = direction === "request" ? this.#lookup.defaultedNames(schema) : nothing;
    if (hidden.size === 0 && defaulted.size === 0) return inherited;
    return new Set([...inherited, ...hidden, ...defaulted]);
  }

  #refer(
    schema: JsonObject,
    direction: Direction,
    optional: ReadonlySet<string> = nothing,
  ): JsonObject {
    const name = referencedName(schema);
    if (name === undefined) return schema;
    const writable = direction === "request" ? this.#writableNames.get(name) : undefined;
    const variant = this.#relaxedName(name, direction, optional) ?? writable;
    return variant === undefined ? schema : { ...schema, $ref: schemaReference(variant) };
  }

  /**
   * Returns the name of a schema's variant without some requirements; `undefined` if it does not
   * have these.
   */
  #relaxedName(
    of: string,
    direction: Direction,
    optional: ReadonlySet<string>,
  ): string | undefined {
    if (optional.size === 0) return undefined;
    const schema = this.#lookup.named(of);
    if (!isObject(schema)) return undefined;
    const own = this.#optionalNames(schema, direction, nothing);
    const names = [...this.#lookup.requiredNames(schema)].filter(
      (name) => optional.has(name) && !own.has(name),
    );
    if (names.length === 0) return undefined;
    const key = JSON.stringify([of, direction, ...names.toSorted()]);
    const known = this.#relaxedNames.get(key);
    if (known !== undefined) return known;
    const [name, set] = this.#addVariant(of, direction);
    this.#relaxedNames.set(key, name);
    set(this.derive(schema, direction, new Set(names)));
    return name;
  }

  #withoutRequired(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
    const required = arrayMember(schema, "required");
    const left = required.filter((name) => !names.has(String(name)));
    if (left.length === required.length) return schema;
    const { required: _, ...rest } = schema;
    return left.length === 0 ? rest : { ...rest, required: left };
  }
}

/**
 * Builds the schema for a member that a variant leaves out.
 * A request may contain it with any value, and it is ignored: reading an object, changing it and
 * sending it back must work. A response must not contain it, because a `writeOnly` member, such as
 * a password, must not leak. It stays marked as sensitive, for logs.
 */
function absent(direction: Direction, property: Json, isSecret: boolean): Json {
  const description = member(property, "description");
  return {
    ...(description === undefined ? {} : { description }),
    [absentMember]: true,
    ...(isSecret ? { "x-sensitive": true } : {}),
    ...(direction === "response" ? { not: {} } : { [readOnlyMark]: true }),
  };
}
