import { expect, it } from "vitest";
import { valueShape, type ValueShape } from "../../src/compile/value-shape.ts";
import { inlineSchema } from "../../../description/src/model/schema/inline-schema.ts";
import type { Json, JsonObject } from "../../../description/src/json/json.ts";

const node = (members: number): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: members }, (_, index) => [
      `m${index}`,
      { $ref: "#/components/schemas/Node" },
    ]),
  ),
});

const shapeIn = (schemas: JsonObject, schema: Json): ValueShape => {
  const types = Object.entries(schemas).map(
    ([name, json]) => [name, { schema: inlineSchema(json), annotations: {} }] as const,
  );
  return valueShape(Object.fromEntries(types), inlineSchema(schema));
};

const components: JsonObject = {
  Size: { type: "integer" },
  Named: { type: "object", properties: { name: { type: "string" } } },
  Node: node(2),
  Wide: { type: "array", items: { $ref: "#/components/schemas/Wide" } },
};

const named = { $ref: "#/components/schemas/Named" };
const sized = { properties: { size: { type: "integer" } } };

it.each<[Json, ValueShape]>([
  [{}, "any"],
  [true, "any"],
  [{ type: "integer" }, "integer"],
  [{ type: ["integer", "null"] }, { oneOf: ["integer", "null"] }],
  [{ enum: [1, "a", null] }, { oneOf: ["integer", "string", "null"] }],
  [{ const: true }, "boolean"],
  [{ type: "string", format: "binary" }, "binary"],
  [{ items: { type: "boolean" } }, { array: "boolean" }],
  [{ $ref: "#/components/schemas/Size", description: "A size." }, "integer"],
  [{ allOf: [{ $ref: "#/components/schemas/Size" }], minimum: 1 }, "integer"],
  [{ allOf: [named, sized] }, { object: { name: "string", size: "integer" } }],
  [{ type: "object", allOf: [named] }, { object: { name: "string" } }],
  [{ ...sized, allOf: [named] }, { object: { size: "integer", name: "string" } }],
  [{ oneOf: [named, sized] }, { object: { name: "string", size: "integer" } }],
  [
    { oneOf: [named, { properties: { name: { type: "integer" } } }] },
    { object: { name: { oneOf: ["string", "integer"] } } },
  ],
  [{ type: "object", oneOf: [named, sized] }, { object: { name: "string", size: "integer" } }],
  [{ anyOf: [named, { type: "string" }] }, { oneOf: ["string", { object: { name: "string" } }] }],
  [
    { type: "object", additionalProperties: { type: "integer" } },
    { object: {}, rest: "integer" },
  ],
  [{ $ref: "#/components/schemas/Node" }, { object: { m0: "any", m1: "any" } }],
  [{ $ref: "#/components/schemas/Wide" }, { array: "any" }],
])("%j has the shape %j", (schema, shape) => {
  expect(shapeIn(components, schema)).toEqual(shape);
});

it("does not grow without bound, however schemas branch", () => {
  const schemas: JsonObject = {};
  for (let level = 0; level < 30; level += 1) {
    const next = { $ref: `#/components/schemas/L${level + 1}` };
    schemas[`L${level}`] = { type: "object", properties: { a: next, b: next } };
  }
  const shape = shapeIn(schemas, { $ref: "#/components/schemas/L0" });
  expect(JSON.stringify(shape).length).toBeLessThan(100_000);
});
