import { Validator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  record,
  subarray,
  tuple,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { runningChecks } from "../../../src/compile/validators/running-checks.ts";
import { ValidatorCompiler } from "../../../src/compile/validators/validator-compiler.ts";
import type { Json, JsonObject } from "../../../src/json.ts";
import * as runtime from "../../../../packages/runtime/src/validation/index.ts";

const names = ["a", "b", "c"] as const;
const value = letrec<{ value: unknown; scalar: unknown }>((tie) => ({
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

const schemas = record({ A: schema, B: schema }) as Arbitrary<{ A: Json; B: Json }>;

/** Has the verdict of every reference remembered. */
class RememberedSchemas extends NamedSchemas {
  override isRepeated(): boolean {
    return true;
  }
}

function compilerOf(components: JsonObject, Schemas = NamedSchemas): ValidatorCompiler {
  const named = Object.entries(components).map(
    ([key, own]) => [`/components/schemas/${key}`, { name: key, schema: own }] as const,
  );
  return new ValidatorCompiler(new Schemas(new Map(named)));
}

/** The checks as applications run them, with the runtime's own helpers. */
function withRuntime({ partOf }: ValidatorCompiler): (value: unknown) => boolean {
  const running = new RunningCode(partOf, runtime);
  return runtime.validator(running.function("checkA") as runtime.Check);
}

/** Another validator, which interprets schemas. */
function interpreted(components: JsonObject): (value: unknown) => boolean {
  const root = { components: { schemas: components }, $ref: "#/components/schemas/A" };
  const validator = new Validator(root, "2020-12");
  return (given) => validator.validate(given).valid;
}

/** A third validator, which compiles schemas. */
function compiled(components: JsonObject): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true });
  ajv.addSchema({ $id: "root", components: { schemas: components } });
  return (given) => ajv.validate("root#/components/schemas/A", given);
}

/** Either of the others is wrong about some schemas with `unevaluated…` or `contains`, but not both. */
function expected(components: JsonObject, values: readonly unknown[], own: readonly boolean[]) {
  const verdicts = values.map(interpreted(components));
  if (verdicts.every((verdict, index) => verdict === own[index])) return verdicts;
  const others = values.map(compiled(components));
  return verdicts.map((verdict, index) => (others[index] === own[index] ? own[index] : verdict));
}

describe("compiled validators", () => {
  it("say of any schema and value what other validators say, here and in applications", () => {
    assert(
      property(schemas, array(value, { minLength: 10, maxLength: 20 }), (components, values) => {
        const compiler = compilerOf(components);
        const firstError = runningChecks(compiler.partOf);
        const verdicts = values.map((given) => firstError("checkA", given) === undefined);
        expect(values.map(withRuntime(compiler))).toEqual(verdicts);
        const remembering = compilerOf(components, RememberedSchemas);
        expect(values.map(withRuntime(remembering))).toEqual(verdicts);
        expect(verdicts).toEqual(expected(components, values, verdicts));
      }),
      { numRuns: 800 },
    );
  });
});
