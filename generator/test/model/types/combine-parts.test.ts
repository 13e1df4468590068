import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../src/json.ts";
import { combineParts } from "../../../src/model/types/combine-parts.ts";
import type { ObjectPart, Part } from "../../../src/model/types/parts.ts";
import { SchemaLookup } from "../../../src/model/types/schema-lookup.ts";
import { TypePlace, type TypeContext } from "../../../src/model/types/type-context.ts";

const text = { type: "string" };
const number = { type: "number" };
const pet = { $ref: "#/components/schemas/Pet" };
const schemas = { Pet: { properties: { name: text, age: number }, required: ["age"] } };

const shape = (schema: Json, isBare = false): Part => ({ kind: "shape", shape: schema, isBare });

const object = (properties: JsonObject, rest: Partial<ObjectPart> = {}): ObjectPart => ({
  kind: "object",
  properties: new Map(Object.entries(properties)),
  required: new Set(),
  rest: [],
  isClosed: false,
  isExplicit: false,
  isHollow: false,
  ...rest,
});

/** The type of parts, and the keywords of which it says less than they do. */
function combined(...parts: readonly Part[]): { type: Json; widened: readonly string[] } {
  const widened: string[] = [];
  const context: TypeContext = {
    lookup: new SchemaLookup(schemas),

    isOpen: () => false,
    isTagOf: () => false,
    alternatives: () => 1,
    widen: (_place, keyword) => void widened.push(keyword),
  };
  return { type: combineParts(context, parts, new TypePlace([])), widened };
}

const typeOf = (...parts: readonly Part[]): Json => combined(...parts).type;

describe("objects that hold at once", () => {
  it("are one, with the members of all", () => {
    const first = object({ id: text }, { required: new Set(["id"]) });
    const second = object({ age: number }, { required: new Set(["age", "elsewhere"]) });
    expect(typeOf(first, second)).toEqual({
      type: "object",
      properties: { id: text, age: number },
      required: ["id", "age"],
    });
  });

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      "both schemas",
      { $ref: "#/a" },
      { $ref: "#/b" },
      { allOf: [{ $ref: "#/a" }, { $ref: "#/b" }] },
    ],
    ["the values, where one names them", text, { enum: ["a"] }, { enum: ["a"] }],
    ["the values, whichever comes first", { const: 1 }, number, { const: 1 }],
    ["what one of them says", {}, text, text],
    [
      "the later documentation",
      { ...text, description: "First." },
      { ...text, description: "Second." },
      { ...text, description: "Second." },
    ],
    [
      "the documentation of a member that says nothing else",
      text,
      { description: "Why." },
      { ...text, description: "Why." },
    ],
  ])("have of a member %s", (_what, first, second, expected) => {
    const type = typeOf(object({ one: first }), object({ one: second }));
    expect(type).toEqual({ type: "object", properties: { one: expected } });
  });

  it("cannot have a member that one of them forbids", () => {
    const expected = { type: "object", properties: { one: false } };
    expect(typeOf(object({ one: false }), object({ one: text }))).toEqual(expected);
    expect(typeOf(object({ one: text }), object({ one: false }))).toEqual(expected);
  });

  it("have no member where one is closed, and are any object where none is", () => {
    expect(typeOf(object({}, { isExplicit: true, isClosed: true }))).toEqual({ type: "empty" });
    expect(typeOf(object({}, { isExplicit: true }))).toEqual({ type: "object" });
  });
});

describe("members without a name", () => {
  const rest = [{ prefix: "", shape: number }];

  it("are of the types of the named ones too", () => {
    expect(combined(object({ id: text }, { rest, required: new Set(["id"]) }))).toEqual({
      type: {
        type: "mixed",
        properties: { id: text },
        required: ["id"],
        index: [{ prefix: "", schema: { anyOf: [number, text] }, isOptional: false }],
      },
      widened: [],
    });
  });

  it("are anything where the named ones have too many types", () => {
    const many = Array.from({ length: 6 }, (_, index) => [`m${index}`, { const: index }]);
    const { type, widened } = combined(object(Object.fromEntries(many) as JsonObject, { rest }));
    expect(type).toMatchObject({ index: [{ prefix: "", schema: {}, isOptional: true }] });
    expect(widened).toEqual(["additionalProperties"]);
  });

  it("are anything where others declare members", () => {
    const { type, widened } = combined(shape(pet), object({}, { rest }));
    expect(type).toMatchObject({ allOf: [pet, { index: [{ schema: {} }] }] });
    expect(widened).toEqual(["additionalProperties"]);
  });
});

describe("other types that hold at once", () => {
  it("stand beside each other, each once", () => {
    const other = { $ref: "#/components/schemas/Other" };
    expect(typeOf(shape(pet), shape(other), shape({ ...pet }))).toEqual({ allOf: [pet, other] });
  });

  it("are none where one of them is", () => {
    expect(typeOf(shape(pet), shape(false))).toBe(false);
  });

  it("are nothing said where none says anything", () => {
    expect(typeOf(shape({}), shape({}))).toEqual({});
    expect(typeOf()).toEqual({});
  });

  it("need no name of a kind of value beside what says more", () => {
    expect(typeOf(shape({ type: "object" }, true), shape(pet))).toEqual(pet);
    expect(typeOf(shape(text, true), shape(text, true))).toEqual(text);
  });

  it("demand of a schema the members that it declares and leaves open", () => {
    const demand = object({}, { required: new Set(["name", "age", "unknown"]) });
    expect(typeOf(shape(pet), demand)).toEqual({
      type: "with-required",
      schema: pet,
      keys: ["name"],
    });
  });

  it("say less where a compiler would have too many combinations to count", () => {
    const wide = (name: string, count: number): JsonObject => ({
      anyOf: Array.from({ length: count }, (_, index) => ({ const: `${name}${index}` })),
    });
    const [few, many] = [wide("a", 20), wide("b", 600)];
    expect(combined(shape(many), shape(few))).toEqual({ type: few, widened: ["allOf"] });
  });
});
