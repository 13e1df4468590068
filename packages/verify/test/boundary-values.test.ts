import type { Json } from "@openapi-packages/description";
import { expect, test } from "vitest";
import { boundaryValues } from "../src/server/places/boundary-values.ts";
import type { InputPlace } from "../src/server/places/input-places.ts";

const kindsOf = (json: Json): readonly string[] =>
  boundaryValues({
    in: "body",
    tokens: ["title"],
    value: "Salt",
    schemas: [{ json, pointer: "/title" }],
  } as unknown as InputPlace).map(({ kind }) => kind);

const supplementary = "length-12-of-characters-beyond-U+FFFF";

test.each<[string, Json, boolean]>([
  ["no pattern", {}, true],
  ["a pattern that asks for something that is not white space", { pattern: "\\S" }, true],
  ["a pattern of letters", { pattern: "^[a-z]*$" }, false],
  ["a pattern of one character", { pattern: "^.$" }, false],
  ["a format", { format: "email" }, false],
])("characters beyond U+FFFF are counted with %s: %#", (_, rules, isTried) => {
  const kinds = kindsOf({ type: "string", maxLength: 12, ...(rules as object) });
  expect(kinds.includes(supplementary)).toBe(isTried);
});
