import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";

/** The kinds of JSON values: a number is one kind, whole or not. */
export type ValueKind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** A value by which alternatives are told apart. */
export type TagValue = string | number | boolean | null;

/** What every value of a schema has, as far as alternatives are told apart by it. */
export interface Traits {
  readonly kinds: ReadonlySet<ValueKind>;
  /** Names of required members → the values that they have at most; for objects. */
  readonly tags: ReadonlyMap<string, readonly TagValue[]>;
}

/** The traits of a schema, and its members that may be tags where they are required. */
interface ReadTraits {
  readonly kinds: ReadonlySet<ValueKind>;
  readonly required: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly TagValue[]>;
}

/** Every kind there is. */
export const allKinds: ReadonlySet<ValueKind> = new Set([
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
]);

const anything: ReadTraits = { kinds: allKinds, required: new Set(), values: new Map() };

/** The values by which each schema of a union is chosen; `undefined` where they do not tell them apart. */
export function tagValues(
  property: string,
  subschemas: readonly Json[],
  target: (reference: string) => Json,
): (readonly string[])[] | undefined {
  const reader = new TraitReader(target);
  const branches = subschemas.map((schema) => reader.of(schema));
  const values = distinctTags(branches, property);
  return values?.every((own) => own.every((value) => typeof value === "string")) === true
    ? (values as (readonly string[])[])
    : undefined;
}

/** The values of one member in schemas of objects; `undefined` where they do not tell them apart. */
export function distinctTags(
  branches: readonly Traits[],
  property: string,
): (readonly TagValue[])[] | undefined {
  const all = new Set<TagValue>();
  let count = 0;
  const values: (readonly TagValue[])[] = [];
  for (const { kinds, tags } of branches) {
    const own = tags.get(property);
    if (own === undefined || kinds.size !== 1 || !kinds.has("object")) return undefined;
    values.push(own);
    for (const value of own) all.add(value);
    count += own.length;
  }
  return all.size === count ? values : undefined;
}

/** True if no value conforms to two schemas, as their traits have it. */
export function areApart(one: Traits, other: Traits): boolean {
  const shared = [...one.kinds].filter((kind) => other.kinds.has(kind));
  if (shared.length === 0) return true;
  if (shared.length > 1 || shared[0] !== "object") return false;
  return [...one.tags].some(([name, values]) => {
    const others = other.tags.get(name);
    return others !== undefined && !values.some((value) => others.includes(value));
  });
}

/** Reads the traits of schemas, each once. */
export class TraitReader {
  readonly #target: (reference: string) => Json;
  readonly #known = new Map<JsonObject, ReadTraits>();

  /** @param target gives the schema that a reference leads to */
  constructor(target: (reference: string) => Json) {
    this.#target = target;
  }

  of(schema: Json): Traits {
    const { kinds, required, values } = this.#traits(schema);
    const tags = [...values].filter(([name]) => required.has(name));
    return { kinds, tags: new Map(kinds.has("object") ? tags : []) };
  }

  #traits(schema: Json): ReadTraits {
    if (schema === false) return { ...anything, kinds: new Set() };
    if (!isObject(schema)) return anything;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // What a schema says of itself by way of others says nothing.
    this.#known.set(schema, anything);
    const traits = this.#read(schema);
    this.#known.set(schema, traits);
    return traits;
  }

  #read(schema: JsonObject): ReadTraits {
    const reference = stringMember(schema, "$ref");
    const parts = [
      this.#own(schema),
      ...(reference === undefined ? [] : [this.#traits(this.#target(reference))]),
      ...arrayMember(schema, "allOf").map((part) => this.#traits(part)),
    ];
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = arrayMember(schema, keyword).map((branch) => this.#traits(branch));
      if (branches.length > 0) parts.push(eitherOf(branches));
    }
    return allOf(parts);
  }

  #own(schema: JsonObject): ReadTraits {
    const properties = member(schema, "properties");
    const values = new Map<string, readonly TagValue[]>();
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      const own = this.#values(property);
      if (own !== undefined) values.set(name, own);
    }
    const required = new Set(arrayMember(schema, "required").map(String));
    return { kinds: ownKinds(schema), required, values };
  }

  #values(schema: Json | undefined): readonly TagValue[] | undefined {
    const given = givenValues(schema);
    if (given !== undefined) return given.every(isTagValue) ? [...new Set(given)] : undefined;
    const reference = stringMember(schema, "$ref");
    const target = reference === undefined ? undefined : this.#target(reference);
    // Of a schema that only refers on, one step is enough to tell the tags of real descriptions.
    return isObject(target ?? null) && member(target, "$ref") === undefined
      ? this.#values(target)
      : undefined;
  }
}

function isTagValue(value: Json): value is TagValue {
  return typeof value !== "object" || value === null;
}

function givenValues(schema: Json | undefined): readonly Json[] | undefined {
  const constant = member(schema, "const");
  const values = constant === undefined ? member(schema, "enum") : [constant];
  return Array.isArray(values) ? (values as readonly Json[]) : undefined;
}

function ownKinds(schema: JsonObject): ReadonlySet<ValueKind> {
  const { type, format } = schema;
  const given = givenValues(schema)?.map(kindOf);
  if (type === undefined) return given === undefined ? allKinds : new Set(given);
  const kinds = new Set(
    [type].flat().map((name) => (name === "integer" ? "number" : name) as ValueKind),
  );
  // A file is an object, see the validators' `withFiles`.
  if (format === "binary" && kinds.has("string")) return kinds.add("object");
  return given === undefined ? kinds : new Set(given.filter((kind) => kinds.has(kind)));
}

function kindOf(value: Json): ValueKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as ValueKind;
}

function allOf(parts: readonly ReadTraits[]): ReadTraits {
  const values = new Map<string, readonly TagValue[]>();
  for (const part of parts)
    for (const [name, own] of part.values) if (!values.has(name)) values.set(name, own);
  return {
    kinds: new Set([...allKinds].filter((kind) => parts.every(({ kinds }) => kinds.has(kind)))),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    values,
  };
}

function eitherOf(branches: readonly ReadTraits[]): ReadTraits {
  const [first = anything, ...others] = branches;
  const values = [...first.values].flatMap(([name, own]): [string, readonly TagValue[]][] => {
    const rest = others.map((branch) => branch.values.get(name));
    if (rest.includes(undefined)) return [];
    return [[name, [...new Set([...own, ...rest.flatMap((one) => one ?? [])])]]];
  });
  return {
    kinds: new Set(branches.flatMap(({ kinds }) => [...kinds])),
    required: new Set(
      [...first.required].filter((name) => others.every(({ required }) => required.has(name))),
    ),
    values: new Map(values),
  };
}
