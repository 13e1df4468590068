import { describe, expect, test } from "vitest";
import { mocked, type Mocked } from "./mocked.ts";

/** A resource whose errors are of a schema. */
const things = (error: string, status = '"404"', type = "application/json"): Mocked =>
  mocked(
    `
/things:
  post:
    operationId: CreateThing
    requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
    responses:
      "201": { description: D., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
/things/{id}:
  get:
    operationId: GetThing
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses:
      "200": { description: D., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      ${status}: { description: D., content: { ${type}: { schema: ${error} } } }
`,
    `{ Thing: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } } }`,
  );

const text = "{ type: string }";
const problem = `{ type: object, properties: { type: ${text}, title: ${text}, status: { type: integer }, detail: ${text}, level: ${text} } }`;

describe("an error that is made from a schema speaks of its own status", () => {
  test.each([
    [
      "problem details",
      problem,
      { type: "about:blank", title: "Not Found", status: 404, detail: "Not Found" },
    ],
    ["a status as text", `{ type: object, properties: { status: ${text} } }`, { status: "404" }],
    [
      "an error within an error",
      `{ type: object, properties: { error: { type: object, properties: { code: ${text}, message: ${text} } } } }`,
      { error: { code: "NotFound", message: "Not Found" } },
    ],
    [
      "numbers for codes",
      `{ type: object, properties: { code: { type: integer }, message: ${text} } }`,
      { code: 404, message: "Not Found" },
    ],
    [
      "what the description says itself",
      `{ type: object, properties: { status: { type: integer, example: 500 }, message: { type: string, example: Gone fishing. } } }`,
      { status: 404, message: "Gone fishing." },
    ],
    [
      "what its schema accepts alone",
      `{ type: object, properties: { code: { type: string, enum: [missing, odd] }, title: { type: string, maxLength: 3 } } }`,
      { code: "missing" },
    ],
  ])("%s", async (_what, schema, body) => {
    for (const status of ['"404"', "4XX", "default"]) {
      const answer = await things(schema, status).send("GET /things/none");
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject(body);
    }
  });

  test("as a problem, and by each status that is asked for", async () => {
    const { send } = things(problem, "default", "application/problem+json");
    for (const [code, title] of [
      [409, "Conflict"],
      [429, "Too Many Requests"],
      [503, "Service Unavailable"],
    ]) {
      const answer = await send("GET /things/none", undefined, { prefer: `code=${code}` });
      expect(answer).toMatchObject({
        status: code,
        contentType: "application/problem+json",
        body: { type: "about:blank", title, status: code },
      });
    }
  });
});
