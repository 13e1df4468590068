import { describe, expect, it } from "vitest";
import { messageOf } from "../src/validation/message.ts";

describe("the message of a finding", () => {
  it.each([
    ["required", { missingProperty: "name" }, "must have required property 'name'"],
    ["type", { type: "string,null" }, "must be string,null"],
    ["minLength", { limit: 1 }, "must NOT have fewer than 1 characters"],
    ["maxItems", { limit: 3 }, "must NOT have more than 3 items"],
    ["minimum", { comparison: ">=", limit: 0 }, "must be >= 0"],
    ["exclusiveMaximum", { comparison: "<", limit: 9 }, "must be < 9"],
    ["format", { format: "uuid" }, 'must match format "uuid"'],
    ["pattern", { pattern: "^a$" }, 'must match pattern "^a$"'],
    [
      "uniqueItems",
      { i: 2, j: 0 },
      "must NOT have duplicate items (items ## 0 and 2 are identical)",
    ],
    ["discriminator", { propertyName: "a", values: ["b", "c"] }, 'must have as "a" one of "b","c"'],
    ["oneOf", { passingSchemas: null }, "must match exactly one schema in oneOf"],
    ["if", { failingKeyword: "then" }, 'must match "then" schema'],
    ["contains", { minContains: 1 }, "must contain at least 1 valid item(s)"],
    [
      "contains",
      { minContains: 1, maxContains: 2 },
      "must contain at least 1 and at most 2 valid item(s)",
    ],
    ["constructor", {}, "does not satisfy constructor"],
  ])("%s %j", (keyword, params, message) => {
    expect(messageOf({ instancePath: "", keyword, params })).toBe(message);
  });

  it("is the validator's own where it brings one", () => {
    expect(messageOf({ instancePath: "", keyword: "type", message: "no" })).toBe("no");
  });
});
