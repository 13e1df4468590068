import * as fc from "fast-check";
import { modelFromText } from "openapi-packages/emitter/testing";
import type { EnumOpenness, Json, JsonObject } from "openapi-packages/emitter";
import { expect, test } from "vitest";
import { runs } from "../../test-all.ts";
import { RunningCode } from "../../../packages/compiler/src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../packages/compiler/src/compile/named-schemas.ts";
import {
  schemaFunction,
  ValidatorCompiler,
} from "../../../packages/compiler/src/compile/validators/validator-compiler.ts";
import { inhabits } from "../../../packages/compiler/test/compile/codecs/inhabits.ts";
import { findOpenTypes } from "../../../generator/src/emit/open-types.ts";
import * as runtime from "../../../packages/runtime/src/validation/index.ts";
import type { Check } from "../../../packages/runtime/src/validation/index.ts";
import { alternativeForms, unionCase, unionPlans, type UnionPlan } from "./union-cases.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Who judges a value: the open type of answers, and the validator, for answers and for all else. */
interface Judges {
  readonly isOfType: (value: Json) => boolean;
  readonly passes: (value: Json) => boolean;
  readonly isValid: (value: Json) => boolean;
}

async function judges(schemas: JsonObject, enums: EnumOpenness = "open"): Promise<Judges> {
  const content = { "application/json": { schema: ref("Answer") } };
  const get = { operationId: "Get", responses: { 200: { description: "It.", content } } };
  const model = await modelFromText(
    JSON.stringify({
      openapi: "3.2.0",
      info: { title: "Unions", version: "1.0.0" },
      paths: { "/answer": { get } },
      components: { schemas },
    }),
  );
  const compiler = new ValidatorCompiler(NamedSchemas.of(model), enums);
  const check = new RunningCode(compiler.partOf, runtime).function(schemaFunction("Answer", false));
  const validator = runtime.validator(check as Check);
  const open = findOpenTypes(model, enums);
  return {
    isOfType: (value) => inhabits(model.types, { kind: "reference", name: "Answer" }, value, open),
    passes: (value) => validator.takesLater?.(value) === true,
    isValid: (value) => validator(value),
  };
}

/** Where an answer may have a union, and a value in that place. */
const places = {
  "the answer": { schema: ref("Union"), of: (value: Json): Json => value },
  "a list": {
    schema: { type: "array", items: ref("Union") },
    of: (value: Json): Json => [value],
  },
  "a map": {
    schema: { type: "object", additionalProperties: ref("Union") },
    of: (value: Json): Json => ({ any: value }),
  },
  "a member that may be null": {
    schema: { type: "object", properties: { one: { anyOf: [ref("Union"), { type: "null" }] } } },
    of: (value: Json): Json => ({ one: value }),
  },
  "one of several schemas": {
    schema: { oneOf: [ref("Union"), { type: "array", items: { enum: ["a", "b"] } }] },
    of: (value: Json): Json => value,
  },
  "a schema that extends it": {
    schema: { allOf: [ref("Union"), { type: "object", properties: { more: { type: "string" } } }] },
    of: (value: Json): Json => value,
  },
} as const;

type Place = keyof typeof places;
const allPlaces = Object.keys(places) as Place[];

/** What judges say otherwise than they have to of a union in a place: of its own values, and of tags that nobody lists. */
async function differences(plan: UnionPlan, place: Place): Promise<readonly unknown[]> {
  const { schemas, values } = unionCase(plan);
  const { schema, of } = places[place];
  const all = { ...schemas, Answer: schema };
  const open = await judges(all);
  const closed = await judges(all, "closed");
  const found: unknown[] = [];
  const compare = (value: Json, said: Partial<Record<string, boolean>>, wanted: boolean): void => {
    if (Object.values(said).some((one) => one !== wanted))
      found.push({ plan, value, said, wanted });
  };
  for (const { value } of values) {
    if (!open.isValid(of(value))) continue;
    compare(of(value), { passes: open.passes(of(value)) }, true);
    if (typeof value !== "object" || value === null) continue;
    for (const kind of ["of a later version", 99.5]) {
      const later = of({ ...value, kind });
      if (open.isOfType(later)) compare(later, { passes: open.passes(later) }, true);
      const strict = { passes: closed.passes(later), isOpenValid: open.isValid(later) };
      compare(later, strict, closed.isValid(later));
    }
  }
  return found;
}

const plan: UnionPlan = {
  keyword: "oneOf",
  forms: ["constant"],
  hasDiscriminator: true,
  hasNull: false,
  hasDefault: false,
};

test.each(allPlaces)("a value of an open type is valid in %s", async (place) => {
  for (const keyword of ["oneOf", "anyOf"] as const)
    for (const hasDiscriminator of [true, false])
      for (const form of alternativeForms) {
        const own: UnionPlan = { ...plan, keyword, hasDiscriminator, forms: [form, "constant"] };
        expect(await differences(own, place)).toEqual([]);
      }
});

test("a value of an open type is valid, whatever the union", async () => {
  await fc.assert(
    fc.asyncProperty(unionPlans, fc.constantFrom(...allPlaces), async (any, place) => {
      expect(await differences(any, place)).toEqual([]);
    }),
    { numRuns: runs(25, 200) },
  );
});

