import { expect, test } from "vitest";
import { Redactor } from "../src/client/redact.ts";
import { jsonResponse } from "../src/index.ts";

function redactedUrl(template: string, secrets: readonly string[], url: string): string {
  const operation = {
    operationId: "Any",
    method: "GET",
    path: template,
    responses: { 200: jsonResponse },
  };
  return new Redactor({ operations: { Any: { path: secrets } } }, operation).url(url);
}

test.each([
  ["/keys/{key}", ["key"], "/v1/keys/SECRET", "/v1/keys/REDACTED"],
  ["/keys/{key}:revoke", ["key"], "/keys/SECRET:revoke?all=1", "/keys/REDACTED:revoke?all=1"],
  ["/{id}/x{key}/{name}", ["key"], "/keys/1/xSECRET/n", "/keys/1/xREDACTED/n"],
  ["/{id}/{name}.{type}", ["id"], "/SECRET/a.b.json", "/REDACTED/a.b.json"],
  ["/keys/{key}", ["key"], "/elsewhere/SECRET/more", "REDACTED"],
  ["/keys/{key}:revoke", ["key"], "/keys/SECRET", "REDACTED"],
  ["/a/b/c/d/e/{key}", ["key"], "/SECRET", "REDACTED"],
])("in %s, %o of %s is left out", (template, secrets, path, redacted) => {
  const url = redacted === "REDACTED" ? redacted : `https://api.example${redacted}`;
  expect(redactedUrl(template, secrets, `https://api.example${path}`)).toBe(url);
});

test.each([
  ["/files/{name}-{key}", "/files/name-SECRET-SECRET", "/files/REDACTED"],
  ["/files/{key}-{name}", "/files/SECRET-SECRET-name", "/files/REDACTED"],
  ["/files/x{name}{key}.json", "/files/xnameSECRET.json", "/files/xREDACTED.json"],
])(
  "no part of a secret stays where it is not known where it begins: %s",
  (template, path, rest) => {
    expect(redactedUrl(template, ["key"], `https://api.example${path}`)).toBe(
      `https://api.example${rest}`,
    );
  },
);

test("many parameters in one segment are told from a long one before them at once", () => {
  const long = "-".repeat(8000);
  const url = redactedUrl(
    "/{long}/{a}-{b}-{c}{d}{e}",
    ["a"],
    `https://api.example/${long}/1-2-345`,
  );
  expect(url).toBe(`https://api.example/${long}/REDACTED`);
});
