import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { array, assert, constantFrom, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../description/src/json/json.ts";
import { boundedSample } from "../../../src/mock/sample/bounded-sample.ts";
import { matchesText } from "../../../../description/src/patterns/pattern-plan.ts";
import { PatternTexts } from "../../../src/mock/sample/pattern-text.ts";
import { Sampler } from "../../../src/mock/sample/sampler.ts";
import { modelOfSchemas } from "../../../../description/test/model-of-schemas.ts";

const root = { seed: "root", name: "", detail: 2, variant: 0 };

function sampleOf(schema: Json, schemas: JsonObject = {}, name = ""): Json | undefined {
  return new Sampler(modelOfSchemas(schemas)).sample(schema, { ...root, name });
}

/** What an independent validator says of a value. */
function conforms(schema: Json, schemas: JsonObject, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "root", components: { schemas }, schema });
  return ajv.validate("root#/schema", value);
}

/** `then` is a keyword here, and elsewhere what makes an object a promise. */
const json = (text: string): Json => JSON.parse(text) as Json;

const pet = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const tree: JsonObject = {
  type: "object",
  required: ["left", "right"],
  properties: {
    left: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "integer" }] },
    right: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    up: { $ref: "#/components/schemas/Tree" },
  },
};

const schemas: readonly (readonly [name: string, schema: Json])[] = [
  ["a constant", { const: { a: [1, null] } }],
  ["an enum narrowed by another", { allOf: [{ enum: [1, "a", null] }, { type: "string" }] }],
  ["bounds of numbers", { type: "number", exclusiveMinimum: 1, maximum: 1.25, multipleOf: 0.25 }],
  ["several multiples", { allOf: [{ multipleOf: 4 }, { multipleOf: 6, minimum: 13 }] }],
  ["an integer between numbers", { type: "integer", minimum: 1.2, maximum: 2.9 }],
  ["a length of text", { type: "string", minLength: 40, maxLength: 41 }],
  ["a format and a pattern", { type: "string", format: "uri", pattern: "^https://[^/]+/$" }],
  ["two patterns", { allOf: [{ pattern: "^[ab]+$" }, { pattern: "^.{3}$" }], type: "string" }],
  ["a tuple", { type: "array", prefixItems: [{ const: 1 }, pet], items: false, minItems: 2 }],
  ["a set", { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 }],
  ["a set of objects", { type: "array", items: pet, uniqueItems: true, minItems: 3 }],
  ["what a list contains", { items: { type: "integer" }, contains: { minimum: 50 }, minItems: 2 }],
  ["members that others need", { properties: { a: {} }, dependentRequired: { a: ["b"] } }],
  ["a schema that a member brings", { ...pet, dependentSchemas: { name: { required: ["id"] } } }],
  ["names of members", { type: "object", minProperties: 2, propertyNames: { pattern: "^x-" } }],
  ["patterns of names", { patternProperties: { "^\\d$": { const: 1 } }, minProperties: 2 }],
  ["a map", { type: "object", additionalProperties: pet }],
  [
    "an object at its limit",
    { ...pet, properties: { ...pet.properties, a: {} }, maxProperties: 1 },
  ],
  ["allOf with allOf in it", { allOf: [{ allOf: [pet] }, { required: ["id"] }] }],
  ["one of several that overlap", { oneOf: [{ type: "number" }, { type: "integer" }] }],
  [
    "one of two that take each other's",
    {
      oneOf: [{ properties: { a: { type: "string" } } }, { properties: { b: { type: "string" } } }],
      type: "object",
    },
  ],
  [
    "a condition",
    json('{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]},"required":["a"]}'),
  ],
  [
    "the other side of a condition",
    json('{"if":{"required":["a"]},"then":false,"else":{"required":["b"]}}'),
  ],
  ["a negation", { type: "string", not: { enum: ["text"] } }],
  ["a reference with siblings", { $ref: "#/components/schemas/Pet", required: ["age"] }],
  ["a tree", { $ref: "#/components/schemas/Tree" }],
  ["unevaluated members", { allOf: [pet], unevaluatedProperties: false }],
  [
    "null where nothing else is left",
    { anyOf: [{ type: "string", maxLength: -1 }, { type: "null" }] },
  ],
  ["a list of types", { type: ["null", "integer", "string"] }],
  ["everything", true],
];

