import { describe, expect, it } from "vitest";
import { runningChecks } from "../../../src/compile/validators/running-checks.ts";
import { compilerOf, nested, run, to } from "./counted-steps.ts";
import { type Json, type JsonObject } from "../../../../description/src/json/json.ts";

const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  required,
});

/** An expression whose alternatives tell themselves apart, as people write it without a discriminator. */
const expression = {
  A: { oneOf: [to("Not"), to("Both"), to("Is")] },
  Not: object({ op: { const: "not" }, of: to("A") }, "op", "of"),
  Both: object({ op: { enum: ["and", "or"] }, of: { type: "array", items: to("A") } }, "op", "of"),
  Is: object({ op: { const: "is" }, name: { type: "string" } }, "op", "name"),
};

const leaf = { op: "is", name: "a" };

describe("alternatives that a required member tells apart", () => {
  const compiler = compilerOf(expression);

  it("are checked once, of a valid value", () => {
    const value = nested(200, (inner) => ({ op: "and", of: [{ op: "not", of: inner }] }), leaf);
    expect(run(compiler, value, 5000)).toMatchObject({ isValid: true, issues: [] });
  });

  it("are checked once, of one that is wrong at its innermost", () => {
    const value = nested(20, (inner) => ({ op: "not", of: inner }), { op: "is" });
    const { issues } = run(compiler, value, 500);
    expect(issues).toEqual([`${"/of".repeat(20)}/name must have required property 'name'`]);
  });

  it("are named where the member is none of theirs", () => {
    const found = [{ op: "xor", of: [] }, { of: [] }, 7].map(
      (value) => run(compiler, value).issues,
    );
    const one = ' must have as "op" one of "not","and","or","is"';
    expect(found).toEqual([[one], [one], [one]]);
  });

  it.each<[string, Json[], Json, Json, string]>([
    [
      "numbers",
      [object({ v: { const: 1 } }, "v"), object({ v: { enum: [2, null] } }, "v")],
      { v: null },
      { v: "1" },
      ' must have as "v" one of 1,2,null',
    ],
    [
      "types",
      [
        { type: "string", minLength: 2 },
        { type: ["array", "null"], maxItems: 1 },
      ],
      [[]],
      "a",
      " must NOT have fewer than 2 characters",
    ],
    [
      "types and members",
      [
        { type: "integer" },
        object({ v: { const: true } }, "v"),
        object({ v: { const: false } }, "v"),
      ],
      7,
      { v: 7 },
      ' must have as "v" one of true,false',
    ],
    [
      "several members",
      [
        object({ v: { const: 1 }, w: { const: 1 } }, "v", "w"),
        object({ v: { const: 1 }, w: { const: 2 } }, "v", "w"),
        object({ v: { const: 2 } }, "v"),
      ],
      { v: 1, w: 2 },
      { v: 1, w: 3 },
      " must match exactly one schema in oneOf",
    ],
    [
      "members of what they are made of",
      [
        { allOf: [to("B"), { required: ["v"] }] },
        { oneOf: [object({ v: { const: "c" } }, "v"), object({ v: { const: "d" } }, "v")] },
      ],
      { v: "d" },
      { v: "e" },
      ' must have as "v" one of "b","c","d"',
    ],
  ])("by %s", (_how, oneOf, valid, invalid, issue) => {
    const own = compilerOf({ A: { oneOf }, B: object({ v: { const: "b" } }) });
    expect(run(own, valid)).toMatchObject({ isValid: true });
    expect(run(own, invalid).issues).toEqual([issue]);
  });
});

