import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const files = "{ image/png: {}, image/jpeg: {} }";
const description = await read(`openapi: 3.1.0
info: { title: Covers, version: 1.0.0 }
paths:
  /covers/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, minLength: 1 }, example: front }]
    get:
      operationId: getCover
      responses: { "200": { description: The file., content: ${files} }, "404": { description: None. }, "406": { description: Of another type. } }
    put:
      operationId: putCover
      requestBody: { required: true, content: ${files} }
      responses: { "204": { description: Kept. } }
`);

/** A service with one cover, which is a PNG. */
const covers =
  (refused: string) =>
  (request: Request): Response => {
    const accept = request.headers.get("accept") ?? "";
    if (request.method !== "GET") return new Response(null, { status: 204 });
    if (accept === refused) return new Response(null, { status: 406 });
    return new Response("bytes", { headers: { "content-type": "image/png" } });
  };

const messagesOf = async (refused: string): Promise<string[]> => {
  const replay = ["getCover/accept/image/png", "getCover/accept/image/jpeg"];
  const server = { fetch: async (request: Request) => covers(refused)(request) };
  const { failures, errors } = await verifyServer({ description, server, replay });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

test("a file has the media type with which it was uploaded, and none of the others", async () => {
  expect(await messagesOf("image/jpeg")).toEqual([]);
});

test("finds a file that is refused in the media type that it has", async () => {
  expect(await messagesOf("image/png")).toEqual([
    "accepts-valid: answers 406 to a request that accepts image/png, which it documents",
  ]);
});
