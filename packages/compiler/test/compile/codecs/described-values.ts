import * as fc from "fast-check";
import type { JsonObject } from "../../../../description/src/json/json.ts";

/** A schema with values of it, as TypeScript has them. */
export interface Described {
  readonly schema: JsonObject;
  readonly values: fc.Arbitrary<unknown>;
}

const dates = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-01-01") });
const texts = fc.constantFrom("", "tomorrow", "2026", "2026-01-02", "12:00:00Z");

const leaves: readonly Described[] = [
  { schema: { type: "string", format: "date-time" }, values: dates },
  {
    schema: { type: ["string", "null"], format: "date-time" },
    values: fc.option(dates),
  },
  {
    schema: { anyOf: [{ type: "string", format: "date-time" }, { type: "string" }] },
    values: fc.oneof(dates, texts),
  },
  {
    schema: {
      oneOf: [{ $ref: "#/components/schemas/Moment" }, { enum: ["now"] }, { type: "number" }],
    },
    values: fc.oneof(dates, fc.constant("now"), fc.integer()),
  },
  {
    schema: { allOf: [{ type: "string" }, { $ref: "#/components/schemas/Moment" }] },
    values: dates,
  },
  { schema: { $ref: "#/components/schemas/Tree" }, values: treeValues(2) },
  { schema: { type: "string", format: "date" }, values: fc.constant("2026-01-02") },
  { schema: { type: "string" }, values: fc.oneof(texts, fc.constant("2026-01-02T03:04:05Z")) },
  { schema: { type: "boolean" }, values: fc.boolean() },
];

/** The schemas that these refer to. */
export const components: JsonObject = {
  Moment: { type: "string", format: "date-time" },
  Tree: {
    type: "object",
    required: ["made", "branches"],
    properties: {
      made: { type: "string", format: "date-time" },
      branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
      above: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] },
    },
  },
};

function treeValues(depth: number): fc.Arbitrary<unknown> {
  const below = depth === 0 ? undefined : treeValues(depth - 1);
  return fc.record({
    made: dates,
    branches: below === undefined ? fc.constant([]) : fc.array(below, { maxLength: 2 }),
    above: below === undefined ? fc.constant(null) : fc.option(below),
  });
}

const listOf = ({ schema, values }: Described): Described => ({
  schema: { type: "array", items: schema },
  values: fc.array(values, { maxLength: 3 }),
});

const tupleOf = (first: Described, second: Described): Described => ({
  schema: {
    type: "array",
    prefixItems: [first.schema, second.schema],
    items: false,
    minItems: 2,
    maxItems: 2,
  },
  values: fc.tuple(first.values, second.values),
});

const mapOf = ({ schema, values }: Described): Described => ({
  schema: {
    type: "object",
    properties: { known: { type: "number" } },
    additionalProperties: schema,
  },
  values: fc
    .tuple(fc.integer(), fc.dictionary(fc.constantFrom("a", "b", "__proto__"), values))
    .map(([known, others]) => Object.fromEntries([["known", known], ...Object.entries(others)])),
});

const objectOf = (first: Described, second: Described, isRequired: boolean): Described => ({
  schema: {
    type: "object",
    required: isRequired ? ["first"] : [],
    properties: { first: first.schema, "se/cond": second.schema },
  },
  values: fc.record(
    { first: first.values, "se/cond": second.values },
    { requiredKeys: isRequired ? ["first"] : [] },
  ),
});

/** A union whose branches have the same member with other types. */
const taggedOf = (first: Described, second: Described): Described => {
  const branch = (kind: string, { schema }: Described): JsonObject => ({
    type: "object",
    required: ["kind", "value"],
    properties: { kind: { const: kind }, value: schema },
  });
  const values = (kind: string, one: Described): fc.Arbitrary<unknown> =>
    fc.record({ kind: fc.constant(kind), value: one.values });
  return {
    schema: { oneOf: [branch("first", first), branch("second", second), { type: "null" }] },
    values: fc.oneof(values("first", first), values("second", second), fc.constant(null)),
  };
};

const bothOf = (first: Described, second: Described): Described => ({
  schema: {
    allOf: [
      { type: "object", required: ["one"], properties: { one: first.schema } },
      { type: "object", required: ["two"], properties: { two: second.schema } },
      { $ref: "#/components/schemas/Tree" },
    ],
  },
  values: fc
    .tuple(fc.record({ one: first.values, two: second.values }), treeValues(0))
    .map(([own, tree]) => ({ ...own, ...(tree as object) })),
});

/** A union that nothing but its members tells apart. */
const eitherOf = (first: Described, second: Described): Described => {
  const branch = (name: string, { schema }: Described): JsonObject => ({
    type: "object",
    required: [name],
    properties: { [name]: schema },
  });
  return {
    schema: { anyOf: [branch("one", first), branch("other", second)] },
    values: fc.oneof(fc.record({ one: first.values }), fc.record({ other: second.values })),
  };
};

const nullable = ({ schema, values }: Described): Described => ({
  schema: { anyOf: [schema, { type: "null" }] },
  values: fc.option(values),
});

/** Schemas of any depth, each with the arbitrary of its values. */
export const described: fc.Arbitrary<Described> = fc.letrec<{ any: Described }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...leaves),
    tie("any").map(listOf),
    fc.tuple(tie("any"), tie("any")).map(([first, second]) => tupleOf(first, second)),
    tie("any").map(mapOf),
    fc.tuple(tie("any"), tie("any"), fc.boolean()).map((given) => objectOf(...given)),
    fc.tuple(tie("any"), tie("any")).map(([first, second]) => taggedOf(first, second)),
    fc.tuple(tie("any"), tie("any")).map(([first, second]) => bothOf(first, second)),
    fc.tuple(tie("any"), tie("any")).map(([first, second]) => eitherOf(first, second)),
    tie("any").map(nullable),
  ),
})).any;
