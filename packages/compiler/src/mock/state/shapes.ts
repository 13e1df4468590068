import {
  arrayMember,
  isObject,
  member,
  stringMember,
} from "@openapi-packages/description/json/json";
import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import { referencedName } from "@openapi-packages/description/json/subschemas";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import {
  discriminatorOf,
  type Discriminator,
} from "@openapi-packages/description/model/unions/discriminator";
import { TraitReader } from "@openapi-packages/description/model/unions/trait-reader";
import {
  referencedPlace,
  targetIn,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";

/** The top level of a schema, with references, `allOf` and alternatives merged. */
export interface Shape {
  readonly schema: Json;
  /**
   * The named schemas that it refers to or consists of, the one it refers to first. A variant has the
   * name of its original.
   */
  readonly names: readonly string[];
  /** Empty if any type is allowed. */
  readonly types: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, Json>;
  /** For alternatives, the members that all of them require. */
  readonly required: ReadonlySet<string>;
  /** The schema of a list's items. */
  readonly items: Json | undefined;
  readonly values: readonly Json[] | undefined;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly example: Json | undefined;
  /** The `x-lifecycle` of the schema. */
  readonly lifecycle: Json | undefined;
  /** The alternatives (`oneOf`, `anyOf`) other than `null`; empty if there are none. */
  readonly branches: readonly Json[];
  readonly discriminator: Discriminator | undefined;
}

type ShapeContent = Omit<Shape, "schema">;

interface Draft {
  names: string[];
  types: Set<string>;
  properties: Map<string, Json>;
  required: Set<string>;
  items: Json | undefined;
  values: readonly Json[] | undefined;
  format: string | undefined;
  pattern: string | undefined;
  example: Json | undefined;
  lifecycle: Json | undefined;
  branches: readonly Json[];
  discriminator: Discriminator | undefined;
}

/** The shapes of a model's schemas, each computed once. */
export class Shapes {
  /** Reads the traits that distinguish alternatives. */
  readonly traits: TraitReader;
  readonly #target: Target;
  readonly #originals: ReadonlyMap<string, string>;
  readonly #known = new Map<JsonObject, Shape>();

  constructor({ document, schemas }: ApiModel) {
    this.#target = targetIn(document);
    this.traits = new TraitReader((reference) => this.#target(reference) ?? true);
    this.#originals = new Map(schemas.map(({ name, variant }) => [name, variant?.of ?? name]));
  }

  of(schema: Json | undefined): Shape {
    if (!isObject(schema)) return nothing;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A cycle of references adds nothing.
    this.#known.set(schema, nothing);
    const shape = this.#referred(schema) ?? { schema, ...this.#draft(schema) };
    this.#known.set(schema, shape);
    return shape;
  }

  /** A schema that is nothing but a reference has the shape of its target. */
  #referred(schema: JsonObject): Shape | undefined {
    if (Object.keys(schema).length !== 1) return undefined;
    const target = referencedPlace(this.#target, schema);
    if (target === undefined) return undefined;
    const shape = this.of(target.schema);
    return { ...shape, schema, names: [...this.#named(schema), ...shape.names] };
  }

  #named(schema: JsonObject): string[] {
    const name = referencedName(schema);
    return name === undefined ? [] : [this.#originals.get(name) ?? name];
  }

  /**
   * Merges the parts of a schema. The shape of each part is cached, because the number of ways to reach
   * it can grow with each level.
   */
  #draft(schema: JsonObject): Draft {
    const draft = emptyDraft();
    const target = referencedPlace(this.#target, schema);
    if (target !== undefined) {
      draft.names.push(...this.#named(schema));
      conjoin(draft, this.of(target.schema));
    }
    takeOwn(draft, schema);
    for (const part of arrayMember(schema, "allOf")) conjoin(draft, this.of(part));
    for (const keyword of ["oneOf", "anyOf"]) {
      const branches = arrayMember(schema, keyword).map((branch) => this.of(branch));
      if (branches.length === 0) continue;
      conjoin(draft, united(branches));
      draft.branches = branches.filter((branch) => !isNull(branch)).map((branch) => branch.schema);
    }
    return draft;
  }
}

const emptyDraft = (): Draft => ({
  names: [],
  types: new Set(),
  properties: new Map(),
  required: new Set(),
  items: undefined,
  values: undefined,
  format: undefined,
  pattern: undefined,
  example: undefined,
  lifecycle: undefined,
  branches: [],
  discriminator: undefined,
});

const nothing: Shape = { schema: true, ...emptyDraft() };

function takeOwn(draft: Draft, schema: JsonObject): void {
  for (const type of [schema["type"]].flat()) if (typeof type === "string") draft.types.add(type);
  const properties = member(schema, "properties");
  if (isObject(properties)) {
    for (const [name, property] of Object.entries(properties))
      draft.properties.set(name, together(draft.properties.get(name), property));
  }
  for (const name of arrayMember(schema, "required")) draft.required.add(String(name));
  const items = member(schema, "items");
  if (items !== undefined) draft.items = together(draft.items, items);
  const constant = member(schema, "const");
  const values = member(schema, "enum") ?? (constant === undefined ? undefined : [constant]);
  if (Array.isArray(values)) draft.values = values as readonly Json[];
  draft.format = stringMember(schema, "format") ?? draft.format;
  draft.pattern = stringMember(schema, "pattern") ?? draft.pattern;
  draft.example = arrayMember(schema, "examples")[0] ?? member(schema, "example") ?? draft.example;
  draft.lifecycle = member(schema, "x-lifecycle") ?? draft.lifecycle;
  draft.discriminator = discriminatorOf(schema) ?? draft.discriminator;
  if (draft.types.size > 0) return;
  if (draft.properties.size > 0) draft.types.add("object");
  else if (draft.items !== undefined) draft.types.add("array");
}

/** Merges another schema of the same value into a draft. */
function conjoin(draft: Draft, other: ShapeContent): void {
  draft.names.push(...other.names.filter((name) => !draft.names.includes(name)));
  for (const type of other.types) draft.types.add(type);
  for (const [name, property] of other.properties)
    draft.properties.set(name, together(draft.properties.get(name), property));
  for (const name of other.required) draft.required.add(name);
  if (other.items !== undefined) draft.items = together(draft.items, other.items);
  draft.values ??= other.values;
  draft.format ??= other.format;
  draft.pattern ??= other.pattern;
  draft.example ??= other.example;
  draft.lifecycle ??= other.lifecycle;
  draft.discriminator ??= other.discriminator;
  if (draft.branches.length === 0) draft.branches = other.branches;
}

/**
 * Returns the conjunction of two schemas of one value, the second one first, since it may be more
 * specific.
 */
function together(known: Json | undefined, other: Json): Json {
  const isSame = known === other || referencedName(known) === referencedName(other);
  if (known === undefined || known === true || (isSame && isObject(other) && "$ref" in other))
    return other;
  return known === other ? known : { allOf: [other, known] };
}

const isNull = ({ types }: ShapeContent): boolean => types.size === 1 && types.has("null");

/** Returns the union of alternatives, with the names of the first that is not `null`. */
function united(branches: readonly ShapeContent[]): Draft {
  const nonNull = branches.filter((branch) => !isNull(branch));
  const [first = emptyDraft(), ...others] = nonNull;
  const draft: Draft = {
    ...first,
    names: [...first.names],
    types: new Set(first.types),
    properties: new Map(first.properties),
    required: new Set(first.required),
  };
  const { values } = draft;
  for (const other of others) conjoin(draft, { ...other, names: [], required: new Set() });
  const all = nonNull.map((branch) => branch.values);
  draft.values = all.every((one) => one !== undefined) && values ? all.flat() : undefined;
  draft.required = new Set(
    [...first.required].filter((name) => nonNull.every(({ required }) => required.has(name))),
  );
  if (branches.length > nonNull.length) draft.types.add("null");
  if (nonNull.some(({ types }) => types.size === 0)) draft.types = new Set();
  return draft;
}

/** True if values of a shape are objects with known members. */
export function isRecord({ types, properties }: Shape): boolean {
  const isOther = ["array", "string", "integer"].some((type) => types.has(type));
  return properties.size > 0 && types.has("object") && !isOther;
}

/** True if a value of a shape may be a text, a number or a boolean. */
export function isScalar({ types }: Shape): boolean {
  return ["string", "integer", "number", "boolean"].some((type) => types.has(type));
}
