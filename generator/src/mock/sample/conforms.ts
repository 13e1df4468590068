import { hasFormat } from "../../compile/has-format.ts";
import {
  arrayMember,
  canonicalText,
  isObject,
  member,
  type Json,
  type JsonObject,
} from "../../json.ts";
import type { PatternTexts } from "./pattern-text.ts";
import type { SchemaIndex } from "./schema-index.ts";

/**
 * True if a value conforms to a schema (JSON Schema 2020-12). It serves to choose between values
 * while one is made, without compiling anything; what the compiled validators say of the result is
 * what counts. Unknown references allow everything.
 */
export class Conformity {
  readonly #index: SchemaIndex;
  #depth = 0;
  /** Verdicts on the value at hand: a schema that several others refer to is checked against it once. */
  readonly #verdicts = new Map<JsonObject, Map<Json, boolean>>();
  readonly #evaluated = new Map<JsonObject, Map<Json, ReadonlySet<string>>>();

  constructor(index: SchemaIndex) {
    this.#index = index;
  }

  /** True if the value is one that the schema allows. */
  holds(schema: Json, value: Json): boolean {
    if (!isObject(schema)) return schema !== false;
    if (this.#depth > 200) return true;
    const verdicts = innerMap(this.#verdicts, schema);
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    // A schema that meets itself at the same value says nothing more of it.
    verdicts.set(value, true);
    this.#depth += 1;
    try {
      const isConforming = this.#conforms(schema, value);
      verdicts.set(value, isConforming);
      return isConforming;
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#forget();
    }
  }

  /** A value may have changed when it is looked at again. */
  #forget(): void {
    this.#verdicts.clear();
    this.#evaluated.clear();
  }

  #conforms(schema: JsonObject, value: Json): boolean {
    return (
      this.#referenced(schema, value) &&
      hasType(schema, value) &&
      hasGivenValue(schema, value) &&
      this.#combined(schema, value) &&
      (typeof value !== "number" || isWithin(schema, value)) &&
      (typeof value !== "string" || isText(this.#index.patterns, schema, value)) &&
      (!Array.isArray(value) || this.#list(schema, value as readonly Json[])) &&
      (!isObject(value) || this.#object(schema, value))
    );
  }

  #referenced(schema: JsonObject, value: Json): boolean {
    const target = this.#index.referenced(schema);
    return target === undefined || this.holds(target.schema, value);
  }

  #combined(schema: JsonObject, value: Json): boolean {
    const holds = (inner: Json): boolean => this.holds(inner, value);
    if (!arrayMember(schema, "allOf").every(holds)) return false;
    const { anyOf, oneOf } = schema;
    if (Array.isArray(anyOf) && !(anyOf as readonly Json[]).some(holds)) return false;
    if (Array.isArray(oneOf) && (oneOf as readonly Json[]).filter(holds).length !== 1) return false;
    const not = member(schema, "not");
    if (not !== undefined && holds(not)) return false;
    const condition = member(schema, "if");
    if (condition === undefined) return true;
    return holds(member(schema, holds(condition) ? "then" : "else") ?? true);
  }

  #list(schema: JsonObject, value: readonly Json[]): boolean {
    const prefix = arrayMember(schema, "prefixItems");
    const items = member(schema, "items") ?? true;
    if (!isCounted(schema, "minItems", "maxItems", value.length)) return false;
    if (!value.every((item, index) => this.holds(prefix[index] ?? items, item))) return false;
    if (schema["uniqueItems"] === true && !areUnique(value)) return false;
    const contained = member(schema, "contains");
    if (contained !== undefined) {
      const count = value.filter((item) => this.holds(contained, item)).length;
      if (count < Number(member(schema, "minContains") ?? 1)) return false;
      if (count > Number(member(schema, "maxContains") ?? Infinity)) return false;
    }
    const rest = member(schema, "unevaluatedItems");
    return rest !== false || value.length <= this.#evaluatedItems(schema, value);
  }

  /** The number of items, from the first, that some keyword evaluates. */
  #evaluatedItems(schema: JsonObject, value: readonly Json[]): number {
    if (member(schema, "items") !== undefined) return value.length;
    const own = arrayMember(schema, "prefixItems").length;
    return Math.max(
      own,
      ...this.#applied(schema, value).map((inner) => this.#evaluatedItems(inner, value)),
    );
  }

