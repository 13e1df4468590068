import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  letrec,
  oneof,
  property,
  record,
  tuple,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { compilerOf, nested, run, to } from "./counted-steps.ts";
import { isObject, type Json, type JsonObject } from "../../../../description/src/json/json.ts";

/** Schemas of few members that refer to each other, with keywords by which one value has several. */
const schema = letrec<{ schema: JsonObject; reference: JsonObject; below: Json }>((tie) => ({
  reference: constantFrom("A", "B", "C").map(to),
  below: oneof(
    tie("reference"),
    tie("reference"),
    tie("schema"),
    constantFrom<Json[]>({ type: "string" }, { const: 1 }),
  ),
  schema: tuple(
    record({ a: tie("below"), b: tie("below") }, { requiredKeys: [] }),
    uniqueArray(constantFrom("a", "b"), { maxLength: 1 }),
    constantFrom("anyOf", "oneOf", "allOf", "not", "if", "contains", "items", "none"),
    array(oneof(tie("reference"), tie("schema")), { minLength: 1, maxLength: 3 }),
    boolean(),
    constantFrom<(string | undefined)[]>("object", undefined),
  ).map(([properties, required, keyword, parts, isClosed, type]): JsonObject => {
    const isList = ["anyOf", "oneOf", "allOf"].includes(keyword);
    return {
      ...(type === undefined ? {} : { type }),
      properties,
      required,
      ...(keyword === "none" ? {} : { [keyword]: isList ? parts : (parts[0] ?? true) }),
      ...(isClosed ? { unevaluatedProperties: parts[0] ?? false } : {}),
    };
  }),
})).schema as Arbitrary<JsonObject>;

const schemas = record({ A: schema, B: schema, C: schema });

/** Schemas that hold themselves against the same value, which the generator removes before. */
function hasCycleInPlace(components: Readonly<Record<string, Json>>): boolean {
  const keywords = ["anyOf", "oneOf", "allOf", "not", "if"];
  const targets = (given: Json | undefined): string[] => {
    if (!isObject(given)) return [];
    const { $ref: reference } = given;
    const own = typeof reference === "string" ? [reference.slice(-1)] : [];
    return [
      ...own,
      ...keywords.flatMap((keyword) =>
        [given[keyword] ?? []].flat().flatMap((one) => targets(one as Json)),
      ),
    ];
  };
  const reach = (name: string, way: readonly string[]): boolean =>
    targets(components[name]).some((next) => way.includes(next) || reach(next, [...way, next]));
  return Object.keys(components).some((name) => reach(name, [name]));
}

const sizeOf = (value: Json): number => JSON.stringify(value).length;

describe("any recursive schemas", () => {
  it("take a limited number of steps for each byte of a hostile value", () => {
    const shape = tuple(
      integer({ min: 1, max: 3 }),
      integer({ min: 5, max: 40 }),
      constantFrom<Json[]>({}, 1, "a", [], { c: 1 }),
    );
    assert(
      property(schemas, shape, (components, [kind, levels, last]) => {
        if (hasCycleInPlace(components)) return;
        const wraps: ((inner: Json) => Json)[] = [
          (inner) => ({ a: inner }),
          (inner) => ({ a: inner, b: inner === last ? 1 : { b: 1 } }),
          (inner) => [inner],
          (inner) => ({ b: inner, a: 1 }),
        ];
        const value = nested(levels, wraps[kind] ?? ((inner) => inner), last);
        const most = 20 * sizeOf(value) * sizeOf(components);
        expect(
          run(compilerOf(components), JSON.parse(JSON.stringify(value)), most).steps,
        ).toBeLessThan(most);
      }),
      { numRuns: 300 },
    );
  });
});
