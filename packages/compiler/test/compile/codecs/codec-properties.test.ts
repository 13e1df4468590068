import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as conversion from "@openapi-packages/runtime/conversion";
import { ConversionError } from "../../../../runtime/src/conversion/conversion-error.ts";
import { toJson } from "@openapi-packages/runtime/internals";
import { buildDatedModel, type DatedModel } from "../../../src/compile/codecs/build-dated-model.ts";
import type { Json, JsonObject } from "../../../../description/src/json/json.ts";
import { documentOf } from "../../../../description/test/load/name/naming.ts";
import { components, described, type Described } from "./described-values.ts";
import { inhabits } from "./inhabits.ts";

/** The model of a description whose only answer has a schema, with its codecs. */
function modelOf(schema: Json): DatedModel {
  const content = { "application/json": { schema } };
  const description = {
    openapi: "3.1.1",
    info: { title: "Any", version: "1" },
    paths: {
      "/any": {
        get: { operationId: "getAny", responses: { 200: { description: "Any.", content } } },
      },
    },
    components: { schemas: components },
  };
  const document = documentOf("/nowhere/openapi.json", JSON.stringify(description));
  return buildDatedModel(document, { dates: "Date" });
}

/** The decoder of that answer, as it runs. */
function decoderOf({ codecs }: DatedModel): (value: unknown) => unknown {
  if (codecs === undefined) throw new Error("dates are texts");
  const { operations, functions, ambiguous } = codecs;
  expect(ambiguous).toEqual([]);
  const [codec] = operations.values();
  const decoder = codec?.responses.get("200")?.get("application/json") ?? "(value) => value";
  const all = [...functions, ["decoder", decoder] as const];
  const code = all.map(([name, one]) => `const ${name} = ${one};`).join("\n");
  const make = new Function(...Object.keys(conversion), `${code}\nreturn decoder;`);
  return make(...Object.values(conversion)) as (value: unknown) => unknown;
}

