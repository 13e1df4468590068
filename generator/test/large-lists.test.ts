import { describe, expect, it } from "vitest";
import { growthOfWork } from "../../test/growth-of-work.ts";
import type { Json, JsonObject } from "../../packages/description/src/json/json.ts";
import { attempt } from "./hostile/attempt.ts";

function description(schema: Json): string {
  const content = { "application/json": { schema } };
  const operation = {
    operationId: "a",
    requestBody: { content },
    responses: { 200: { description: "Done.", content } },
  };
  return JSON.stringify({
    openapi: "3.1.1",
    info: { title: "T", version: "1.0.0" },
    paths: { "/a": { post: operation } },
    components: { schemas: { X: schema } },
  });
}

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const members = (count: number, own: Json): JsonObject =>
  Object.fromEntries(many(count, (index) => [`p${index}`, own]));

/** Schemas by how many of something they have. */
const schemas: Readonly<Record<string, (count: number) => Json>> = {
  "texts to choose from": (count) => ({ enum: many(count, (index) => `value ${index}`) }),
  "objects to choose from": (count) => ({ enum: many(count, (index) => ({ a: index })) }),
  "constants to choose from": (count) => ({ anyOf: many(count, (index) => ({ const: index })) }),
  "items that differ": (count) => ({
    type: "array",
    uniqueItems: true,
    example: many(count, (index) => index),
  }),
  "objects that differ": (count) => ({
    type: "array",
    uniqueItems: true,
    example: many(count, (index) => ({ a: index })),
  }),
  members: (count) => ({ type: "object", properties: members(count, { type: "string" }) }),
  "members with names alike": (count) => ({
    type: "object",
    properties: Object.fromEntries(
      many(count, (index) => [
        `a${"-".repeat(index % 50)}${" ".repeat(index / 50)}`,
        { enum: ["b"] },
      ]),
    ),
  }),
  "required names": (count) => ({
    type: "object",
    required: many(count, (index) => `p${index}`),
  }),
  parts: (count) => ({
    allOf: many(count, (index) => ({
      type: "object",
      properties: { [`p${index}`]: { type: "string" } },
    })),
  }),
  patterns: (count) => ({
    type: "object",
    patternProperties: Object.fromEntries(
      many(count, (index) => [`^p${index}x`, { type: "string" }]),
    ),
  }),
};

function generate(text: string): void {
  const outcome = attempt(text, "@case");
  if (!("files" in outcome)) throw outcome.refused;
}

describe("the work for a description grows in proportion to its", () => {
  it.each(Object.entries(schemas))("%s", (_what, schema) => {
    const growth = growthOfWork((count) => generate(description(schema(count))), 100, 8, 30);
    expect(growth).toBeLessThan(32);
  });
});

describe("what no text is made of ends at once", () => {
  it.each<[string, Json]>([
    ["a text of a gigabyte", { type: "string", minLength: 1e9 }],
    ["a list of so many items", { type: "array", minItems: 1e9, items: { type: "string" } }],
    ["so many members", { type: "object", minProperties: 1e9 }],
    ["a step that no number is close to", { type: "number", multipleOf: 1e-300, minimum: 1 }],
    ["a pattern that looks ahead", { type: "string", pattern: "^(?=(a+)+$)b" }],
    [
      "a pattern that looks ahead for long",
      { type: "string", pattern: "^(?=(a|aa)+$)(?=.{60}).*$" },
    ],
    ["a pattern with references back", { type: "string", pattern: "^((a|aa)+)+\\1{20}$" }],
    ["a pattern of so many ways to nothing", { type: "string", pattern: "^(|){60}x$" }],
    ["repetitions of repetitions", { type: "string", pattern: "((a{1,100}){1,100}){1,100}" }],
    ["a pattern of many characters", { type: "string", pattern: "a{1,65535}" }],
    [
      "a pattern of many alternatives",
      { pattern: `(${many(20_000, (index) => `w${index}`).join("|")})+$` },
    ],
  ])("%s", (_what, schema) => {
    const outcome = attempt(description(schema), "@case");
    expect("files" in outcome).toBe(true);
  });
});
