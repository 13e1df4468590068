import { Ajv2020 } from "ajv/dist/2020.js";
import {
  array,
  assert,
  constantFrom,
  integer,
  property,
  record,
  tuple,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { CheckCounts } from "../../../src/model/types/check-counts.ts";
import { withoutRepeatedParts } from "../../../src/model/types/repeated-parts.ts";
import { SchemaValidators } from "../../../../compiler/src/compile/validators/schema-validators.ts";
import { modelOfSchemas } from "../../model-of-schemas.ts";

const ref = (index: number): JsonObject => ({ $ref: `#/components/schemas/S${index}` });

/** Every schema extends the next one twice, by way of two others where it is a fork. */
function doubled(length: number, keyword = "allOf"): JsonObject {
  const schemas = Array.from({ length }, (_, index): [string, Json] => [
    `S${index}`,
    {
      properties: { [`p${index}`]: { type: "string" } },
      [keyword]: index === length - 1 ? [{}] : [ref(index + 1), { allOf: [ref(index + 1)] }],
    },
  ]);
  return Object.fromEntries(schemas);
}

/** What an independent validator says of a value and the schema `S0`. */
function conforms(schemas: JsonObject, value: Json): boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema({ $id: "root", components: { schemas } });
  return ajv.validate("root#/components/schemas/S0", value);
}

const names = constantFrom("p0", "p1", "p2", "p3", "p4", "p5");
const value = array(tuple(names, constantFrom<Json>("a", "b", 1)), { maxLength: 3 }).map(
  (entries): Json => Object.fromEntries(entries),
);

/** What one schema of a chain says, and which of those after it are its parts. */
const link = record({
  parts: array(
    record({
      step: integer({ min: 1, max: 2 }),
      beside: constantFrom<JsonObject>({}, {}, {}, { minProperties: 1 }, { maxProperties: 2 }),
      form: constantFrom("plain", "plain", "nested", "closed"),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  more: constantFrom<JsonObject>({}, {}, {}, {}, { unevaluatedProperties: false }),
});

type Link = typeof link extends Arbitrary<infer Value> ? Value : never;

function linked(links: readonly Link[]): JsonObject {
  const part = (index: number, { step, beside, form }: Link["parts"][number]): Json => {
    const whole = { ...ref(index + step), ...beside };
    if (form === "plain") return whole;
    return form === "nested"
      ? { allOf: [whole] }
      : { allOf: [whole], unevaluatedProperties: { const: "a" } };
  };
  const entries = links.map(({ parts, more }, index): [string, Json] => {
    const allOf = parts
      .filter(({ step }) => index + step < links.length)
      .map((one) => part(index, one));
    return [`S${index}`, { properties: { [`p${index % 6}`]: { type: "string" } }, ...more, allOf }];
  });
  return Object.fromEntries(entries);
}

describe("parts that are there twice", () => {
  it("are taken out, so that checks grow with the schemas and not with the ways to them", () => {
    const schemas = doubled(40);
    expect(new CheckCounts(schemas).of(ref(0))).toBeGreaterThan(1e8);
    expect(new CheckCounts(withoutRepeatedParts(schemas)).of(ref(0))).toBeLessThan(400);
  });

  it("stay where they are few", () => {
    const schemas = doubled(3);
    expect(withoutRepeatedParts(schemas)).toBe(schemas);
  });

  it("are taken out where two parts extend the same", () => {
    const fork = Array.from({ length: 40 }, (_, level): [string, Json][] => {
      const at = 3 * level;
      const side = (index: number): [string, Json] => [
        `S${index}`,
        { allOf: [ref(at + 3), { required: [`p${index}`] }] },
      ];
      return [[`S${at}`, { allOf: [ref(at + 1), ref(at + 2)] }], side(at + 1), side(at + 2)];
    });
    const schemas: JsonObject = { ...Object.fromEntries(fork.flat()), S120: { required: ["z"] } };
    const cut = withoutRepeatedParts(schemas);
    expect(new CheckCounts(schemas).of(ref(0))).toBeGreaterThan(1e8);
    expect(new CheckCounts(cut).of(ref(0))).toBeLessThan(600);
    const validators = SchemaValidators.of(modelOfSchemas(cut));
    const members = ["z", ...Array.from({ length: 120 }, (_, index) => `p${index}`)];
    const whole = Object.fromEntries(members.map((name) => [name, 1]));
    expect(validators.accepts(ref(0), whole)).toBe(true);
    for (const name of ["z", "p1", "p2", "p62", "p119"]) {
      const { [name]: _, ...rest } = whole;
      expect(validators.accepts(ref(0), rest)).toBe(false);
    }
  });

  it("mean what they meant", () => {
    const seen = { changed: 0, valid: 0, invalid: 0 };
    assert(
      property(array(link, { minLength: 9, maxLength: 9 }), value, (links, one) => {
        const schemas = linked(links);
        const cut = withoutRepeatedParts(schemas);
        const isValid = conforms(schemas, one);
        expect(conforms(cut, one)).toBe(isValid);
        seen.changed += cut === schemas ? 0 : 1;
        seen[isValid ? "valid" : "invalid"] += 1;
      }),
      { numRuns: 100, seed: 7 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });
});

describe("a value", () => {
  it.for(["allOf", "oneOf", "anyOf"])("is held against each schema once: %s", (keyword) => {
    const validators = SchemaValidators.of(modelOfSchemas(doubled(60, keyword)));
    const isOne = keyword !== "oneOf";
    expect(validators.accepts(ref(0), { p59: "a" })).toBe(isOne);
    expect(validators.accepts(ref(0), { p59: 1 })).toBe(false);
  });
});