/** What a decoder throws for a value; `undefined` where it takes it. @throws all but what it is made to throw */
function thrownBy(
  decode: (value: unknown) => unknown,
  value: unknown,
): ConversionError | undefined {
  try {
    decode(structuredClone(value));
    return undefined;
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
}

describe("a codec", () => {
  it("gives back what was written, whatever the schema, and it is of its type", () => {
    const cases = described.chain(({ schema, values }) =>
      fc.tuple(fc.constant(schema), fc.array(values, { minLength: 1, maxLength: 5 })),
    );
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const dated = modelOf(schema);
        const decode = decoderOf(dated);
        for (const value of values) {
          const decoded = decode(JSON.parse(JSON.stringify(toJson(value))));
          expect(decoded).toEqual(value);
          expect(isTyped(dated, decoded)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("says of any other JSON where it is none, or leaves it as it is", () => {
    fc.assert(
      fc.property(described, fc.jsonValue({ maxDepth: 4 }), ({ schema }, value) => {
        const error = thrownBy(decoderOf(modelOf(schema)), value);
        expect([undefined, "must be a date-time"]).toContain(error && error.reason);
      }),
      { numRuns: 100 },
    );
  });
});

const moment = { type: "string", format: "date-time" };
const text = { type: "string" };
const withAt = (at: Json): JsonObject => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, at },
});

/** True of a value that is of the type of the only answer, where that has a name. */
function isTyped({ model: { types } }: DatedModel, value: unknown): boolean {
  return inhabits(types, { kind: "reference", name: "GetAnyResponse" }, value);
}

const read = (schema: Json, value: Json): unknown => {
  const dated = modelOf(schema);
  const decoded = decoderOf(dated)(structuredClone(value));
  expect(isTyped(dated, decoded)).toBe(true);
  return decoded;
};

const placesOf = (schema: Json): string[] =>
  modelOf(schema).diagnostics.flatMap(({ code, message }) =>
    code === "conversion-ambiguous" ? [/, at (\S+),/.exec(message)?.[1] ?? ""] : [],
  );

const someTime = "2026-01-02T03:04:05.000Z";

describe("a date-time stays a text where nobody can tell", () => {
  it.each<[name: string, schema: Json, at: string, value: Json]>([
    [
      "members of branches",
      { oneOf: [withAt(moment), withAt(text)] },
      "/at",
      { id: 1, at: someTime },
    ],
    [
      "members of members",
      { oneOf: [withAt(withAt(moment)), withAt(withAt(text))] },
      "/at/at",
      { id: 1, at: { id: 2, at: someTime } },
    ],
    [
      "items of lists",
      {
        anyOf: [
          { type: "array", items: moment },
          { type: "array", items: text },
        ],
      },
      "/0",
      [someTime, "tomorrow"],
    ],
    [
      "a tuple and a list",
      {
        anyOf: [
          { type: "array", prefixItems: [moment, { type: "number" }] },
          { type: "array", items: { type: "boolean" } },
        ],
      },
      "",
      [someTime, 1],
    ],
    [
      "parts of one value",
      { allOf: [withAt(moment), { anyOf: [withAt(text), withAt(text)] }] },
      "/at",
      { id: 1, at: someTime },
    ],
    [
      "one of many kinds of one text",
      {
        oneOf: [
          withAt({ anyOf: [moment, { allOf: [text, moment] }, { type: "null" }] }),
          withAt({ $ref: "#/components/schemas/Moment" }),
          withAt(text),
        ],
      },
      "/at",
      { id: 1, at: someTime },
    ],
  ])("%s", (_, schema, at, value) => {
    expect(placesOf(schema)).toContain(at);
    expect(read(schema, value)).toEqual(value);
  });

  it("and others are converted beside it", () => {
    const branch = (at: Json): JsonObject => ({
      type: "object",
      required: ["made"],
      properties: { made: moment, at },
    });
    const schema = { oneOf: [branch(moment), branch(text)] };
    const value = { made: someTime, at: someTime };
    expect(placesOf(schema)).toEqual(["/at"]);
    expect(read(schema, value)).toEqual({ made: new Date(someTime), at: someTime });
  });

  it.each<[name: string, schema: Json]>([
    ["a tag", { oneOf: [tagged("a", moment), tagged("b", text)] }],
    ["a kind", { oneOf: [withAt(moment), { type: "array", items: text }, text] }],
    ["the same format", { oneOf: [withAt(moment), { ...withAt(moment), minProperties: 1 }] }],
    ["an own member", { oneOf: [withAt(moment), { type: "object", properties: { on: text } }] }],
  ])("but not where %s tells them apart", (_, schema) => {
    expect(placesOf(schema)).toEqual([]);
  });

  it("in whatever union: values are of their types, and JSON again what they were", () => {
    const wire = (one: Described): fc.Arbitrary<Json> =>
      one.values.map((value) => JSON.parse(JSON.stringify(toJson(value))) as Json);
    const cases = fc.tuple(described, described).chain((both) => {
      const branches = both.map(({ schema }) => withAt(schema));
      const values = fc.oneof(...both.map(wire)).map((at) => ({ id: 1, at }));
      const keyword = fc.constantFrom("oneOf", "anyOf");
      return fc.tuple(
        keyword.map((name) => ({ [name]: branches })),
        values,
      );
    });
    fc.assert(
      fc.property(cases, ([schema, value]) => {
        expect(toJson(read(schema, value))).toEqual(value);
      }),
      { numRuns: 150 },
    );
  });
});

function tagged(kind: string, at: Json): JsonObject {
  const { properties, ...rest } = withAt(at);
  return {
    ...rest,
    required: ["kind"],
    properties: { ...(properties as object), kind: { const: kind } },
  };
}

describe("a Date", () => {
  it("is that of a leap second and of other cases of letters too", () => {
    expect(conversion.date("2016-12-31T23:59:60Z")).toEqual(new Date("2017-01-01T00:00:00Z"));
    expect(conversion.date("2016-12-31t23:59:59.5+01:00")).toEqual(
      new Date("2016-12-31T22:59:59.500Z"),
    );
  });

  it.each([new Date(Number.NaN), new Date("+012345-01-01T00:00:00Z")])("is refused: %s", (date) => {
    expect(() => toJson({ list: [{ "a/b": date }] })).toThrow(/^\/list\/0\/a~1b must be a .*Date/);
  });

  it("leaves values as they are that have none", () => {
    const value = { a: [1, new Blob([]), { b: null }], c: new Map() };
    expect(toJson(value)).toBe(value);
  });
});