describe("a value made from a schema conforms to it", () => {
  it.for(schemas)("%s", ([, schema]) => {
    const named = { Pet: pet, Tree: tree };
    const value = sampleOf(schema, named);
    expect(value).toBeDefined();
    expect(conforms(schema, named, value)).toBe(true);
  });

  it.for([
    ["false", false],
    ["an object that holds itself without end", { $ref: "#/components/schemas/Endless" }],
    ["an enum of another type", { type: "string", enum: [1, 2] }],
    ["a pattern that nothing matches", { type: "string", pattern: "a^" }],
    ["a list too long to write down", { type: "array", minItems: 1e9, items: true }],
  ] as const)("there is none of %s", ([, schema]) => {
    const own = { $ref: "#/components/schemas/Endless" };
    const endless = { type: "object", required: ["own"], properties: { own } };
    expect(sampleOf(schema, { Endless: endless })).toBeUndefined();
  });
});

describe("a value made from a schema reads well", () => {
  it("prefers examples, then what format and name tell", () => {
    const properties = {
      title: { type: "string", examples: ["Dune"] },
      created_at: { type: "string" },
      contact: { type: "string", format: "email" },
      currency: { type: "string" },
      page: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      note: { type: ["string", "null"], default: "none" },
    };
    expect(sampleOf({ type: "object", properties })).toEqual({
      title: "Dune",
      created_at: expect.stringMatching(/^2025-\d\d-\d\dT[\d:]+Z$/),
      contact: "ada@example.com",
      currency: "EUR",
      page: 1,
      tags: ["tag"],
      note: "none",
    });
  });

  it("has digits where a text has a format of integers, unless something else tells", () => {
    const format = "int64";
    const properties = {
      lease: { type: "string", format },
      port: { type: "string", format: "uint64" },
      serial: { type: "string", format: "int32", minLength: 5 },
      code: { type: "string", format, pattern: "^x-\\d{3}$" },
      state: { type: "string", format, enum: ["open"] },
      owner: { type: "string", format, examples: ["7"] },
    };
    expect(sampleOf({ type: "object", properties })).toEqual({
      lease: "1",
      port: "443",
      serial: "10000",
      code: expect.stringMatching(/^x-\d{3}$/),
      state: "open",
      owner: "7",
    });
    const sampler = new Sampler(modelOfSchemas({}));
    const variants = [0, 1, 2].map((variant) =>
      sampler.sample(properties.lease, { ...root, name: "lease", variant }),
    );
    expect(variants).toEqual(["1", "2", "3"]);
  });

  it("has all members where the first value of one does not fit", () => {
    const code = { type: "string", pattern: "^x-\\d{3}$" };
    const inner = { type: "object", properties: { code, size: { type: "integer", minimum: 7 } } };
    const value = sampleOf({ type: "object", properties: { code, inner, title: {} } });
    expect(value).toMatchObject({
      code: expect.stringMatching(code.pattern),
      inner: { code: expect.stringMatching(code.pattern), size: expect.any(Number) },
      title: expect.anything(),
    });
  });

  it("shows a member of a map, and what a text contains, as they are described", () => {
    const code = { type: "string", pattern: "^x-\\d{3}$" };
    const propertyNames = { minLength: 12 };
    const map = { type: "object", propertyNames, additionalProperties: pet };
    const contentSchema = { type: "object", required: ["code"], properties: { code } };
    const text = { type: "string", contentMediaType: "application/json", contentSchema };
    const value = sampleOf({ type: "object", properties: { map, text } }) as JsonObject;
    expect(Object.keys(value["map"] as JsonObject)).toEqual([expect.stringMatching(/.{12}/)]);
    const content = JSON.parse(String(value["text"])) as JsonObject;
    expect(content["code"]).toMatch(new RegExp(code.pattern));
  });

  it("says less in depth, and as little as fits", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `m${index}`,
        { $ref: "#/components/schemas/Wide" },
      ]),
    );
    const schema = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, ...wide },
    };
    const sampler = new Sampler(modelOfSchemas({ Wide: schema }));
    const value = boundedSample(sampler, schema, "x", () => true);
    expect(JSON.stringify(value).length).toBeLessThan(2000);
  });
});

