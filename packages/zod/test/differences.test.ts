import { readFileSync } from "node:fs";
import { join } from "node:path";
import { modelFromText } from "openapi-packages/emitter/testing";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { differences, differencesTable } from "./differences.ts";
import { judged } from "./verdicts.ts";

async function judgedAlone(schema: unknown) {
  const description = {
    openapi: "3.1.1",
    info: { title: "One", version: "1.0.0" },
    paths: {},
    components: { schemas: { One: schema } },
  };
  const [one] = await judged(await modelFromText(JSON.stringify(description)));
  if (one === undefined) throw new Error("there is one schema");
  return one;
}

const examples = differences.filter(({ value }) => value !== undefined);

describe("the differences that the README lists", () => {
  it.for(examples)("$what: $schema", async ({ schema, value, isTakenByZod }) => {
    const parsed: unknown = typeof schema === "string" ? JSON.parse(schema) : schema;
    const one = await judgedAlone(parsed);
    expect([one.zod(value), one.contract(value)]).toEqual([isTakenByZod, !isTakenByZod]);
  });

  it("are all of them", async () => {
    const page = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
    expect(page).toContain(await format(differencesTable(), { parser: "markdown" }));
  });
});

describe("where there could be a difference, and is none", () => {
  it.for([
    [{ type: "string", maxLength: 1 }, "😀", true],
    [{ type: "number", multipleOf: 0.01 }, 19.99, true],
    [{ type: "integer", format: "int32" }, 2 ** 31, false],
    [{ type: "integer", format: "int64" }, 7, true],
    [{ type: "object", properties: { a: { type: "string" } } }, { a: undefined }, true],
    [
      {
        allOf: [
          { type: "object", additionalProperties: false, properties: { a: {} } },
          { type: "object", properties: { b: {} } },
        ],
      },
      { b: 1 },
      false,
    ],
    [{ type: ["string", "null"], enum: ["a", null] }, null, true],
    [
      { type: "object", additionalProperties: { type: "integer" }, required: ["a"] },
      { a: "b" },
      false,
    ],
  ] as const)("%j", async ([schema, value, isTaken]) => {
    const one = await judgedAlone(schema);
    expect([one.zod(value), one.contract(value)]).toEqual([isTaken, isTaken]);
  });
});
