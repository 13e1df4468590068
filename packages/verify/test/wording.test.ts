import { renderReport, verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const boxes = `openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /box:
    get:
      operationId: GetBox
      tags: [boxes]
      responses:
        "200":
          description: The box.
          content:
            application/json:
              schema:
                type: object
                required: [id]
                additionalProperties: false
                properties:
                  id: { type: integer }
                  label: { type: string, minLength: 2, maxLength: 4, pattern: "^[a-z]+$" }
                  made: { type: string, format: date-time }
                  kind: { enum: [crate, tin] }
                  weight: { type: number, minimum: 1, exclusiveMaximum: 9, multipleOf: 0.5 }
                  pin: { type: string, writeOnly: true }
                  note: { anyOf: [{ type: string }, { type: "null" }] }
                  "odd name": { const: 1 }
                  parts:
                    type: array
                    minItems: 1
                    uniqueItems: true
                    items: { type: object, required: [size], properties: { size: { type: integer } } }
`;

/** The report on a server that answers with one body. */
async function verifiedBox(body: unknown): Promise<VerifyReport> {
  return verifyServer({
    description: await read(boxes),
    server: { fetch: () => Response.json(body) },
    replay: ["GetBox/example"],
  });
}

test.each([
  ["a missing member", {}, "the answer 200 lacks `id`, which is required"],
  [
    "a missing member inside",
    { id: 1, parts: [{ size: 1 }, {}] },
    "`parts[1]` of the answer 200 lacks `size`, which is required",
  ],
  ["a secret", { id: 1, pin: "4711" }, "the answer 200 shows `pin`, which is writeOnly"],
  [
    "another member",
    { id: 1, size: 2 },
    "the answer 200 has `size`, which its schema does not describe (additionalProperties: false)",
  ],
  ["a type", { id: "7" }, '`id` of the answer 200 is "7", and should be an integer'],
  [
    "a type inside",
    { id: 1, parts: [{ size: true }] },
    "`parts[0].size` of the answer 200 is true, and should be an integer",
  ],
  ["no type", [], "the answer 200 is an array of 0 items, and should be an object"],
  ["types", { id: 1, note: 7 }, "`note` of the answer 200 is 7, and should be a string or null"],
  [
    "a choice",
    { id: 1, kind: "bag" },
    '`kind` of the answer 200 is "bag", and should be one of "crate", "tin"',
  ],
  [
    "a constant",
    { id: 1, "odd name": 2 },
    '`["odd name"]` of the answer 200 is 2, and should be 1',
  ],
  [
    "a format",
    { id: 1, made: "today" },
    '`made` of the answer 200 is "today", and should be a valid date-time (format)',
  ],
  [
    "a pattern",
    { id: 1, label: "ABC" },
    '`label` of the answer 200 is "ABC", and should match the pattern ^[a-z]+$',
  ],
  [
    "a long text",
    { id: 1, label: "abcdef" },
    "`label` of the answer 200 has 6 characters, and should have at most 4 characters",
  ],
  [
    "a short text",
    { id: 1, label: "a" },
    "`label` of the answer 200 has 1 character, and should have at least 2 characters",
  ],
  [
    "a small number",
    { id: 1, weight: 0 },
    "`weight` of the answer 200 is 0, and should be at least 1",
  ],
  [
    "a large number",
    { id: 1, weight: 9 },
    "`weight` of the answer 200 is 9, and should be below 9",
  ],
  [
    "a step",
    { id: 1, weight: 1.25 },
    "`weight` of the answer 200 is 1.25, and should be a multiple of 0.5",
  ],
  [
    "an empty list",
    { id: 1, parts: [] },
    "`parts` of the answer 200 has 0 items, and should have at least 1 item",
  ],
  [
    "an item twice",
    { id: 1, parts: [{ size: 1 }, { size: 1 }] },
    "`parts` of the answer 200 is an array of 2 items, and should have each item once (uniqueItems)",
  ],
])("says what is wrong with an answer that has %s", async (_, body, message) => {
  const { failures } = await verifiedBox(body);
  expect(failures).toHaveLength(1);
  const [{ check, message: said, issues, method, path } = expect.fail("no failure")] = failures;
  expect({ check, method, path }).toEqual({ check: "body", method: "GET", path: "/box" });
  expect(said.startsWith(message)).toBe(true);
  expect(issues[0]?.message).toBe(message);
});

test("tells no secret of an answer, and keeps the name of its member", async () => {
  const report = await verifiedBox({ id: "hidden-4711", pin: "hidden-4711" });
  expect(report.failures).not.toEqual([]);
  expect(renderReport("json", report)).not.toContain("hidden-4711");
  const named = await verifiedBox({ id: 1, pin: "pin" });
  expect(named.failures[0]?.message).toBe("the answer 200 shows `pin`, which is writeOnly");
});
