import { stabilityLevels } from "@openapi-packages/cli/options/choices";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import { referencedName, schemaReference } from "@openapi-packages/description/json/subschemas";
import type { ChangeCode } from "./change-kinds.ts";
import type { FoundChange, Promised, StabilityLevel } from "./change-types.ts";

/** Other words for levels, which descriptions use too. */
const synonyms: ReadonlyMap<string, StabilityLevel> = new Map([
  ["experimental", "alpha"],
  ["preview", "beta"],
]);

/** Returns true if a level promises less than another one. */
export function isBelow(level: StabilityLevel, other: StabilityLevel): boolean {
  return stabilityLevels.indexOf(level) < stabilityLevels.indexOf(other);
}

/**
 * The level that an object of a description states: by `x-stability-level` or `x-stability`, or by `x-beta: true`
 * (Bump.sh). An unknown word states nothing, so that nothing is excused by mistake.
 */
function statedLevel(value: Json | undefined): StabilityLevel | undefined {
  const word = (
    stringMember(value, "x-stability-level") ?? stringMember(value, "x-stability")
  )?.toLowerCase();
  const level = stabilityLevels.find((one) => one === word) ?? synonyms.get(word ?? "");
  return level ?? (member(value, "x-beta") === true ? "beta" : undefined);
}

/** Returns the level of the nearest object around a place that states one; without any it is stable. */
export function levelAt(document: JsonObject, pointer: string): StabilityLevel {
  const levels = objectsTo(document, pointer).map(statedLevel);
  return levels.findLast((level) => level !== undefined) ?? "stable";
}

const isDeprecatedAt = (document: JsonObject, pointer: string): boolean =>
  objectsTo(document, pointer).some((value) => member(value, "deprecated") === true);

/** The values from the root to a pointer, and last the schema that the value there refers to. */
function objectsTo(document: JsonObject, pointer: string): (Json | undefined)[] {
  const parts = pointerParts(pointer);
  const values = parts.map((_, index) => valueAt(document, toPointer(parts.slice(0, index + 1))));
  const name = referencedName(values.at(-1));
  return name === undefined
    ? values
    : [...values, valueAt(document, schemaReference(name).slice(1))];
}

/** The changes that remove a part which the earlier description may have deprecated. */
const removals: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  "operation-removed",
  "webhook-removed",
  "parameter-removed",
  "request-body-removed",
  "request-media-type-removed",
  "response-media-type-removed",
  "success-removed",
  "error-removed",
  "header-removed",
  "required-header-removed",
  "security-scheme-removed",
  "schema-removed",
  "request-property-removed",
  "response-property-removed",
  "request-required-property-removed",
  "response-required-property-removed",
  "request-enum-value-removed",
  "response-enum-value-removed",
  "request-alternative-removed",
  "response-alternative-removed",
]);

/** Tells how little the earlier description promised of what a change is about. */
export class Promises {
  readonly #base: JsonObject;
  readonly #reached = new Map<string, ReadonlySet<string>>();

  /** @param base the earlier document */
  constructor(base: JsonObject) {
    this.#base = base;
  }

  /** An addition has no place in the earlier description, so it is as stable as the operations that it affects. */
  of({ code, base, operations = [], schemas = [] }: FoundChange): Promised {
    const users = operations.flatMap((pair) => pair.base?.operation.pointer ?? []);
    const name = operations.length === 0 && base !== undefined ? schemas[0] : undefined;
    const at = base === undefined ? "stable" : levelAt(this.#base, base);
    const ofUsers =
      name === undefined
        ? highest(users.map((pointer) => levelAt(this.#base, pointer)))
        : this.#levelOfSchema(name);
    const stability = isBelow(at, ofUsers) ? at : ofUsers;
    const wasDeprecated =
      removals.has(code) &&
      ((base !== undefined && isDeprecatedAt(this.#base, base)) ||
        (name === undefined
          ? users.length > 0 && users.every((pointer) => isDeprecatedAt(this.#base, pointer))
          : this.#isSchemaDeprecated(name)));
    return {
      ...(stability === "stable" ? {} : { stability }),
      ...(wasDeprecated ? { wasDeprecated } : {}),
    };
  }

  /** The highest level of the places that refer to a schema; a schema without any is stable. */
  #levelOfSchema(name: string): StabilityLevel {
    if (!this.#reaches("draft", name)) return "stable";
    return stabilityLevels.findLast((level) => this.#reaches(level, name)) ?? "stable";
  }

  /** True if only deprecated parts refer to a schema. */
  #isSchemaDeprecated(name: string): boolean {
    return this.#reaches("draft", name) && !this.#reaches("supported", name);
  }

  #reaches(what: StabilityLevel | "supported", name: string): boolean {
    const known = this.#reached.get(what) ?? reachedSchemas(this.#base, what);
    this.#reached.set(what, known);
    return known.has(name);
  }
}

const highest = (levels: readonly StabilityLevel[]): StabilityLevel =>
  stabilityLevels.findLast((level) => levels.includes(level)) ?? "stable";

/**
 * The names of the schemas that operations and webhooks refer to, directly or through others, by parts of at least a
 * level, or by parts that are not deprecated (`supported`).
 */
function reachedSchemas(
  document: JsonObject,
  what: StabilityLevel | "supported",
): ReadonlySet<string> {
  const least = what === "supported" ? "draft" : what;
  const names = new Set<string>();
  const seen = new Set<Json | undefined>();
  const queue: { readonly value: Json | undefined; readonly level: StabilityLevel }[] = [
    { value: document["paths"], level: "stable" },
    { value: document["webhooks"], level: "stable" },
  ];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value } = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    const level = statedLevel(value) ?? next.level;
    if (isBelow(level, least)) {
      // A part of such an object may state a higher level.
      queue.push(...Object.values(value).map((below) => ({ value: below as Json, level })));
      continue;
    }
    seen.add(value);
    if (what === "supported" && member(value, "deprecated") === true) continue;
    const reference = stringMember(value, "$ref");
    if (reference?.startsWith("#/") === true) {
      const name = referencedName(value as Json);
      if (name !== undefined) names.add(name);
      queue.push({ value: valueAt(document, reference.slice(1)), level });
    }
    if (Array.isArray(value) || isObject(value))
      queue.push(...Object.values(value).map((below) => ({ value: below as Json, level })));
  }
  return names;
}