describe("a value depends on its schema and place alone", () => {
  it("is the same whatever was made before", () => {
    const named = { Pet: pet, Tree: tree };
    const sampler = new Sampler(modelOfSchemas(named));
    for (const [, schema] of schemas) sampler.sample(schema, root);
    for (const [, schema] of schemas)
      expect(sampler.sample(schema, root)).toEqual(sampleOf(schema, named));
  });

  it("differs by place and by variant", () => {
    const id = { type: "string", format: "uuid" };
    const sampler = new Sampler(modelOfSchemas({}));
    const all = ["a", "b"].flatMap((seed) =>
      [0, 1].map((variant) => sampler.sample(id, { ...root, seed, variant })),
    );
    expect(new Set(all).size).toBeGreaterThanOrEqual(2);
  });
});

describe("texts made from a pattern match it", () => {
  it.for([
    "^[A-Z]{3}-\\d{4}$",
    "^(?:cat|dog)s?$",
    "^\\p{Lu}\\p{Ll}+$",
    "^(?<year>\\d{4})-(0[1-9]|1[0-2])$",
    "^(a|b)\\1$",
    "^[^a-zA-Z0-9]{2}$",
    "^(?=.*\\d)[a-z\\d]{6,}$",
    "^[\\u0400-\\u04ff]+$",
    "\\x41\\cJ?\\/",
  ])("%s", (pattern) => {
    const [first] = new PatternTexts().texts(pattern, "seed");
    expect(first).toMatch(new RegExp(pattern, "u"));
  });

  it("any that is made of classes, repetitions and alternatives", () => {
    const atom = constantFrom("a", "[0-9]", "\\w", "[^x]", ".", "\\.", "(?:b|c)", "é");
    const quantifier = constantFrom("", "?", "*", "+", "{2}", "{1,3}", "{2,}");
    const piece = tuple(atom, quantifier).map((parts) => parts.join(""));
    const pattern = array(piece, { minLength: 1, maxLength: 5 }).map((all) => `^${all.join("")}$`);
    assert(
      property(pattern, (text) => {
        const [first] = new PatternTexts().texts(text, "seed");
        expect(first).toMatch(new RegExp(text, "u"));
      }),
    );
  });

  it("of one that may take forever are tried step by step", () => {
    const pattern = "^(a+)+$";
    const [text = ""] = new PatternTexts().texts(pattern, "seed");
    expect(text.length).toBeGreaterThan(12);
    expect(matchesText(pattern, text)).toBe(true);
    expect(matchesText(pattern, `${"a".repeat(1000)}b`)).toBe(false);
  });

  it("of one that cannot be tried so are short", () => {
    const pattern = "^(?:(?=.*b)(a|b)+)+$";
    const [text = ""] = new PatternTexts().texts(pattern, "seed");
    expect(text).toMatch(/^[ab]*b$/);
    expect(matchesText(pattern, `${"a".repeat(100)}b`)).toBeUndefined();
  });

  it("are not tried for long with one that may take forever", () => {
    const schema = { type: "string", pattern: "^(a+)+$", minLength: 30 };
    expect(sampleOf(schema)).toMatch(/^a{30,}$/);
  });
});
