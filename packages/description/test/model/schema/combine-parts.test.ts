import { describe, expect, it } from "vitest";
import { combineParts } from "../../../src/model/schema/combine-parts.ts";
import type { ObjectPart, Part } from "../../../src/model/schema/parts.ts";
import {
  impossible,
  unknown,
  type DocumentedSchema,
  type EnumSchema,
  type ReferenceSchema,
  type Schema,
} from "../../../src/model/schema/schema.ts";
import { SchemaPath, type SchemaContext } from "../../../src/model/schema/schema-context.ts";
import { SchemaLookup } from "../../../src/model/types/schema-lookup.ts";

const text: Schema = { kind: "string" };
const number: Schema = { kind: "number" };
const reference = (name: string): ReferenceSchema => ({ kind: "reference", name });
const pet = reference("Pet");
const values = (...all: readonly (string | number)[]): EnumSchema => ({
  kind: "enum",
  values: all,
  openness: undefined,
});
const components = {
  Pet: { properties: { name: { type: "string" }, age: { type: "number" } }, required: ["age"] },
};

const part = (schema: Schema, isBare = false): Part => ({ kind: "schema", schema, isBare });
const documented = (schema: Schema, description?: string): DocumentedSchema => ({
  schema,
  annotations: description === undefined ? {} : { description },
});

const members = (
  properties: Readonly<Record<string, Schema | DocumentedSchema>>,
  rest: Partial<ObjectPart> = {},
): ObjectPart => ({
  kind: "members",
  properties: new Map(
    Object.entries(properties).map(([name, one]) => [
      name,
      { name, ...("kind" in one ? documented(one) : one) },
    ]),
  ),
  required: new Set(),
  others: [],
  isClosed: false,
  isExplicit: false,
  isHidden: false,
  ...rest,
});

/** The schema of parts, and the keywords of which it says less than they do. */
function combined(...parts: readonly Part[]): { schema: Schema; widened: readonly string[] } {
  const widened: string[] = [];
  const context: SchemaContext = {
    lookup: new SchemaLookup(components),
    isOpen: () => false,
    isTagOf: () => false,
    alternatives: () => 1,
    dateAt: () => undefined,
    bigIntAt: () => undefined,
    widen: (_place, keyword) => void widened.push(keyword),
  };
  return { schema: combineParts(context, parts, new SchemaPath([])), widened };
}

const schemaOf = (...parts: readonly Part[]): Schema => combined(...parts).schema;

const object = (
  properties: readonly (readonly [name: string, schema: Schema, isRequired?: boolean])[],
  description?: string,
) => ({
  kind: "object",
  properties: properties.map(([name, schema, isRequired = false]) => ({
    name,
    isRequired,
    ...documented(schema, description),
  })),
  additional: [],
  undeclared: "any",
});

describe("objects that hold at once", () => {
  it("are one, with the members of all", () => {
    const first = members({ id: text }, { required: new Set(["id"]) });
    const second = members({ age: number }, { required: new Set(["age", "elsewhere"]) });
    expect(schemaOf(first, second)).toEqual(
      object([
        ["id", text, true],
        ["age", number, true],
      ]),
    );
  });

  it.each<[string, Schema, Schema, Schema]>([
    [
      "both schemas",
      reference("a"),
      reference("b"),
      { kind: "intersection", parts: [reference("a"), reference("b")] },
    ],
    ["the values, where one names them", text, values("a"), values("a")],
    ["the values, whichever comes first", values(1), number, values(1)],
    ["what one of them says", unknown, text, text],
  ])("have of a member %s", (_what, first, second, expected) => {
    expect(schemaOf(members({ one: first }), members({ one: second }))).toEqual(
      object([["one", expected]]),
    );
  });

  it.each<[string, DocumentedSchema, DocumentedSchema]>([
    ["the later documentation", documented(text, "First."), documented(text, "Why.")],
    ["the documentation that only one has", documented(text), documented(unknown, "Why.")],
  ])("have of a member %s", (_what, first, second) => {
    expect(schemaOf(members({ one: first }), members({ one: second }))).toEqual(
      object([["one", text]], "Why."),
    );
  });

  it("cannot have a member that one of them forbids", () => {
    const expected = object([["one", impossible]]);
    expect(schemaOf(members({ one: impossible }), members({ one: text }))).toEqual(expected);
    expect(schemaOf(members({ one: text }), members({ one: impossible }))).toEqual(expected);
  });

  it("have no member where one is closed, and are any object where none is", () => {
    const closed = members({}, { isExplicit: true, isClosed: true });
    expect(schemaOf(closed)).toEqual({ ...object([]), undeclared: "none" });
    expect(schemaOf(members({}, { isExplicit: true }))).toEqual(object([]));
  });
});

describe("members without a name", () => {
  const others = [{ prefix: "", schema: number }];

  it("are of their own type", () => {
    expect(combined(members({ id: text }, { others, required: new Set(["id"]) }))).toEqual({
      schema: {
        ...object([["id", text, true]]),
        additional: [{ prefix: "", schema: number, isTyped: true }],
      },
      widened: [],
    });
  });

  it("have no type where a named one may be anything", () => {
    const { schema, widened } = combined(members({ id: unknown }, { others }));
    expect(schema).toMatchObject({ additional: [{ schema: number, isTyped: false }] });
    expect(widened).toEqual([]);
  });

  it("have no type where the named ones have too many types", () => {
    const many = Array.from({ length: 6 }, (_, index) => [`m${index}`, values(index)] as const);
    const { schema, widened } = combined(members(Object.fromEntries(many), { others }));
    expect(schema).toMatchObject({
      additional: [{ prefix: "", schema: number, isTyped: false }],
    });
    expect(widened).toEqual(["additionalProperties"]);
  });

  it("have no type where others declare members", () => {
    const { schema, widened } = combined(part(pet), members({}, { others }));
    expect(schema).toMatchObject({
      parts: [pet, { additional: [{ schema: number, isTyped: false }] }],
    });
    expect(widened).toEqual(["additionalProperties"]);
  });
});

describe("other schemas that hold at once", () => {
  it("are beside each other, each once", () => {
    const other = reference("Other");
    const expected = { kind: "intersection", parts: [pet, other] };
    expect(schemaOf(part(pet), part(other), part({ ...pet }))).toEqual(expected);
  });

  it("are impossible where one of them is", () => {
    expect(schemaOf(part(pet), part(impossible))).toEqual(impossible);
  });

  it("are unknown where all of them are", () => {
    expect(schemaOf(part(unknown), part(unknown))).toEqual(unknown);
    expect(schemaOf()).toEqual(unknown);
  });

  it("need no name of a type beside what says more", () => {
    const anyObject: Schema = {
      kind: "object",
      properties: [],
      additional: [],
      undeclared: "any",
    };
    expect(schemaOf(part(anyObject, true), part(pet))).toEqual(pet);
    expect(schemaOf(part(text, true), part(text, true))).toEqual(text);
  });

  it("require of a reference the members that it declares as optional", () => {
    const demand = members({}, { required: new Set(["name", "age", "unknown"]) });
    expect(schemaOf(part(pet), demand)).toEqual({
      kind: "required",
      schema: pet,
      names: ["name"],
    });
  });

  it("say less where a compiler would have too many combinations to count", () => {
    const wide = (name: string, count: number): Schema => ({
      kind: "union",
      alternatives: Array.from({ length: count }, (_, index) => reference(`${name}${index}`)),
    });
    const [few, many] = [wide("a", 20), wide("b", 600)];
    expect(combined(part(many), part(few))).toEqual({ schema: few, widened: ["allOf"] });
  });
});
