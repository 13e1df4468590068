import {
  allowedTypes,
  arrayMember,
  greatest,
  least,
  member,
  numbersOf,
  type AppliedSchema,
  type Json,
} from "@openapi-packages/description";
import { removed, type Violation } from "./change-input.ts";
import type { InputPlace } from "./input-places.ts";
import { numberViolations } from "./number-violations.ts";
import { textViolations } from "./text-violations.ts";

/**
 * Returns values that may violate the schemas of a place, the simplest first. The checker decides whether they
 * do.
 */
export function violations(place: InputPlace): Violation[] {
  const { schemas, value, requiredBy } = place;
  const at = schemas[0]?.pointer ?? "";
  const found: Violation[] = [];
  const isParameter = place.in !== "body" && place.tokens.length === 1;
  if (requiredBy !== undefined && !(isParameter && place.in === "path"))
    found.push({ kind: "missing", value: removed, pointer: requiredBy });
  found.push(...typeViolations(place, at));
  found.push(...choiceViolations(schemas));
  if (typeof value === "number") found.push(...numberViolations(schemas, value));
  if (typeof value === "string")
    found.push(...textViolations(schemas, value, ["body", "query"].includes(place.in)));
  if (Array.isArray(value)) found.push(...listViolations(schemas, value as readonly Json[]));
  else if (typeof value === "object" && value !== null)
    found.push(...objectViolations(schemas, value as { readonly [name: string]: Json }));
  return found;
}

/** Values of each type, sorted by how unlikely they are read as another type. */
const others = [
  { type: "string", value: "text" },
  { type: "object", value: { wrong: "type" } },
  { type: "array", value: ["wrong type"] },
  { type: "number", value: 12_345.5 },
  { type: "boolean", value: true },
] as const;

function typeViolations(
  { schemas, requiredBy, in: location }: InputPlace,
  at: string,
): Violation[] {
  const types = allowedTypes(schemas);
  if (types === undefined) return [];
  const rule =
    schemas.find(({ json: schema }) => member(schema, "type") !== undefined)?.pointer ?? at;
  const pointer = `${rule}/type`;
  const other = others.find(({ type }) => !types.has(type));
  const found: Violation[] =
    other === undefined ? [] : [{ kind: "wrong-type", value: other.value as Json, pointer }];
  // Many servers treat null for an optional member as absent.
  const isNullWrong = location === "body" && requiredBy !== undefined && !types.has("null");
  return isNullWrong ? [...found, { kind: "null", value: null, pointer }] : found;
}

function choiceViolations(schemas: readonly AppliedSchema[]): Violation[] {
  return schemas.flatMap(({ json: schema, pointer }): Violation[] => {
    const constant = member(schema, "const");
    if (constant !== undefined)
      return [{ kind: "not-const", value: unlike([constant]), pointer: `${pointer}/const` }];
    const values = arrayMember(schema, "enum");
    return values.length === 0
      ? []
      : [{ kind: "not-in-enum", value: unlike(values), pointer: `${pointer}/enum` }];
  });
}

/** Returns another value of the same type as the given ones. */
function unlike(values: readonly Json[]): Json {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length > 0) return Math.max(...numbers) + 1;
  if (values.some((value) => typeof value === "string")) return "none-of-these";
  return values.some((value) => typeof value === "boolean") ? !values.includes(true) : "other";
}

/** The longest list that is sent. */
const longestList = 200;

function listViolations(schemas: readonly AppliedSchema[], value: readonly Json[]): Violation[] {
  const found: Violation[] = [];
  const [first] = value;
  const fewest = greatest(numbersOf(schemas, "minItems"));
  const most = least(numbersOf(schemas, "maxItems"));
  if (fewest !== undefined && fewest.value > 0)
    found.push({
      kind: "too-few-items",
      value: value.slice(0, fewest.value - 1),
      pointer: fewest.pointer,
    });
  if (most !== undefined && most.value < longestList && first !== undefined)
    found.push({
      kind: "too-many-items",
      value: Array.from({ length: most.value + 1 }, (_, index) => value[index] ?? first),
      pointer: most.pointer,
    });
  const unique = schemas.find(({ json: schema }) => member(schema, "uniqueItems") === true);
  if (unique !== undefined && first !== undefined)
    found.push({
      kind: "not-unique",
      value: [first, first, ...value.slice(2)],
      pointer: `${unique.pointer}/uniqueItems`,
    });
  return found;
}

function objectViolations(
  schemas: readonly AppliedSchema[],
  value: { readonly [name: string]: Json },
): Violation[] {
  const found: Violation[] = [];
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const closed = schemas.find(({ json: schema }) => member(schema, keyword) === false);
    if (closed === undefined) continue;
    found.push({
      kind: "additional-member",
      value: { ...value, unexpectedMember: "value" },
      added: { name: "unexpectedMember", value: "value" },
      pointer: `${closed.pointer}/${keyword}`,
    });
    break;
  }
  const fewest = greatest(numbersOf(schemas, "minProperties"));
  if (fewest !== undefined && fewest.value > 0)
    found.push({
      kind: "too-few-members",
      value: Object.fromEntries(Object.entries(value).slice(0, fewest.value - 1)),
      pointer: fewest.pointer,
    });
  for (const { json: schema, pointer } of schemas)
    for (const [name, needed] of Object.entries(member(schema, "dependentRequired") ?? {})) {
      const [other] = Array.isArray(needed) ? needed : [];
      if (!Object.hasOwn(value, name) || typeof other !== "string") continue;
      const { [other]: _, ...rest } = value;
      found.push({
        kind: `without-${other}`,
        value: rest,
        pointer: `${pointer}/dependentRequired`,
      });
    }
  return found;
}
