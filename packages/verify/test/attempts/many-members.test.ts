import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const names = Array.from({ length: 12 }, (_, index) => `part${index + 1}`);
const members = names.map((name) => `${name}: { type: string }`).join(", ");
const note = `{ type: object, properties: { ${members} } }`;
const example = `{ ${names.map((name) => `${name}: "text"`).join(", ")} }`;

const description = await read(`openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /note:
    patch:
      operationId: changeNote
      requestBody: { required: true, content: { application/json: { schema: ${note}, example: ${example} } } }
      responses:
        "200": { description: Changed., content: { application/json: { schema: ${note} } } }
        "415": { description: No JSON. }
        "422": { description: Wrong. }
`);

/** A service that takes any content type, and does not know what the texts of some members name. */
const service =
  (...unknown: readonly string[]) =>
  async (request: Request): Promise<Response> => {
    const body = (await request.json()) as Readonly<Record<string, string>>;
    const wrong = unknown.find((name) => name in body);
    return wrong === undefined
      ? Response.json(body)
      : Response.json({ detail: `${wrong}: is not known` }, { status: 422 });
  };

test.each(["part2", "part8", "part11", "part12"])(
  "a change of many members is taken without the one that its refusal names: %s",
  async (unknown) => {
    const { failures } = await verifyServer({
      description,
      server: { fetch: service(unknown) },
      replay: ["changeNote/content-types/undocumented"],
    });
    expect(failures.map(({ message }) => message)).toEqual([
      "takes a body of the content type application/x-undocumented: it answers 200",
    ]);
  },
);
