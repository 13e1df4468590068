import { describe, expect, it } from "vitest";
import { RunningCode } from "../../../src/compile/code/running-code.ts";
import { NamedSchemas } from "../../../src/compile/named-schemas.ts";
import { ValidatorCompiler } from "../../../src/compile/validators/validator-compiler.ts";
import type { Json } from "../../../../description/src/json/json.ts";
import * as runtime from "../../../../runtime/src/validation/index.ts";

/** The keywords that a value breaks, and how often a slow pattern, a format or a list was looked at. */
function run(schema: Json, value: unknown): { keywords: readonly string[]; looks: number } {
  const schemas = new Map([["/components/schemas/A", { name: "A", json: schema }]]);
  const { partOf } = new ValidatorCompiler(new NamedSchemas(schemas));
  let looks = 0;
  const counted = <Given extends unknown[], Result>(look: (...given: Given) => Result) => {
    return (...given: Given): Result => {
      looks += 1;
      return look(...given);
    };
  };
  const helpers = {
    ...runtime,
    duplicate: counted(runtime.duplicate),
    formats: { ...runtime.formats, uri: counted(runtime.formats.uri) },
    slowPattern: (...given: Parameters<typeof runtime.slowPattern>) => {
      const pattern = runtime.slowPattern(...given);
      return { test: counted(pattern.test) };
    },
  };
  const running = new RunningCode(partOf, helpers);
  const errors: runtime.ValidationErrors = [];
  (running.function("checkA") as runtime.Check)(value, "", errors);
  return { keywords: errors.map(({ keyword }) => keyword), looks };
}

const long = " ".repeat(101);

describe("a value beyond a limit is not looked at further", () => {
  it.each<[string, Json, unknown, string]>([
    ["a text's pattern", { maxLength: 100, pattern: "\\s+$" }, `${long}a`, "maxLength"],
    ["a text's format", { type: "string", maxLength: 100, format: "uri" }, long, "maxLength"],
    [
      "a list's items",
      { maxItems: 1, uniqueItems: true, items: { pattern: "\\s+$" } },
      ["a", "a"],
      "maxItems",
    ],
    [
      "an object's members",
      { maxProperties: 1, additionalProperties: { pattern: "\\s+$" } },
      { a: "a", b: "b" },
      "maxProperties",
    ],
    [
      "the names of members",
      { maxProperties: 1, patternProperties: { "\\s+$": false }, propertyNames: { format: "uri" } },
      { "a ": 1, b: 2 },
      "maxProperties",
    ],
    [
      "members that nothing else names",
      { maxProperties: 1, unevaluatedProperties: { pattern: "\\s+$" } },
      { a: "a", b: "b" },
      "maxProperties",
    ],
    [
      "items that nothing else names",
      { maxItems: 1, unevaluatedItems: { pattern: "\\s+$" } },
      ["a", "b"],
      "maxItems",
    ],
    ["a text of another type", { type: "integer", pattern: "\\s+$" }, long, "type"],
    ["a name", { propertyNames: { maxLength: 100, pattern: "\\s+$" } }, { [long]: 1 }, "maxLength"],
    ["a text that is named", { enum: ["a "], pattern: "\\s+$" }, long, "enum"],
  ])("%s", (_what, schema, value, keyword) => {
    const { keywords, looks } = run(schema, value);
    expect(looks).toBe(0);
    expect(keywords[0]).toBe(keyword);
  });

  it("and one within it is", () => {
    const schema = { maxLength: 100, pattern: "\\s+$", type: "string" };
    expect(run(schema, "a")).toEqual({ keywords: ["pattern"], looks: 1 });
    expect(run(schema, "a ")).toEqual({ keywords: [], looks: 1 });
  });
});
