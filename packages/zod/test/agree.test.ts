import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  record,
  sample,
  subarray,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import type { Json } from "openapi-packages/emitter";
import { modelFromText } from "openapi-packages/emitter/testing";
import { expect, it } from "vitest";
import { annotationKeywords } from "../../description/src/json/annotation-keywords.ts";
import { schemaKeywords } from "../../description/src/load/openapi/schema-keywords.ts";
import { schemaParts } from "../../description/src/model/schema-references.ts";
import { runs, seed } from "../../../test/test-all.ts";
import { differences } from "./differences.ts";
import { judged } from "./verdicts.ts";

const names = constantFrom("a", "b", "c");

const value = letrec<{ value: unknown; scalar: unknown }>((tie) => ({
  scalar: constantFrom(null, true, false, 0, 1, 2, 2.5, -3, "", "a", "b", "ab"),
  value: oneof(
    { maxDepth: 3 },
    tie("scalar"),
    array(tie("value"), { maxLength: 4 }),
    dictionary(constantFrom("a", "b", "c", "x-1"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

const size = integer({ min: 0, max: 3 });

/** A type with some of its keywords. */
function typed(type: unknown, keywords: Readonly<Record<string, Arbitrary<unknown>>>) {
  return subarray(Object.keys(keywords), { maxLength: 3 }).chain((chosen) =>
    record(Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword] ?? size]))).map(
      (rest) => ({ type, ...rest }),
    ),
  );
}

/** References stand only beneath members and items, where they lead to a smaller value. */
const schema = letrec<{ schema: object; below: object }>((tie) => {
  const map = dictionary(names, tie("below"), { maxKeys: 3, noNullPrototype: true });
  const list = array(tie("schema"), { minLength: 1, maxLength: 3 });
  const object = typed("object", {
    properties: map,
    required: uniqueArray(names, { maxLength: 2 }),
    patternProperties: dictionary(constantFrom("^a", "b|c", "^x-"), tie("below"), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: oneof(tie("below"), boolean()),
    propertyNames: record({ type: constantFrom("string"), maxLength: size }),
    minProperties: size,
    maxProperties: size,
    dependentRequired: dictionary(names, uniqueArray(names), { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: dictionary(names, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
  });
  const items = {
    items: oneof(tie("below"), constantFrom(false)),
    contains: tie("schema"),
    minContains: size,
    maxContains: size,
    minItems: size,
    maxItems: size,
    uniqueItems: boolean(),
  };
  const several = constantFrom("string", "number", "integer", "boolean", "null", "object", "array");
  return {
    below: oneof(
      { maxDepth: 3 },
      tie("schema"),
      constantFrom("A", "B").map((target) => ({ $ref: `#/components/schemas/${target}` })),
    ),
    schema: oneof(
      { maxDepth: 3, withCrossShrink: true },
      constantFrom({}, { type: "object" }, { type: "string" }, { type: "boolean" }),
      record({ enum: uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
      record({ const: value }),
      typed("string", {
        minLength: size,
        maxLength: size,
        pattern: constantFrom("a", "^b", "^.$"),
      }),
      typed("number", { minimum: size, exclusiveMaximum: size, multipleOf: constantFrom(1, 0.5) }),
      typed("integer", { exclusiveMinimum: size, maximum: size, multipleOf: constantFrom(1, 2) }),
      uniqueArray(several, { minLength: 2, maxLength: 3 }).map((type) => ({ type })),
      object,
      object,
      typed("array", items),
      typed("array", { ...items, prefixItems: list }),
      list.map((anyOf) => ({ anyOf })),
      list.map((oneOf) => ({ oneOf })),
      list.map((allOf) => ({ allOf })),
      record(Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, tie("schema")]))),
      record({ not: tie("schema") }),
      object.chain((own) => list.map((allOf) => ({ ...own, allOf }))),
    ),
  };
}).schema;

it("schemas take what the contract's validators take, whatever the description", async () => {
  const values = array(value, { minLength: 15, maxLength: 25 });
  await assert(
    asyncProperty(schema, schema, values, async (A, B, given) => {
      const description = {
        openapi: "3.1.1",
        info: { title: "Any", version: "1.0.0" },
        paths: {},
        components: { schemas: { A, B } },
      };
      const model = await modelFromText(JSON.stringify(description));
      for (const { name, zod, contract } of await judged(model)) {
        const difference = given.find((one) => zod(one) !== contract(one));
        expect(difference, `${name}: ${JSON.stringify(difference)}`).toBeUndefined();
      }
    }),
    { numRuns: runs(100, 2000), seed: seed(7) },
  );
});

/** Keywords that constrain no value of a model: other keywords say the same there, or only readers need them. */
const others = [
  ..."$schema $vocabulary $id $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $defs".split(
    " ",
  ),
  ..."id definitions dependencies additionalItems nullable discriminator writeOnly".split(" "),
  ..."contentEncoding contentMediaType contentSchema".split(" "),
];

it("those descriptions and the known differences have all keywords that constrain values", () => {
  const keywordsOf = (all: readonly object[]): string[] =>
    all.flatMap((one) => [...schemaParts(one as Json)].flatMap(Object.keys));
  const known = differences.map(({ schema: own }) => own).filter((own) => typeof own === "object");
  const tried = new Set(keywordsOf([...sample(schema, { numRuns: 1000, seed: 7 }), ...known]));
  const left = [...schemaKeywords].filter((one) => !tried.has(one) && !annotationKeywords.has(one));
  expect(left.toSorted()).toEqual(others.toSorted());
});
