import { expect, it } from "vitest";
import { SchemaValidators } from "../../../src/compile/validators/schema-validators.ts";
import { modelOfSchemas } from "../../../../description/test/model-of-schemas.ts";

const validators = SchemaValidators.of(
  modelOfSchemas({ Name: { type: "string", description: "A name." } }),
);

it("tells members that are called like annotations from annotations", () => {
  const schema = {
    title: "A book",
    properties: { title: { type: "string" }, description: { type: "integer" } },
    required: ["title"],
  };
  expect(validators.accepts(schema, { title: "Dune", description: 1 })).toBe(true);
  expect(validators.accepts(schema, { title: 1 })).toBe(false);
  expect(validators.accepts(schema, { title: "Dune", description: "long" })).toBe(false);
  expect(validators.accepts(schema, {})).toBe(false);
});

it("tells values that hold annotations' names from annotations", () => {
  const schema = { enum: [{ title: "Dune" }] };
  expect(validators.accepts(schema, { title: "Dune" })).toBe(true);
  expect(validators.accepts(schema, {})).toBe(false);
});

it("follows references to components", () => {
  const schema = { type: "array", items: { $ref: "#/components/schemas/Name" } };
  expect(validators.accepts(schema, ["Ada"])).toBe(true);
  expect(validators.accepts(schema, [1])).toBe(false);
});

it.each([
  [true, true],
  [false, false],
])("accepts as %s says", (schema, isAccepted) => {
  expect(validators.accepts(schema, 1)).toBe(isAccepted);
});
