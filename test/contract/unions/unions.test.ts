import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { modelFromText } from "openapi-packages/emitter/testing";
import type { ApiModel, Json, JsonObject } from "openapi-packages/emitter";
import { expect, test } from "vitest";
import { runs } from "../../test-all.ts";
import { RunningCode } from "../../../packages/compiler/src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../packages/compiler/src/compile/named-schemas.ts";
import { SerializerCompiler } from "../../../packages/compiler/src/compile/serializers/serializer-compiler.ts";
import { diffDescriptions } from "../../../generator/src/changes/diff/diff-descriptions.ts";
import { guardedVariants } from "../../../generator/src/emit/contract/guarded-variants.ts";
import { isObject } from "../../../packages/description/src/json/json.ts";
import { Shapes } from "../../../packages/compiler/src/mock/state/shapes.ts";
import { tagsOf } from "../../../packages/compiler/src/mock/state/variants.ts";
import * as serialization from "../../../packages/runtime/src/serialization/index.ts";
import { SchemaArbitraries } from "../../../packages/verify/src/arbitraries/schema-arbitraries.ts";
import { describe as read } from "../../../packages/verify/test/support.ts";
import { judged } from "../../../packages/zod/test/verdicts.ts";
import {
  alternativeForms,
  hierarchyCase,
  unionCase,
  unionPlans,
  type UnionCase,
  type UnionPlan,
} from "./union-cases.ts";

const union = { $ref: "#/components/schemas/Union" };

/** A description that answers with the union. */
function description(schemas: JsonObject): string {
  const content = { "application/json": { schema: union } };
  return JSON.stringify({
    openapi: "3.2.0",
    info: { title: "Unions", version: "1.0.0" },
    paths: {
      "/union": {
        get: { operationId: "GetUnion", responses: { 200: { description: "It.", content } } },
      },
    },
    components: { schemas },
  });
}

/** The names of the members that a server sends of a value. */
function sentMembers(model: ApiModel, value: Json): string[] {
  const compiler = new SerializerCompiler(NamedSchemas.of(model));
  const running = new RunningCode(compiler.partOf, serialization);
  const pick = running.function("pickUnion") as (value: Json) => unknown;
  const sent = JSON.stringify(pick(value));
  return Object.keys(JSON.parse(sent) as JsonObject);
}

/** The alternatives whose guards know a value. */
function guarded(model: ApiModel, value: JsonObject, names: readonly string[]): string[] {
  return guardedVariants(model)
    .filter(({ property, values }) => values.some((own) => own === value[property]))
    .flatMap(({ schema }) => (names.includes(schema.name) ? schema.name : []));
}

/** The alternatives that the mock takes a value for. */
function mocked(model: ApiModel, value: JsonObject, names: readonly string[]): string[] {
  const shapes = new Shapes(model);
  const found = (tagsOf(shapes.of(model.types["Union"]), shapes) ?? []).filter(
    ({ tag, is }) => value[tag] === is,
  );
  return found.flatMap(({ schemas }) =>
    names.filter((name) => JSON.stringify(schemas).includes(`/schemas/${name}"`)),
  );
}

/** What readers of a union say otherwise than its case: all that accepts values, chooses an alternative for them or makes them. */
async function differences({
  schemas,
  values,
  refused,
  tagged,
  guarded: guards,
}: UnionCase): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const compare = (what: unknown, said: unknown, wanted: unknown): void => {
    if (!isDeepStrictEqual(said, wanted)) found.push({ what, said, wanted });
  };
  const text = description(schemas);
  const model = await modelFromText(text);
  const { contract, zod } = only((await judged(model)).filter(({ name }) => name === "Union"));
  for (const { value, alternative, declared } of values) {
    compare(value, [contract(value), zod(value)], [true, true]);
    if (!isObject(value)) continue;
    const known = tagged.filter((name) => name === alternative);
    const sent = declared.filter((name) => Object.hasOwn(value, name));
    compare(value, sentMembers(model, value).toSorted(), sent.toSorted());
    const isGuarded = known.filter((name) => guards.includes(name));
    compare(value, guarded(model, value, tagged), isGuarded);
    compare(value, mocked(model, value, tagged), Object.hasOwn(schemas, "Other") ? [] : known);
  }
  for (const value of refused) compare(value, [contract(value), zod(value)], [false, false]);
  const whole = await read(text);
  const made = [
    only([whole.sample(union, "")]),
    ...fc.sample(only([new SchemaArbitraries(whole, "json").of(union)]), 60),
  ];
  for (const value of made) compare(value, contract(value), true);
  const kinds = new Set(made.map((value) => (isObject(value) ? value["kind"] : value)));
  for (const name of tagged) {
    const own = values.filter(({ alternative }) => alternative === name);
    const isMade = own.some(({ value }) => isObject(value) && kinds.has(value["kind"]));
    compare(`${name} is made`, isMade, true);
  }
  const turned = await read(description(reordered(schemas)));
  compare("alternatives in another order", diffDescriptions(whole, turned), []);
  return found;
}

function only<Value>([value]: readonly (Value | undefined)[]): Value {
  if (value === undefined) throw new Error("nothing was found");
  return value;
}

/** The schemas with the alternatives of the union in the opposite order. */
function reordered({ Union: whole, ...schemas }: JsonObject): JsonObject {
  const entries = Object.entries(isObject(whole ?? null) ? (whole as JsonObject) : {});
  const turned = entries.map(([key, value]) => [
    key,
    Array.isArray(value) ? value.toReversed() : value,
  ]);
  return { ...schemas, Union: Object.fromEntries(turned) as JsonObject };
}

const plan: UnionPlan = {
  keyword: "oneOf",
  forms: ["constant"],
  hasDiscriminator: false,
  hasNull: false,
  hasDefault: false,
};

test.each(alternativeForms)("all readers agree on an alternative that is %s", async (form) => {
  for (const keyword of ["oneOf", "anyOf"] as const)
    for (const hasDefault of [false, true])
      expect(
        await differences(unionCase({ ...plan, keyword, forms: [form, "constant"], hasDefault })),
      ).toEqual([]);
});

test("all readers agree on a parent that stands for its children", async () => {
  expect(await differences(hierarchyCase())).toEqual([]);
});

test("all readers agree on any union", async () => {
  await fc.assert(
    fc.asyncProperty(unionPlans, async (any) => {
      expect(await differences(unionCase(any))).toEqual([]);
    }),
    { numRuns: runs(10, 200) },
  );
});