  #object(schema: JsonObject, value: JsonObject): boolean {
    const { minProperties, maxProperties } = schema;
    const isBounded = minProperties !== undefined || maxProperties !== undefined;
    const count = isBounded ? Object.keys(value).length : 0;
    if (!isCounted(schema, "minProperties", "maxProperties", count)) return false;
    const has = (name: Json): boolean => typeof name === "string" && Object.hasOwn(value, name);
    if (!arrayMember(schema, "required").every(has)) return false;
    const nameSchema = member(schema, "propertyNames");
    if (
      nameSchema !== undefined &&
      !Object.keys(value).every((name) => this.holds(nameSchema, name))
    )
      return false;
    for (const [name, needed] of Object.entries(member(schema, "dependentRequired") ?? {}))
      if (has(name) && Array.isArray(needed) && !needed.every(has)) return false;
    for (const [name, dependent] of Object.entries(member(schema, "dependentSchemas") ?? {}))
      if (has(name) && !this.holds(dependent as Json, value)) return false;
    const isMember = (name: string): boolean =>
      memberSchemas(this.#index.patterns, schema, name).every((inner) =>
        this.holds(inner, value[name] ?? null),
      );
    return spokenOf(schema, value).every(isMember) && this.#unevaluated(schema, value);
  }

  #unevaluated(schema: JsonObject, value: JsonObject): boolean {
    const rest = member(schema, "unevaluatedProperties");
    if (rest === undefined || rest === true) return true;
    const evaluated = this.#evaluatedNames(schema, value);
    return Object.entries(value).every(
      ([name, one]) => evaluated.has(name) || this.holds(rest, one),
    );
  }

  #evaluatedNames(schema: JsonObject, value: JsonObject): ReadonlySet<string> {
    const known = innerMap(this.#evaluated, schema);
    const found = known.get(value) ?? this.#namesOf(schema, value);
    known.set(value, found);
    return found;
  }

  #namesOf(schema: JsonObject, value: JsonObject): ReadonlySet<string> {
    const { patterns } = this.#index;
    const own = Object.keys(value).filter(
      (name) => memberSchemas(patterns, schema, name).length > 0,
    );
    const inner = this.#applied(schema, value).flatMap((one) => [
      ...this.#evaluatedNames(one, value),
    ]);
    return new Set([...own, ...inner]);
  }

  /** The schemas that apply to the same value, and hold. */
  #applied(schema: JsonObject, value: Json): JsonObject[] {
    const target = this.#index.referenced(schema);
    const condition = member(schema, "if");
    const isTrue = condition !== undefined && this.holds(condition, value);
    const dependent = Object.entries(member(schema, "dependentSchemas") ?? {})
      .filter(([name]) => member(value, name) !== undefined)
      .map(([, one]) => one as Json);
    const candidates = [
      ...(target === undefined ? [] : [target.schema]),
      ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => arrayMember(schema, keyword)),
      ...(isTrue ? [condition, member(schema, "then") ?? true] : [member(schema, "else") ?? true]),
      ...dependent,
    ];
    return candidates.filter(isObject).filter((one) => this.holds(one, value));
  }
}

function innerMap<Known>(
  maps: Map<JsonObject, Map<Json, Known>>,
  schema: JsonObject,
): Map<Json, Known> {
  const known = maps.get(schema) ?? new Map<Json, Known>();
  maps.set(schema, known);
  return known;
}

/** The names of an object's members that a schema may say something of: a part of many often knows a few. */
function spokenOf(schema: JsonObject, value: JsonObject): readonly string[] {
  if (isOpenToNames(schema)) return Object.keys(value);
  const own = Object.keys(member(schema, "properties") ?? {});
  return own.filter((name) => Object.hasOwn(value, name));
}

/** True if a schema has something to say of members that it does not name. */
export function isOpenToNames(schema: JsonObject): boolean {
  return (
    member(schema, "patternProperties") !== undefined ||
    member(schema, "additionalProperties") !== undefined
  );
}

/** The schemas that a member's value has to conform to by `properties`, `patternProperties`, `additionalProperties`. */
export function memberSchemas(patterns: PatternTexts, schema: JsonObject, name: string): Json[] {
  const own = member(member(schema, "properties"), name);
  const found = own === undefined ? [] : [own];
  for (const [pattern, inner] of Object.entries(member(schema, "patternProperties") ?? {}))
    if (patterns.matches(pattern, name)) found.push(inner as Json);
  const rest = member(schema, "additionalProperties");
  return found.length > 0 || rest === undefined ? found : [rest];
}

/** The type of a JSON value as JSON Schema names it; a whole number is an `integer` too. */
function hasType({ type }: JsonObject, value: Json): boolean {
  if (type === undefined) return true;
  const types: readonly Json[] = Array.isArray(type) ? (type as readonly Json[]) : [type];
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.includes(own) || (types.includes("integer") && Number.isInteger(value));
}

function hasGivenValue(schema: JsonObject, value: Json): boolean {
  const constant = member(schema, "const");
  if (constant !== undefined && !isEqual(constant, value)) return false;
  const values = member(schema, "enum");
  return !Array.isArray(values) || (values as readonly Json[]).some((one) => isEqual(one, value));
}

function isWithin(schema: JsonObject, value: number): boolean {
  const bound = (keyword: string, otherwise: number): number => {
    const found = member(schema, keyword);
    return typeof found === "number" ? found : otherwise;
  };
  const step = bound("multipleOf", 0);
  const { format } = schema;
  return (
    value >= bound("minimum", -Infinity) &&
    value <= bound("maximum", Infinity) &&
    value > bound("exclusiveMinimum", -Infinity) &&
    value < bound("exclusiveMaximum", Infinity) &&
    (step === 0 || Number.isInteger(value / step)) &&
    (typeof format !== "string" || hasFormat(format, value))
  );
}

function isText(patterns: PatternTexts, schema: JsonObject, value: string): boolean {
  const { pattern, format } = schema;
  const length = Array.from(value).length;
  return (
    isCounted(schema, "minLength", "maxLength", length) &&
    (typeof pattern !== "string" || patterns.matches(pattern, value)) &&
    (typeof format !== "string" || hasFormat(format, value))
  );
}

function isCounted(schema: JsonObject, least: string, most: string, count: number): boolean {
  const bounds = [member(schema, least), member(schema, most)];
  return (
    !(typeof bounds[0] === "number" && count < bounds[0]) &&
    !(typeof bounds[1] === "number" && count > bounds[1])
  );
}

/** True if two JSON values are equal, members in any order (JSON Schema 2020-12 core, section 4.2.2). */
export function isEqual(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return (
      a.length === b.length && a.every((item, index) => isEqual(item as Json, b[index] as Json))
    );
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name] ?? null, b[name] ?? null))
  );
}

/** True if no two items are equal. */
export function areUnique(items: readonly Json[]): boolean {
  return new Set(items.map(canonicalText)).size === items.length;
}
