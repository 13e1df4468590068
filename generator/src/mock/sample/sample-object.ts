import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";
import { isOpenToNames, memberSchemas } from "./member-schemas.ts";
import type { PatternTexts } from "./pattern-text.ts";
import { memberSpot, type Spot } from "./spot.ts";

/** The part of the sampler by which objects and lists are made. */
export interface Samples {
  readonly patterns: PatternTexts;
  /** A value of all schemas at once; `undefined` where none is found. */
  valueOf(schemas: readonly Json[], spot: Spot): Json | undefined;
  holds(schema: Json, value: Json): boolean;
  /** True if a member is absent from the variant that is sampled, as `readOnly` ones are from a request. */
  isAbsent(schemas: readonly Json[]): boolean;
}

/** The most members that are made up for `minProperties`. */
const mostExtras = 200;

/** The optional members of an object: all of them, some if it would be empty, or none. */
export type Completeness = "all" | "some" | "none";

/** An object of all nodes. `undefined` where a required member has no value. */
export function sampleObject(
  samples: Samples,
  nodes: readonly JsonObject[],
  spot: Spot,
  completeness: Completeness,
): JsonObject | undefined {
  const isFull = completeness === "all";
  const required = requiredNames(nodes);
  const value: JsonObject = {};
  const declared = nodes.flatMap((node) => Object.keys(member(node, "properties") ?? {}));
  const names = [...new Set([...declared, ...required])];
  const schemasOf = memberIndex(samples.patterns, nodes);
  const most = bound(nodes, "maxProperties", Math.min, Infinity);
  let optionals = most - required.size;
  for (const name of names) {
    if (!required.has(name) && (!isFull || optionals <= 0)) continue;
    const schemas = schemasOf(name);
    if (!required.has(name) && (samples.isAbsent(schemas) || !isNameAllowed(samples, nodes, name)))
      continue;
    const one = samples.valueOf(schemas, memberSpot(spot, name));
    if (one === undefined && required.has(name)) return undefined;
    if (one === undefined) continue;
    if (!required.has(name)) optionals -= 1;
    setMember(value, name, one);
  }
  if (completeness === "some" && required.size === 0) addScalars(samples, nodes, spot, value);
  addExtras(samples, nodes, spot, value, isFull);
  nameKinds(value, schemasOf);
  return value;
}

/** A choice beside an object with one member, such as `type` beside `config: { s3: … }`, names that one. */
function nameKinds(value: JsonObject, schemasOf: (name: string) => readonly Json[]): void {
  const kinds = Object.values(value).flatMap((one) => (isObject(one) ? [Object.keys(one)] : []));
  for (const [kind, ...others] of kinds) {
    if (kind === undefined || others.length > 0) continue;
    for (const [name, said] of Object.entries(value)) {
      const enums = schemasOf(name).flatMap((schema) => [arrayMember(schema, "enum")]);
      const isChoice = enums.some((one) => one.includes(kind) && one.includes(said));
      const all = enums.filter((one) => one.length > 0);
      if (isChoice && all.every((one) => one.includes(kind))) setMember(value, name, kind);
    }
  }
}

/** The number of optional members of an object that would be empty without. */
const mostScalars = 2;

const scalarTypes: readonly unknown[] = ["string", "number", "integer", "boolean"];

/** An empty object says nothing; some members that lead no further make it one to look at. */
function addScalars(
  samples: Samples,
  nodes: readonly JsonObject[],
  spot: Spot,
  value: JsonObject,
): void {
  const most = Math.min(mostScalars, bound(nodes, "maxProperties", Math.min, Infinity));
  for (const name of nodes.flatMap((node) => Object.keys(member(node, "properties") ?? {}))) {
    if (Object.keys(value).length >= most) return;
    const schemas = nodes.flatMap((node) => memberSchemas(samples.patterns, node, name));
    const isScalar = schemas.every((schema) => scalarTypes.includes(member(schema, "type")));
    if (!isScalar || samples.isAbsent(schemas) || !isNameAllowed(samples, nodes, name)) continue;
    const one = samples.valueOf(schemas, memberSpot(spot, name));
    if (one !== undefined) setMember(value, name, one);
  }
}

