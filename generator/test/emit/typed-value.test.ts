import { expect, it } from "vitest";
import type { JsonObject } from "../../../packages/description/src/json/json.ts";
import { inlineSchema } from "../../../packages/description/src/model/schema/inline-schema.ts";
import { TypedValues } from "../../src/emit/documents/reference/typed-value.ts";

const json: JsonObject = {
  type: "object",
  properties: { kind: { const: "cat" }, name: { type: "string" } },
  required: ["kind"],
};
const values = new TypedValues({
  Cat: { schema: inlineSchema(json), annotations: {} },
});
const cat = { $ref: "#/components/schemas/Cat" };

it("leaves out of a value what its type does not declare", () => {
  expect(values.of({ kind: "cat", name: "Tom", extra: 1 }, cat)).toEqual({
    kind: "cat",
    name: "Tom",
  });
  const list = { type: "array", items: cat };
  expect(values.of([{ kind: "cat", extra: 1 }], list)).toEqual([{ kind: "cat" }]);
});

it("keeps the members of an object that may have any", () => {
  expect(values.of({ any: { thing: 1 } }, { type: "object" })).toEqual({ any: { thing: 1 } });
  const map = { type: "object", additionalProperties: cat };
  expect(values.of({ tom: { kind: "cat", extra: 1 } }, map)).toEqual({ tom: { kind: "cat" } });
});

it("keeps the members of an object that is listed as a value", () => {
  expect(values.of({ a: 1 }, { enum: [{ a: 1 }, "text"] })).toEqual({ a: 1 });
});

it("takes no value that is not of the type, whatever its schema says", () => {
  expect(values.of({ kind: "dog" }, cat)).toBeUndefined();
  expect(values.of({ name: "Tom" }, cat)).toBeUndefined();
  expect(values.of("text", { type: "string", format: "binary" })).toBeUndefined();
});
