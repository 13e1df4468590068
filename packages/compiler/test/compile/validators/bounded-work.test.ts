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
import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { runningChecks } from "../../../src/compile/validators/running-checks.ts";
import { ValidatorCompiler } from "../../../src/compile/validators/validator-compiler.ts";
import { isObject, type Json, type JsonObject } from "../../../../description/src/json/json.ts";
import * as runtime from "../../../../runtime/src/validation/index.ts";

interface Outcome {
  readonly isValid: boolean;
  /** What the first errors say, with their places. */
  readonly issues: readonly string[];
  /** How many helpers of the runtime were called: at least one for each object that a schema looks at. */
  readonly steps: number;
}

class TooMuch extends Error {}

function compilerOf(components: Readonly<Record<string, Json>>): ValidatorCompiler {
  const named = Object.entries(components).map(
    ([name, json]) => [`/components/schemas/${name}`, { name, json }] as const,
  );
  return new ValidatorCompiler(new NamedSchemas(new Map(named)));
}

/** Holds a value against schema A, and ends when that takes too many steps. */
function run({ partOf }: ValidatorCompiler, value: unknown, most = Infinity): Outcome {
  let steps = 0;
  const step = (): void => {
    if ((steps += 1) > most) throw new TooMuch(`more than ${most} steps`);
  };
  const counted = Object.entries(runtime).map(([name, helper]) => {
    if (typeof helper !== "function" || name === "Evaluated") return [name, helper];
    return [
      name,
      (...given: unknown[]): unknown => {
        step();
        return Reflect.apply(helper as () => unknown, undefined, given);
      },
    ];
  });
  class Evaluated extends runtime.Evaluated {
    override add(other: runtime.Evaluated): void {
      step();
      super.add(other);
    }
  }
  const running = new RunningCode(partOf, { ...Object.fromEntries(counted), Evaluated });
  const validate = runtime.validator(running.function("checkA") as runtime.Check);
  const isValid = validate(value);
  const issues = runtime.toIssues("body", validate.errors);
  return {
    isValid,
    issues: issues.map(({ pointer, message }) => `${pointer} ${message}`),
    steps,
  };
}

const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function nested(levels: number, wrap: (inner: Json) => Json, leaf: Json): Json {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

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