/** The required members, and those that they require in turn (JSON Schema 2020-12 validation, sections 6.5.3 and 6.5.4). */
function requiredNames(nodes: readonly JsonObject[]): Set<string> {
  const required = new Set<string>();
  const add = (name: Json): void => {
    if (typeof name !== "string" || required.has(name)) return;
    required.add(name);
    for (const node of nodes)
      for (const needed of arrayMember(member(node, "dependentRequired"), name)) add(needed);
  };
  for (const node of nodes) for (const name of arrayMember(node, "required")) add(name);
  return required;
}

function isNameAllowed(samples: Samples, nodes: readonly JsonObject[], name: string): boolean {
  return nodes.every((node) => samples.holds(member(node, "propertyNames") ?? true, name));
}

/** Tells of names which schemas the nodes have for them; each node is asked of its own names alone where it can be. */
function memberIndex(
  patterns: PatternTexts,
  nodes: readonly JsonObject[],
): (name: string) => readonly Json[] {
  const open = nodes.filter(isOpenToNames);
  const named = new Map<string, JsonObject[]>();
  for (const node of nodes) {
    if (isOpenToNames(node)) continue;
    for (const name of Object.keys(member(node, "properties") ?? {})) {
      const own = named.get(name);
      if (own === undefined) named.set(name, [node]);
      else own.push(node);
    }
  }
  const places = new Map(nodes.map((node, index) => [node, index]));
  return (name) =>
    [...(named.get(name) ?? []), ...open]
      .toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
      .flatMap((node) => memberSchemas(patterns, node, name));
}

function bound(
  nodes: readonly JsonObject[],
  keyword: string,
  join: (...bounds: number[]) => number,
  otherwise: number,
): number {
  const bounds = nodes
    .map((node) => member(node, keyword))
    .filter((one) => typeof one === "number");
  return join(otherwise, ...bounds);
}

/** Members that no node names: as many as `minProperties` asks for, one to show what a map holds. */
function addExtras(
  samples: Samples,
  nodes: readonly JsonObject[],
  spot: Spot,
  value: JsonObject,
  isFull: boolean,
): void {
  const least = bound(nodes, "minProperties", Math.max, 0);
  const shown = isFull && Object.keys(value).length === 0 && nodes.some(isMap) ? 1 : 0;
  const wanted = Math.min(Math.max(least, shown), mostExtras);
  if (Object.keys(value).length >= wanted) return;
  for (const name of extraNames(samples, nodes, spot, wanted)) {
    if (Object.keys(value).length >= wanted) return;
    if (Object.hasOwn(value, name) || !isNameAllowed(samples, nodes, name)) continue;
    const schemas = nodes.flatMap((node) => [
      ...memberSchemas(samples.patterns, node, name),
      ...(member(node, "unevaluatedProperties") === undefined
        ? []
        : [node["unevaluatedProperties"] ?? true]),
    ]);
    const one = samples.valueOf(schemas, memberSpot(spot, name));
    if (one !== undefined) setMember(value, name, one);
  }
}

/** True if a schema describes members by a schema for all of them, not by their names. */
function isMap(node: JsonObject): boolean {
  const rest = member(node, "additionalProperties") ?? member(node, "unevaluatedProperties");
  const patterns = member(node, "patternProperties");
  const hasSchema = isObject(rest) && Object.keys(rest).length > 0;
  return hasSchema || (isObject(patterns) && Object.keys(patterns).length > 0);
}

function* extraNames(
  samples: Samples,
  nodes: readonly JsonObject[],
  spot: Spot,
  wanted: number,
): Generator<string> {
  for (const node of nodes) {
    yield* Object.keys(member(node, "properties") ?? {});
    for (const pattern of Object.keys(member(node, "patternProperties") ?? {}))
      yield* samples.patterns.texts(pattern, spot.seed);
  }
  const names = nodes.flatMap((node) => member(node, "propertyNames") ?? []);
  if (names.length === 0) yield "key";
  for (let variant = 0; variant < wanted * 2; variant += 1) {
    const name = samples.valueOf(["string", ...names].map(typed), {
      ...spot,
      name: "key",
      variant,
    });
    if (typeof name === "string") yield name;
    yield `key${variant + 1}`;
  }
}

const typed = (schema: Json): Json => (typeof schema === "string" ? { type: schema } : schema);

/** `__proto__` becomes a member as any other does. */
function setMember(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
