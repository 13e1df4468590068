import { expect, it } from "vitest";
import type { JsonObject } from "../../../../description/src/json/json.ts";
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

const tagged = SchemaValidators.of(
  modelOfSchemas({
    Tagged: { type: "object", required: ["tag"], properties: { tag: { enum: ["a", "b"] } } },
  }),
);
/** Its parts exclude each other's tags, so no object conforms to it. */
const impossible = {
  allOf: [{ $ref: "#/components/schemas/Tagged" }, { properties: { tag: { const: "c" } } }],
};
const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

it.each(["anyOf", "oneOf"])(
  "tries the others beside an impossible alternative of %s",
  (keyword) => {
    const schema = { [keyword]: [impossible, object({ size: {} })] };
    expect(tagged.accepts(schema, { tag: "c" })).toBe(false);
    expect(tagged.accepts(schema, { tag: "c", size: 1 })).toBe(true);
    expect(tagged.accepts(schema, "c")).toBe(false);
  },
);

it("selects by members beside an impossible alternative", () => {
  const [one, two] = [1, 2].map((side) => object({ tag: { const: "d" }, side: { const: side } }));
  const schema = { anyOf: [impossible, one ?? false, two ?? false] };
  expect(tagged.accepts(schema, { tag: "c" })).toBe(false);
  expect(tagged.accepts(schema, { tag: "d", side: 2 })).toBe(true);
  expect(tagged.accepts(schema, { tag: "d", side: 3 })).toBe(false);
});
