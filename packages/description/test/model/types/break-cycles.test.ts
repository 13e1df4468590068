import { array, assert, constantFrom, integer, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { growthOfWork } from "../../../../../test/growth-of-work.ts";
import { isObject, member, type Json, type JsonObject } from "../../../src/json/json.ts";
import { breakCycles, inPlace } from "../../../src/model/types/break-cycles.ts";
import { eachSubschema, referencedName } from "../../../src/json/subschemas.ts";

const ref = (name: string | number): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** True if a schema is held against a value again after it was held against that value. */
function holdsItself(schemas: JsonObject, name: string): boolean {
  const seen = new Set<string>();
  const stack: Json[] = [schemas[name] as Json];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (!isObject(schema)) continue;
    const target = referencedName(schema);
    if (target === name) return true;
    if (target !== undefined && !seen.has(target)) {
      seen.add(target);
      stack.push(member(schemas, target) ?? true);
    }
    eachSubschema(schema, (below) => stack.push(below), inPlace);
  }
  return false;
}

const link = tuple(constantFrom("allOf", "anyOf", "not", "items"), integer({ min: 0, max: 5 })).map(
  ([keyword, target]): JsonObject =>
    keyword === "allOf" || keyword === "anyOf"
      ? { [keyword]: [ref(target)] }
      : { [keyword]: ref(target) },
);

describe("schemas that hold themselves", () => {
  it("do so no more, whatever refers to what, and others are left alone", () => {
    const links = array(array(link, { maxLength: 3 }), { minLength: 6, maxLength: 6 });
    assert(
      property(links, (all) => {
        const schemas = Object.fromEntries(
          all.map((parts, index): [string, Json] => [String(index), { allOf: parts }]),
        );
        const { schemas: broken } = breakCycles(schemas);
        for (const name of Object.keys(schemas)) {
          expect(holdsItself(broken, name)).toBe(false);
          expect(broken[name] === schemas[name] || holdsItself(schemas, name)).toBe(true);
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it("lose what they say by it, the first of them before the others", () => {
    const schemas = {
      A: { anyOf: [ref("B"), { type: "string" }] },
      B: { oneOf: [ref("A"), ref("C")] },
      C: { not: ref("C") },
    };
    expect(breakCycles(schemas)).toEqual({
      schemas: {
        A: { anyOf: [{}, { type: "string" }] },
        B: { oneOf: [ref("A"), ref("C")] },
        C: { not: {} },
      },
      cut: ["A", "C"],
    });
  });

  it("give to their children what they say beside the list of these", () => {
    const Pet = { type: "object", properties: { name: {} }, oneOf: [ref("Cat")] };
    const Cat = { allOf: [ref("Pet"), { properties: { lives: {} } }] };
    expect(breakCycles({ Pet, Cat })).toEqual({
      schemas: {
        Pet,
        Cat: { allOf: [{ type: "object", properties: { name: {} } }, Cat.allOf[1]] },
      },
      cut: [],
    });
  });

  it("are found by work in proportion to their number", () => {
    const both = (length: number): JsonObject =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `S${index}`,
          { oneOf: [ref(`S${index + 1}`), ref(`S${Math.max(0, index - 1)}`)] },
        ]),
      );
    const growth = growthOfWork((length) => void breakCycles(both(length)), 500, 8);
    expect(growth).toBeLessThan(32);
  });
});

it("schemas that hold themselves by way of members and items stay as they are", () => {
  const schemas = { Tree: { properties: { left: ref("Tree"), all: { items: ref("Tree") } } } };
  const { schemas: same, cut } = breakCycles(schemas);
  expect(same).toBe(schemas);
  expect(cut).toEqual([]);
});