const cat = {
  type: "object",
  required: ["kind", "lives"],
  properties: { kind: { const: "cat" }, lives: { type: "integer" } },
};
const dog = { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } };
const discriminator = { propertyName: "kind" };
const pets = { Cat: cat, Dog: dog };
const pet = { oneOf: [ref("Cat"), ref("Dog")], discriminator };

test("an unlisted tag passes, a listed one is checked against its alternative", async () => {
  const { passes, isValid, isOfType } = await judges({ ...pets, Answer: pet });
  const later = { kind: "fish", fins: 2 };
  expect([isOfType(later), passes(later), isValid(later)]).toEqual([true, true, false]);
  for (const value of [
    { kind: "cat", lives: "nine" },
    { kind: "cat" },
    { kind: 1 },
    {},
    "fish",
    null,
  ])
    expect([value, passes(value)]).toEqual([value, false]);
});

test("closed enums let neither an unlisted tag nor an unlisted value pass", async () => {
  const { passes } = await judges({ ...pets, Answer: pet }, "closed");
  expect([passes({ kind: "fish" }), passes({ kind: "dog" })]).toEqual([false, true]);
  const color = await judges({ Answer: { enum: ["red", "green"] } }, "closed");
  expect([color.passes("blue"), color.passes("red")]).toEqual([false, true]);
});

test("an enum that says whether it is open is taken at its word", async () => {
  const color = { type: "string", enum: ["red", "green"] };
  const open = await judges({ Answer: { ...color, "x-extensible-enum": true } }, "closed");
  const closed = await judges({ Answer: { ...color, "x-extensible-enum": false } });
  expect([open.passes("blue"), open.isValid("blue"), closed.passes("blue")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a constant, and a value of another type, never pass", async () => {
  const { passes } = await judges({
    Answer: {
      type: "array",
      items: { anyOf: [{ const: "a" }, { enum: ["b", "c"] }, { const: 1 }] },
    },
  });
  expect([passes(["later"]), passes([true]), passes([2])]).toEqual([true, false, false]);
  const constant = await judges({ Answer: { const: "a" } });
  expect(constant.passes("b")).toBe(false);
});

test("a tag is one of those that its alternative lists, where nothing else is the answer", async () => {
  const { passes, isOfType } = await judges({
    Cat: { ...cat, properties: { kind: { enum: ["cat", "kitten"] }, lives: { type: "integer" } } },
    Dog: dog,
    Pet: pet,
    Answer: { type: "object", properties: { cat: ref("Cat"), pet: ref("Pet") } },
  });
  const later = { kind: "tiger", lives: 9 };
  expect([isOfType({ cat: later }), passes({ cat: later })]).toEqual([false, false]);
  expect([isOfType({ pet: later }), passes({ pet: later })]).toEqual([true, true]);
});

test("a tag that may be left out passes with a value that nobody lists", async () => {
  const optional = (kind: string, own: string): JsonObject => ({
    type: "object",
    required: [own],
    properties: { kind: { const: kind }, [own]: { type: "string" } },
  });
  const schemas = { Cat: optional("cat", "purr"), Dog: optional("dog", "bark"), Answer: pet };
  const { passes, isOfType } = await judges(schemas);
  expect([passes({ kind: "fish" }), isOfType({ kind: "fish" })]).toEqual([true, true]);
  expect([passes({ purr: "p" }), passes({ kind: "cat", bark: "b" }), passes({})]).toEqual([
    true,
    false,
    false,
  ]);
});

test("what is forbidden for listed values stays so, and is not for others", async () => {
  const color = { type: "string", enum: ["red", "green"] };
  const not = await judges({ Color: color, Answer: { type: "string", not: ref("Color") } });
  expect([not.passes("red"), not.passes("blue"), not.isValid("blue")]).toEqual([false, true, true]);
  const when = await judges({
    Color: color,
    // oxlint-disable-next-line unicorn/no-thenable
    Answer: { if: ref("Color"), then: { maxLength: 3 }, else: { minLength: 9 } },
  });
  expect([when.passes("green"), when.passes("blue"), when.passes("turquoise")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("one of several alternatives is the one that lists a value, before those that may list it later", async () => {
  const lists = (of: string, values: readonly string[]): JsonObject => ({
    type: "object",
    required: [of],
    properties: { color: { type: "string", enum: values }, [of]: {} },
  });
  const { passes } = await judges({
    Answer: { oneOf: [lists("a", ["red", "green"]), lists("b", ["blue", "grey"])] },
  });
  const both = { a: 1, b: 1 };
  expect(passes({ ...both, color: "blue" })).toBe(true);
  expect(passes({ ...both, color: "violet" })).toBe(true);
  expect(passes(both)).toBe(false);
  expect(passes({ color: "red", b: 1 })).toBe(true);
  expect(passes({ color: 1, b: 1 })).toBe(false);
});

test("members of an alternative that nobody lists count as known", async () => {
  const { passes } = await judges({
    ...pets,
    Answer: {
      type: "object",
      properties: { name: { type: "string" } },
      ...pet,
      unevaluatedProperties: false,
    },
  });
  expect(passes({ name: "a", kind: "fish", fins: 2 })).toBe(true);
  expect(passes({ name: "a", kind: "dog", fins: 2 })).toBe(false);
});
