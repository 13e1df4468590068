import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { encodingWithMediaTypes } from "../../../src/model/binary/form-encoding.ts";
import { markRawBinary } from "../../../src/model/binary/mark-raw-binary.ts";
import { readJsonSchemas } from "../../../src/model/json-schemas.ts";
import { growthOfWork } from "../../../../../test/growth-of-work.ts";

const binary = { type: "string", format: "binary" };
const png = { contentMediaType: "image/png" };
const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** A description of forms and JSON bodies that have schemas. */
function describeBodies(
  schemas: JsonObject,
  forms: readonly (readonly [schema: Json, encoding?: JsonObject])[],
  json: readonly Json[] = [],
): JsonObject {
  const contents: JsonObject[] = [
    ...forms.map(([schema, encoding]) => ({
      "multipart/form-data": { schema, ...(encoding && { encoding }) },
    })),
    ...json.map((schema) => ({ "application/json": { schema } })),
  ];
  const paths = contents.map((content, index) => [
    `/${index}`,
    { post: { requestBody: { content } } },
  ]);
  return {
    openapi: "3.1.0",
    paths: Object.fromEntries(paths) as JsonObject,
    components: { schemas },
  };
}

/** The schemas of a description and those of its bodies, marked. */
function marked(...described: Parameters<typeof describeBodies>) {
  const document = describeBodies(...described);
  const before = JSON.stringify(document);
  const { named, placed } = markRawBinary(readJsonSchemas(document));
  expect(JSON.stringify(document)).toBe(before);
  return { schemas: named, bodies: placed.map(({ schema }) => schema) };
}

describe("a named schema", () => {
  it("of forms alone is marked in its place", () => {
    const { schemas, bodies } = marked({ A: object({ a: png, b: { type: "string" } }) }, [
      [reference("A")],
    ]);
    expect(schemas).toEqual({ A: object({ a: binary, b: { type: "string" } }) });
    expect(bodies).toEqual([reference("A")]);
  });

  it("of a form and of JSON has a variant for forms, and so has what refers to it", () => {
    const { schemas, bodies } = marked(
      {
        A: { allOf: [reference("B")], title: "A" },
        B: object({ a: binary }),
        C: object({ c: {} }),
      },
      [[reference("A")]],
      [reference("A"), reference("B")],
    );
    expect(schemas).toEqual({
      A: { allOf: [reference("B")], title: "A" },
      B: object({ a: { type: "string" } }),
      C: object({ c: {} }),
      AForm: { allOf: [reference("BForm")], title: "A" },
      BForm: object({ a: binary }),
    });
    expect(bodies).toEqual([reference("AForm"), reference("A"), reference("B")]);
  });

  it("that is alike in both has none", () => {
    const { schemas } = marked(
      { A: object({ a: { type: "string" }, of: reference("A") }) },
      [[reference("A")]],
      [reference("A")],
    );
    expect(Object.keys(schemas)).toEqual(["A"]);
  });

  it("of several forms is raw binary where one of them says so", () => {
    const { schemas } = marked({ A: object({ a: { type: "string" } }) }, [
      [reference("A")],
      [reference("A"), { a: { contentType: "image/png" } }],
    ]);
    expect(schemas).toEqual({ A: object({ a: binary }) });
  });

  it("of a list or choice of parts is marked, with a variant where JSON has it too", () => {
    const { schemas, bodies } = marked(
      {
        List: { type: "array", items: reference("Choice") },
        Choice: { oneOf: [reference("Picture"), { type: "integer" }] },
        Picture: { type: "string", ...png },
      },
      [[object({ list: reference("List") })]],
      [reference("Choice")],
    );
    expect(bodies[0]).toEqual(object({ list: reference("List") }));
    expect(schemas).toMatchObject({
      List: { type: "array", items: reference("ChoiceForm") },
      Choice: { oneOf: [reference("Picture"), { type: "integer" }] },
      ChoiceForm: { oneOf: [binary, { type: "integer" }] },
      Picture: { type: "string", ...png },
    });
  });

  it("of a part that is JSON stays as it is, at any depth", () => {
    const { schemas } = marked(
      { A: object({ deep: object({ file: binary }), any: {} }), B: object({ a: reference("A") }) },
      [[reference("B")]],
    );
    expect(schemas["A"]).toEqual(object({ deep: object({ file: { type: "string" } }), any: {} }));
  });
});

describe("the encoding of a part", () => {
  it("has the media type that the schema gives", () => {
    const schema = object({
      png,
      list: { type: "array", items: png },
      base64: { type: "string", contentEncoding: "base64" },
      own: png,
      text: { type: "string" },
    });
    const own = { contentType: "image/*" };
    expect(encodingWithMediaTypes({}, schema, { own })).toEqual({
      own,
      png: { contentType: "image/png" },
      list: { contentType: "image/png" },
      base64: { contentType: "application/octet-stream" },
    });
  });

  it("with a style makes a part text, unless it is format: binary", () => {
    const styled = { style: "form" };
    const { bodies } = marked({}, [
      [object({ any: {}, file: binary }), { any: styled, file: styled }],
    ]);
    expect(bodies[0]).toEqual(object({ any: {}, file: binary }));
  });
});

describe("the work of marking", () => {
  it("is in proportion to the description, however its schemas refer to each other", () => {
    const ring = (size: number): JsonObject => {
      const entries = Array.from({ length: size }, (_, index): [string, Json] => {
        const next = reference(`S${(index + 1) % size}`);
        const choice = { oneOf: [next, next, { type: "array", items: next }] };
        const properties = { [`p${index}`]: png, next, choice };
        return [`S${index}`, { allOf: [next, next], properties }];
      });
      return describeBodies(
        Object.fromEntries(entries),
        [[reference("S0")], [reference("S1"), { p1: { contentType: "text/plain" } }]],
        [reference("S2")],
      );
    };
    const growth = growthOfWork((size) => void markRawBinary(readJsonSchemas(ring(size))), 100, 4);
    expect(growth).toBeLessThan(10);
  });
});
