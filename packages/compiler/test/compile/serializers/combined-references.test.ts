import { expect, it } from "vitest";
import {
  combinationName,
  combinedReferences,
  type CombinedReferences,
} from "../../../src/compile/serializers/combined-references.ts";
import { DeclaredReader } from "../../../src/compile/serializers/declared-parts.ts";
import type { Json } from "../../../../description/src/json/json.ts";

const reader = new DeclaredReader((reference): Json =>
  reference === "Kind" ? { type: "string" } : { type: "object", properties: {} },
);
const [cat, dog, kind] = [{ $ref: "Cat" }, { $ref: "Dog" }, { $ref: "Kind" }];

it.each<[Json, CombinedReferences | undefined]>([
  [{ anyOf: [cat, dog] }, { keyword: "anyOf", references: ["Cat", "Dog"] }],
  [{ oneOf: [cat, { type: "null" }, kind] }, { keyword: "anyOf", references: ["Cat"] }],
  [{ anyOf: [{ oneOf: [dog, cat] }, cat] }, { keyword: "anyOf", references: ["Dog", "Cat"] }],
  [{ allOf: [cat, dog] }, { keyword: "allOf", references: ["Cat", "Dog"] }],
  [{ allOf: [{ $ref: "Cat", description: "A cat." }] }, { keyword: "allOf", references: ["Cat"] }],
  [{ anyOf: [cat, { type: "object" }] }, undefined],
  [{ allOf: [cat, { properties: {} }] }, undefined],
  [{ anyOf: [cat, dog], discriminator: { propertyName: "kind" } }, undefined],
  [{ anyOf: [cat], properties: {} }, undefined],
  [true, undefined],
])("%j combines %j", (schema, expected) => {
  expect(combinedReferences(schema, reader)).toEqual(expected);
});

it("a combination is called by what it combines, however many that is", () => {
  expect(combinationName("anyOf", ["Cat", "Dog"])).toBe("Cat$or$Dog");
  expect(combinationName("allOf", ["Cat", "Dog"])).toBe("Cat$and$Dog");
  const many = Array.from({ length: 50 }, (_, index) => `Schema${index}`);
  const long = combinationName("anyOf", many);
  expect(long.length).toBeLessThan(120);
  expect(combinationName("anyOf", [...many, "Other"])).not.toBe(long);
});
