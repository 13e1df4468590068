import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json/json.ts";
import { buildDocumented } from "../../../src/model/schema/build-schema.ts";
import { inlineSchema } from "../../../src/model/schema/inline-schema.ts";
import type { Schema } from "../../../src/model/schema/schema.ts";
import { SchemaPath, type SchemaContext } from "../../../src/model/schema/schema-context.ts";
import { SchemaLookup } from "../../../src/model/types/schema-lookup.ts";

const context: SchemaContext = {
  lookup: new SchemaLookup({}),
  isOpen: () => false,
  isTagOf: () => false,
  alternatives: () => 1,
  dateAt: (place) => ({ kind: "date", type: "Date", place: place.path.join("/") }),
  bigIntAt: () => undefined,
  widen: () => undefined,
};
const annotationsOf = (json: Json): JsonObject =>
  buildDocumented(context, json, new SchemaPath([])).annotations;

describe("what a schema asks of values beside their type", () => {
  it.each<[JsonObject, Schema]>([
    [
      { type: "integer", minimum: 1, exclusiveMaximum: 9 },
      { kind: "number", constraints: { isInteger: true, minimum: 1, exclusiveMaximum: 9 } },
    ],
    [{ type: ["integer", "number"] }, { kind: "number" }],
    [
      { type: "string", minLength: 2, pattern: "^a", minimum: 1 },
      { kind: "string", constraints: { minLength: 2, patterns: ["^a"] } },
    ],
    [
      { type: "array", items: { type: "boolean" }, maxItems: 3, uniqueItems: true },
      {
        kind: "array",
        items: { kind: "boolean" },
        constraints: { maxItems: 3, uniqueItems: true },
      },
    ],
  ])("is that of the keywords for this type: %j", (json, expected) => {
    expect(inlineSchema(json)).toEqual(expected);
  });

  it("is the tighter of what parts ask that hold at once", () => {
    const schema = inlineSchema({
      allOf: [
        { type: "string", minLength: 2, maxLength: 9, pattern: "^a" },
        { type: "string", minLength: 3, maxLength: 10, pattern: "b$" },
      ],
    });
    const constraints = { minLength: 3, maxLength: 9, patterns: ["^a", "b$"] };
    expect(schema).toEqual({ kind: "string", constraints });
  });

  it("is that of a member by all objects that declare it", () => {
    const declaring = (member: JsonObject): JsonObject => ({
      type: "object",
      properties: { count: member },
    });
    const schema = inlineSchema({
      allOf: [declaring({ type: "number", minimum: 1 }), declaring({ type: "integer" })],
    });
    const count = { kind: "number", constraints: { isInteger: true, minimum: 1 } };
    expect(schema).toMatchObject({ properties: [{ name: "count", schema: count }] });
  });
});

describe("the annotations of a schema", () => {
  it("are those of the one alternative to null too", () => {
    const name = { type: "string", description: "The name.", default: "a", title: "Name" };
    const annotations = { description: "The name.", default: "a" };
    expect(annotationsOf({ anyOf: [name, { type: "null" }] })).toEqual(annotations);
    expect(annotationsOf({ oneOf: [{ type: "null" }, name], default: "b" })).toEqual({
      ...annotations,
      default: "b",
    });
  });

  it("are those of parts of allOf too, of which the first counts", () => {
    const parts = [{ description: "First." }, { description: "Second.", deprecated: true }];
    expect(annotationsOf({ allOf: parts })).toEqual({ description: "First.", deprecated: true });
  });

  it("are none of one alternative among several", () => {
    const alternatives = [{ type: "string", description: "A text." }, { type: "number" }];
    expect(annotationsOf({ anyOf: [...alternatives, { type: "null" }] })).toEqual({});
  });
});

describe("a text that is converted", () => {
  it("is a date with the place of its schema", () => {
    const json = { type: "array", items: { type: "string", format: "date-time" } };
    const { schema } = buildDocumented(context, json, new SchemaPath(["at"]));
    expect(schema).toEqual({
      kind: "array",
      items: { kind: "date", type: "Date", place: "at/items" },
    });
  });

  it("is none where its schema lists values", () => {
    const json = { type: "string", format: "date-time", const: "2026-01-01T00:00:00Z" };
    expect(inlineSchema(json)).toMatchObject({ kind: "enum" });
  });
});
