import { isAnnotation } from "@openapi-packages/description/json/annotation-keywords";
import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import {
  placesIn,
  referencedPlace,
  targetIn,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";
import { discriminatorOf } from "@openapi-packages/description/model/unions/discriminator";
import { isAbsentMember } from "@openapi-packages/description/model/variants/derive-variants";
import { referencedName } from "@openapi-packages/description/json/subschemas";
import {
  boundKeywords,
  jsonType,
  mergedFlat,
  narrowness,
  valueMap,
  type Bound,
  type FlatSchema,
} from "./flat-schema.ts";

/** Merges schemas of a document with their references and `allOf`, and separates `null` from the other types. */
export class Flattener {
  readonly #target: Target;

  constructor(document: JsonObject) {
    this.#target = targetIn(document);
  }

  /** Merges schemas that all apply at once. Without any, the result allows every value. */
  flatten(places: readonly SchemaPlace[], above: ReadonlySet<string> = new Set()): FlatSchema {
    const [first = anything("", []), ...others] = places.map((one) => this.#flattenOne(one, above));
    return others.reduce(mergedFlat, first);
  }

  #flattenOne({ schema, pointer }: SchemaPlace, above: ReadonlySet<string>): FlatSchema {
    if (schema === false) return { ...anything(pointer, []), types: new Set(), isNullable: false };
    if (!isObject(schema) || above.has(pointer)) return anything(pointer, []);
    const inside = new Set([...above, pointer]);
    const referenced = this.#referenced(schema, inside);
    // A schema that is only a reference has the pointer of its target.
    const [target] = Object.keys(schema).every((key) => key === "$ref" || isNote(key))
      ? referenced
      : [];
    if (target !== undefined) return target;
    const parts = [
      ownPart(schema, pointer),
      ...referenced,
      ...placesIn(schema, pointer, "allOf").map((place) => this.#flattenOne(place, inside)),
      ...["oneOf", "anyOf"].flatMap((keyword) => this.#union(schema, pointer, keyword, inside)),
    ];
    return parts.reduce(mergedFlat);
  }

  #referenced(schema: JsonObject, above: ReadonlySet<string>): FlatSchema[] {
    const place = referencedPlace(this.#target, schema);
    if (place === undefined) return [];
    const name = referencedName(schema);
    const flat = this.#flattenOne(place, above);
    return [{ ...flat, names: name === undefined ? flat.names : [name, ...flat.names] }];
  }

  /** Reads alternatives. A single one is merged, `null` sets `isNullable`, and several that only list values become an enum. */
  #union(
    schema: JsonObject,
    pointer: string,
    keyword: string,
    above: ReadonlySet<string>,
  ): FlatSchema[] {
    const branches = placesIn(schema, pointer, keyword);
    if (branches.length === 0) return [];
    const read = branches.map((place) => ({ place, flat: this.#flattenOne(place, above) }));
    const others = read.filter(({ flat }) => flat.types?.size !== 0);
    const isNullable = read.some(({ flat }) => flat.isNullable);
    const [only] = others;
    if (only === undefined)
      return [{ ...anything(pointer, []), types: new Set<string>(), isNullable }];
    if (others.length === 1) return [{ ...only.flat, isNullable }];
    if (others.every(({ flat }) => isValuesAlone(flat))) {
      const values = new Map(others.flatMap(({ flat }) => [...(flat.values ?? [])]));
      const types = new Set(others.flatMap(({ flat }) => [...(flat.types ?? [])]));
      return [{ ...anything(pointer, []), types, values, isNullable }];
    }
    return [{ ...anything(pointer, []), isNullable, unions: [others.map(({ place }) => place)] }];
  }
}

/** True for annotations, such as `description`, that the comparison ignores. */
const isNote = (keyword: string): boolean =>
  isAnnotation(keyword) && keyword !== "default" && keyword !== "deprecated";

/** A schema that allows every value. */
function anything(pointer: string, names: readonly string[]): FlatSchema {
  return {
    pointer,
    names,
    types: undefined,
    isNullable: true,
    values: undefined,
    properties: new Map(),
    required: new Set(),
    additional: undefined,
    items: [],
    prefixItems: [],
    bounds: new Map(),
    patterns: new Set(),
    formats: new Set(),
    multiples: new Set(),
    isUnique: false,
    unions: [],
    discriminator: undefined,
    default: undefined,
    isDeprecated: false,
    conditions: new Map(),
  };
}

/** True if a schema restricts nothing but its types and values. */
function isValuesAlone({ values, ...flat }: FlatSchema): boolean {
  return values !== undefined && saysOnly(flat, ["types"]);
}

/** True if a schema is a choice between alternatives, and restricts nothing else. */
export function isChoiceAlone(flat: FlatSchema): boolean {
  return flat.unions.length === 1 && saysOnly(flat, ["unions", "discriminator"]);
}

/** True if no members but those listed restrict the values of a flat schema. */
function saysOnly(flat: Partial<FlatSchema>, keywords: readonly (keyof FlatSchema)[]): boolean {
  const ignored = ["pointer", "names", "isNullable", "default", "isDeprecated", ...keywords];
  return Object.entries(flat).every(([keyword, value]) => {
    if (ignored.includes(keyword) || value === undefined || value === false) return true;
    if (value instanceof Set || value instanceof Map) return value.size === 0;
    return Array.isArray(value) && value.length === 0;
  });
}

/** Keywords that are compared only by whether they are equal. */
const conditionKeywords = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "minContains",
  "maxContains",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "patternProperties",
  "unevaluatedItems",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
];

/** Reads a schema's own keywords, without its references, `allOf` and alternatives. */
function ownPart(schema: JsonObject, pointer: string): FlatSchema {
  const below = (parts: readonly (string | number)[], value: Json): SchemaPlace => ({
    schema: value,
    pointer: pointer + toPointer(parts),
  });
  const values = ownValues(schema);
  const types = ownTypes(schema, values);
  const properties = Object.entries(objectMember(schema, "properties") ?? {}).filter(
    ([, property]) => !isAbsentMember(property),
  );
  const items = member(schema, "items");
  return {
    ...anything(pointer, []),
    types: types && new Set([...types].filter((type) => type !== "null")),
    isNullable: types === undefined || types.has("null"),
    values: values && new Map([...values].filter(([, value]) => value !== null)),
    properties: new Map(
      properties.map(([name, one]) => [name, [below(["properties", name], one)]]),
    ),
    required: new Set(ownRequired(schema)),
    additional: ownAdditional(schema, below),
    items: items === undefined || Array.isArray(items) ? [] : [below(["items"], items)],
    prefixItems: arrayMember(schema, "prefixItems").map((one, index) =>
      below(["prefixItems", index], one),
    ),
    bounds: ownBounds(schema),
    patterns: new Set([stringMember(schema, "pattern")].filter((one) => one !== undefined)),
    formats: new Set([stringMember(schema, "format")].filter((one) => one !== undefined)),
    multiples: new Set([member(schema, "multipleOf")].filter((one) => typeof one === "number")),
    isUnique: schema["uniqueItems"] === true,
    discriminator: discriminatorOf(schema),
    default: member(schema, "default"),
    isDeprecated: schema["deprecated"] === true,
    conditions: new Map(
      conditionKeywords.flatMap((keyword) => {
        const value = member(schema, keyword);
        return value === undefined ? [] : [[keyword, [below([keyword], value)]]];
      }),
    ),
  };
}

/** The required properties, without those that a variant of the schema leaves out. */
function ownRequired(schema: JsonObject): string[] {
  const properties = objectMember(schema, "properties");
  return arrayMember(schema, "required").filter((name) => {
    if (typeof name !== "string") return false;
    const property = member(properties, name);
    return property === undefined || !isAbsentMember(property);
  }) as string[];
}

function ownValues(schema: JsonObject): Map<string, Json> | undefined {
  const constant = member(schema, "const");
  if (constant !== undefined) return valueMap([constant]);
  const values = member(schema, "enum");
  return Array.isArray(values) ? valueMap(values as readonly Json[]) : undefined;
}

function ownTypes(
  schema: JsonObject,
  values: ReadonlyMap<string, Json> | undefined,
): Set<string> | undefined {
  const type = member(schema, "type");
  const stated =
    typeof type === "string" ? [type] : Array.isArray(type) ? (type as string[]) : undefined;
  if (values === undefined) return stated && new Set(stated);
  // The values of an enum decide the types, and whether `null` is one of them.
  const valued = new Set([...values.values()].map(jsonType));
  if (stated === undefined) return valued;
  const isStated = (one: string): boolean =>
    stated.includes(one) || (one === "integer" && stated.includes("number"));
  return new Set([...valued].filter(isStated));
}

function ownAdditional(
  schema: JsonObject,
  below: (parts: readonly string[], value: Json) => SchemaPlace,
): readonly SchemaPlace[] | false | undefined {
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const additional = member(schema, keyword);
    if (additional !== undefined) return additional !== false && [below([keyword], additional)];
  }
  return undefined;
}

function ownBounds(schema: JsonObject): Map<string, Bound> {
  const bounds = new Map<string, Bound>();
  const add = (keyword: string, value: Json | undefined, isExclusive: boolean): void => {
    if (typeof value !== "number" || (value === 0 && /^min(?!imum)/.test(keyword))) return;
    const bound = { value, isExclusive };
    if (narrowness(keyword, bound, bounds.get(keyword)) > 0) bounds.set(keyword, bound);
  };
  for (const keyword of boundKeywords.keys()) add(keyword, member(schema, keyword), false);
  add("minimum", member(schema, "exclusiveMinimum"), true);
  add("maximum", member(schema, "exclusiveMaximum"), true);
  return bounds;
}
