import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  record,
  subarray,
  tuple,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import type { Json } from "../src/json/json.ts";

const names = ["a", "b", "c"] as const;
/** Values of few names and texts, so that random schemas have something to say of them. */
export const value = letrec<{ value: unknown; scalar: unknown }>((tie) => ({
  scalar: constantFrom(null, true, false, 0, 1, 2, 2.5, -3, "", "a", "b", "ab", "😀😀"),
  value: oneof(
    { maxDepth: 3 },
    tie("scalar"),
    array(tie("value"), { maxLength: 4 }),
    dictionary(constantFrom(...names, "constructor", "x-1"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

const size = integer({ min: 0, max: 3 });
const name = constantFrom(...names);
const type = constantFrom("object", "array", "string", "number", "integer", "boolean", "null");

/** A few keywords at a time: values hardly ever conform to many. */
function some(keywords: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<object> {
  return subarray(Object.keys(keywords), { minLength: 1, maxLength: 3 }).chain((chosen) =>
    record(
      Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword] ?? constant({})])),
    ),
  );
}

const byTag = { discriminator: { propertyName: "c" }, unevaluatedProperties: false };

function tagged(properties: object, ...tags: readonly string[]): object {
  return { type: "object", properties: { ...properties, c: { enum: tags } }, required: ["c"] };
}

/** References stand only beneath members and items, where they lead to a smaller value. */
const schema = letrec<{ schema: unknown; below: unknown }>((tie) => {
  const map = dictionary(constantFrom(...names, "constructor"), tie("below"), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const list = array(tie("schema"), { minLength: 1, maxLength: 3 });
  return {
    below: oneof(
      { maxDepth: 3 },
      tie("schema"),
      constantFrom("A", "B").map((target) => ({ $ref: `#/components/schemas/${target}` })),
    ),
    schema: oneof(
      { maxDepth: 3, withCrossShrink: true },
      constantFrom({}, true, false, { type: "object" }, { type: "string" }),
      some({
        type: oneof(type, uniqueArray(type, { minLength: 1, maxLength: 3 })),
        enum: array(value, { minLength: 1, maxLength: 3 }),
        const: value,
      }),
      some({
        type: oneof(type, uniqueArray(type, { minLength: 1, maxLength: 3 })),
        minimum: size,
        maximum: size,
        exclusiveMinimum: size,
        exclusiveMaximum: size,
        multipleOf: constantFrom(1, 2, 0.5),
        minLength: size,
        maxLength: size,
        pattern: constantFrom("a", "^b", "^.$"),
      }),
      some({
        properties: map,
        required: uniqueArray(constantFrom(...names, "constructor"), { maxLength: 2 }),
        patternProperties: dictionary(constantFrom("^a", "b|c"), tie("below"), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        additionalProperties: tie("below"),
        unevaluatedProperties: tie("below"),
        propertyNames: tie("schema"),
        minProperties: size,
        maxProperties: size,
        dependentRequired: dictionary(name, uniqueArray(name), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        dependentSchemas: dictionary(name, tie("schema"), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      }),
      tuple(constantFrom("oneOf", "anyOf", "allOf"), map, map).map(([keyword, one, other]) => ({
        [keyword]: [{ properties: one }, { required: ["a"], properties: other }],
        unevaluatedProperties: false,
      })),
      tuple(constantFrom("oneOf", "anyOf"), map, map, constantFrom("a", "ab")).map(
        ([keyword, one, other, tag]) => ({
          [keyword]: [tagged(one, "a", "b"), tagged(other, tag)],
          ...byTag,
        }),
      ),
      tuple(constantFrom("oneOf", "anyOf"), uniqueArray(type, { minLength: 2 }), map, map).map(
        ([keyword, types, one, other]) => ({
          [keyword]: [
            tagged(one, "a"),
            tagged(other, "b"),
            ...types.filter((own) => own !== "object").map((own) => ({ type: own, minimum: 1 })),
          ],
          unevaluatedProperties: false,
        }),
      ),
      some({
        prefixItems: list,
        items: tie("below"),
        unevaluatedItems: tie("below"),
        contains: tie("schema"),
        minContains: size,
        maxContains: size,
        minItems: size,
        maxItems: size,
        uniqueItems: boolean(),
      }),
      some({
        properties: map,
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: tie("schema"),
        ...Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, tie("schema")])),
        unevaluatedProperties: tie("below"),
        unevaluatedItems: tie("below"),
      }),
    ),
  };
}).schema;

/** Two schemas of all keywords, which refer to each other. */
export const schemas = record({ A: schema, B: schema }) as Arbitrary<{ A: Json; B: Json }>;