const overlapping: readonly [string, Readonly<Record<string, Json>>][] = [
  [
    "anyOf",
    { A: { anyOf: [object({ next: to("A"), a: { type: "string" } }), object({ next: to("A") })] } },
  ],
  [
    "oneOf",
    {
      A: { oneOf: [to("B"), to("C")] },
      B: object({ next: to("A") }, "b"),
      C: object({ next: to("A") }),
    },
  ],
  ["allOf", { A: { allOf: [object({ next: to("A") }), object({ next: to("A") })] } }],
  ["not", { A: { ...object({ next: to("A") }), not: object({ next: to("A") }, "never") } }],
  ["if", { A: { if: object({ next: to("A") }, "b"), else: object({ next: to("A") }) } }],
  [
    "dependentSchemas",
    { A: { ...object({ next: to("A") }), dependentSchemas: { next: object({ next: to("A") }) } } },
  ],
  [
    "contains",
    { A: { type: ["array", "object"], items: to("A"), contains: to("A"), minContains: 0 } },
  ],
  [
    "patterns",
    { A: { type: "object", properties: { next: to("A") }, patternProperties: { "^n": to("A") } } },
  ],
  [
    "unevaluatedProperties",
    {
      A: { anyOf: [to("B"), object({ next: to("A") })], unevaluatedProperties: to("A") },
      B: object({ next: to("A") }, "b"),
    },
  ],
  [
    "unevaluatedItems",
    {
      A: {
        anyOf: [{ prefixItems: [to("A")], minItems: 2 }, { prefixItems: [true, to("A")] }],
        unevaluatedItems: to("A"),
      },
    },
  ],
  [
    "schemas in a row",
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [string, Json] => [
        index === 0 ? "A" : `S${index}`,
        {
          anyOf: [
            object({ next: to(`S${index + 1}`), a: { type: "string" } }, "b"),
            object({ next: to(`S${index + 1}`) }),
          ],
        },
      ]).concat([["S40", { type: "object" }]]),
    ),
  ],
  [
    "alternatives some of which are told apart",
    {
      A: {
        oneOf: [
          object({ op: { const: "a" }, next: to("A") }, "op"),
          object({ op: { const: "b" }, next: to("A") }, "op"),
          object({ next: to("A") }, "c"),
          object({ next: to("A") }, "d"),
        ],
      },
    },
  ],
];

describe("alternatives and parts that a value may have in common", () => {
  it.each(overlapping)(
    "%s: the work grows with the value, not with its depth",
    (_what, schemas) => {
      const compiler = compilerOf(schemas);
      const wrap = (inner: Json): Json => ({ next: inner, op: "a" });
      for (const own of [wrap, (inner: Json): Json => [inner, inner]]) {
        for (const last of [{}, { a: 1, next: 7 }, "a"]) {
          const value = nested(own === wrap ? 30 : 6, own, last);
          expect(run(compiler, value, 40_000).steps).toBeLessThan(40_000);
          runningChecks(compiler.partOf)("checkA", value);
        }
      }
    },
  );

  it("say what is wrong as if they were alone", () => {
    const { A } = Object.fromEntries(overlapping.slice(0, 1))["anyOf"] ?? {};
    const value = { next: { next: 7, a: 1 } };
    expect(run(compilerOf({ A: A ?? true }), value).issues).toEqual([
      "/next/next must be object",
      "/next/next must match a schema in anyOf",
      "/next/a must be string",
      "/next must match a schema in anyOf",
      " must match a schema in anyOf",
    ]);
  });

  it("that hold without an error leave none behind", () => {
    const { B, C, A } = Object.fromEntries(overlapping)["oneOf"] as Readonly<Record<string, Json>>;
    const compiler = compilerOf({ A: A ?? true, B: B ?? true, C: C ?? true });
    const value = nested(30, (next) => ({ next }), {});
    expect(run(compiler, value)).toMatchObject({ isValid: true });
    expect(
      run(
        compiler,
        nested(30, (next) => ({ next }), { b: 1 }),
      ),
    ).toMatchObject({
      isValid: false,
    });
  });
});

describe("a value as deep as a body may be", () => {
  it.each<[string, boolean, Readonly<Record<string, Json>>]>([
    ["few members", true, { A: object({ next: to("A") }) }],
    [
      "so many members that the stack overflows, and refused",
      false,
      {
        A: object({
          ...Object.fromEntries(
            Array.from({ length: 1000 }, (_, index) => [
              `member${index}`,
              {
                anyOf: [
                  { type: "string", minLength: 1 },
                  { type: "string", maxLength: 1 },
                ],
              },
            ]),
          ),
          next: to("A"),
        }),
      },
    ],
    [
      "alternatives",
      true,
      {
        A: { anyOf: [to("B"), to("C")] },
        B: object({ next: to("A") }),
        C: object({ next: to("A") }, "c"),
      },
    ],
  ])("is checked by a schema of %s", (_what, isValid, schemas) => {
    const value = nested(500, (next) => ({ next }), {});
    const issues = isValid ? [] : [" is nested too deeply to be checked"];
    expect(run(compilerOf(schemas), value)).toMatchObject({ isValid, issues });
  });
});
