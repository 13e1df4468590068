import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const page = `content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } }`;
const tagged = `headers: { ETag: { required: true, schema: { type: string } } }, ${page}`;

/** Pages under names that the client chooses. PUT has a precondition, also where there is nothing yet. */
const description = await read(`openapi: 3.1.0
info: { title: Pages, version: 1.0.0 }
paths:
  /pages/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9-]+$" } }]
    get:
      operationId: getPage
      responses: { "200": { description: It., ${tagged} }, "404": { description: None. } }
    put:
      operationId: putPage
      parameters:
        - { name: If-Match, in: header, schema: { type: string } }
        - { name: If-None-Match, in: header, schema: { type: string } }
      requestBody: { required: true, ${page} }
      responses:
        "200": { description: Replaced., ${page} }
        "201": { description: Created., ${page} }
        "400": { description: Wrong. }
        "412": { description: Another one. }
        "415": { description: Another type. }
        "428": { description: Neither precondition was sent. }
components:
  schemas: { Page: { type: object, required: [text], properties: { text: { type: string } } } }
`);

type Fault = "takes what has no precondition";

/** A service of pages. It is faultless but for what it is told to do wrong. */
function pageService(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, { text: string; version: number }>();
  return async (request) => {
    const given: unknown = await request.json().catch(() => undefined);
    const name = new URL(request.url).pathname.split("/")[2] ?? "";
    const found = all.get(name);
    const tag = found && `"${name}.${found.version}"`;
    if (request.method === "GET")
      return tag === undefined
        ? new Response(null, { status: 404 })
        : Response.json({ text: found?.text }, { headers: { ETag: tag } });
    const type = request.headers.get("content-type")?.toLowerCase().split(";")[0];
    if (type !== "application/json") return new Response(null, { status: 415 });
    const text = (given as { text?: unknown } | undefined)?.text;
    if (typeof text !== "string" || !/^[a-z0-9-]+$/.test(name))
      return new Response(null, { status: 400 });
    const match = request.headers.get("if-match");
    const noneMatch = request.headers.get("if-none-match");
    if (match === null && noneMatch === null && fault === undefined)
      return new Response(null, { status: 428 });
    const isOther = (match !== null && match !== tag) || (noneMatch === "*" && found !== undefined);
    if (isOther) return new Response(null, { status: 412 });
    all.set(name, { text, version: (found?.version ?? 0) + 1 });
    return Response.json({ text }, { status: found === undefined ? 201 : 200 });
  };
}

const verified = async (seed: number, fault?: Fault) =>
  verifyServer({ description, server: { fetch: pageService(fault) }, seed });

test("records are created with If-None-Match where 428 is documented", async () => {
  for (const seed of [0, 1, 2]) {
    const { failures, errors, coverage } = await verified(seed);
    expect({ failures, errors }).toEqual({ failures: [], errors: [] });
    const statuses = coverage.find(({ operationId }) => operationId === "putPage")?.statuses;
    expect(statuses).toMatchObject({ 200: expect.any(Number), 201: expect.any(Number) });
  }
});

test("finds a service that takes a change without the precondition that it documents", async () => {
  const { failures } = await verified(0, "takes what has no precondition");
  expect(failures).toMatchObject([
    {
      id: "putPage/conditional/without@0",
      check: "conditional",
      message:
        "answers 200 to a change without If-Match, which it says it refuses with 428 (RFC 6585, section 3)",
    },
  ]);
});
