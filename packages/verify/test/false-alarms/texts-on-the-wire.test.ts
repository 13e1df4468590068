import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const images = `openapi: 3.1.0
info: { title: Images, version: 1.0.0 }
paths:
  /images/{image}:
    get:
      operationId: GetImage
      parameters:
        - name: image
          in: path
          required: true
          schema: { anyOf: [{ type: integer, minimum: 1 }, { type: string }] }
      responses:
        "200": { $ref: "#/components/responses/Done" }
        "404": { description: Not found. }
  /search:
    get:
      operationId: Search
      parameters:
        - name: kinds
          in: query
          required: true
          schema: { type: array, items: { type: string, enum: [drawing, photo] } }
        - name: tag
          in: query
          schema: { type: string, pattern: "^[a-z]+$" }
      responses:
        "200": { $ref: "#/components/responses/Done" }
        "400": { description: Refused. }
components:
  responses:
    Done:
      description: Done.
      content: { application/json: { schema: { type: object } } }
`;

/** Takes every identifier, since each may be a name, and every text of a query. */
function takeTexts(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/search" && !searchParams.has("kinds"))
    return new Response(null, { status: 400 });
  if (request.method !== "GET")
    return new Response(null, { status: 405, headers: { allow: "GET" } });
  return Response.json({});
}

test("a number that may be a name is no wrong number", async () => {
  const { failures, coverage } = await verifyServer({
    description: await read(images),
    server: { fetch: takeTexts },
    operations: ["GetImage"],
  });
  expect(failures).toEqual([]);
  expect(coverage[0]?.missing.map(({ what }) => what)).toEqual([
    "a refusal: it takes all that was sent, also what it could have refused",
  ]);
});

test("what is of the right type once it is written is not said to be of a wrong one", async () => {
  const { failures } = await verifyServer({
    description: await read(images),
    server: { fetch: takeTexts },
    operations: ["Search"],
  });
  expect(failures.map(({ id }) => id)).toEqual([
    "Search/invalid/query.tag/not-matching@0",
    "Search/invalid/query.kinds/0/not-in-enum@0",
  ]);
});
