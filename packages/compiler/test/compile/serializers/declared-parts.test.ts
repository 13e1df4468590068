import { describe, expect, it } from "vitest";
import {
  declaresAll,
  DeclaredReader,
  namedMembers,
} from "../../../src/compile/serializers/declared-parts.ts";
import type { Json } from "../../../../description/src/json/json.ts";

const text = { type: "string" };
const schemas: Readonly<Record<string, Json>> = {
  Cat: { type: "object", properties: { name: text, lives: { type: "integer" } } },
  Dog: { type: "object", properties: { name: { type: "array" }, tricks: {} } },
  Self: { allOf: [{ $ref: "Self" }] },
};
const reader = new DeclaredReader((reference) => schemas[reference] ?? true);
const refs = [{ $ref: "Cat" }, { $ref: "Dog" }];

/** The names of the members that a schema declares; `undefined` where it declares no object. */
function names(schema: Json): readonly string[] | undefined {
  const { members } = reader.of(schema);
  return members && [...namedMembers(members).keys()];
}

describe("the members that a schema declares", () => {
  it.each<[string, Json, readonly string[] | undefined]>([
    ["of an object are its properties", { $ref: "Cat" }, ["name", "lives"]],
    ["of parts are those of each", { allOf: refs }, ["name", "lives", "tricks"]],
    ["of alternatives are those of any", { oneOf: refs }, ["name", "lives", "tricks"]],
    ["of a text are none", text, undefined],
    ["of given texts are none", { enum: ["a", "b"] }, undefined],
    ["include what is required", { type: "object", required: ["id"] }, ["id"]],
    ["hold under a condition too", { if: { $ref: "Cat" } }, ["name", "lives"]],
  ])("%s", (_, schema, expected) => {
    expect(names(schema)).toEqual(expected);
  });

  it("are never sent where they are written only", () => {
    const secret = { type: "string", writeOnly: true };
    const { members } = reader.of({ properties: { secret, name: text } });
    expect(members?.named).toEqual(
      new Map<string, Json>(Object.entries({ secret: false, name: text })),
    );
  });

  it("by one name are combined as their schemas are", () => {
    const name = { anyOf: [text, { type: "array" }] };
    expect(reader.of({ anyOf: refs }).members?.named.get("name")).toEqual(name);
    expect(reader.of({ allOf: refs }).members?.named.get("name")).toEqual({ allOf: name.anyOf });
  });

  it("are open where an alternative lists none, and closed where a part lists some", () => {
    const open = { type: "object" };
    expect(reader.of({ anyOf: [open, ...refs] }).members?.isOpen).toBe(true);
    expect(reader.of({ allOf: [open, ...refs] }).members?.isOpen).toBe(false);
  });
});

it.each<[Json, boolean]>([
  [true, true],
  [{}, true],
  [{ description: "Anything.", "x-a": 1 }, true],
  [{ $ref: "Self" }, true],
  [{ additionalProperties: true }, true],
  [{ type: "object" }, false],
  [{ items: text }, false],
  [{ properties: { a: {} } }, false],
])("%j declares all of any value: %s", (schema, expected) => {
  expect(declaresAll(reader.of(schema))).toBe(expected);
});
