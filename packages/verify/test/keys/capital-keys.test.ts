import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const card = `{ type: object, required: [number, name], properties: { number: { type: string }, name: { type: string } } }`;
const body = `{ type: object, required: [name], properties: { name: { type: string, minLength: 1, example: Ada } } }`;
const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

const description = await read(`openapi: 3.1.0
info: { title: Cards, version: "1" }
paths:
  /cards/{number}:
    parameters: [{ name: number, in: path, required: true, schema: { type: string, pattern: "^[A-Z0-9][A-Z0-9 /+-]{0,23}$" } }]
    get: { operationId: getCard, responses: { "200": { description: It., ${content(card)} }, "404": { description: None. } } }
    put: { operationId: putCard, requestBody: { required: true, ${content(body)} }, responses: { "200": { description: Changed., ${content(card)} }, "201": { description: Made., ${content(card)} } } }
`);

async function said(readKey: (key: string) => string): Promise<string[]> {
  const known = new Map<string, unknown>();
  const fetch = async (request: Request): Promise<Response> => {
    const key = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
    if (request.method === "GET") {
      const found = known.get(readKey(key));
      return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
    }
    const { name } = (await request.json()) as { readonly name: string };
    const status = known.has(key) ? 200 : 201;
    known.set(key, { number: key, name });
    return Response.json(known.get(key), { status });
  };
  const replay = ["getCard/keys"];
  const { failures, errors } = await verifyServer({ description, server: { fetch }, replay });
  expect(errors).toEqual([]);
  return failures.map(({ message }) => message);
}

test("keys of capitals are encoded as the description allows them", async () => {
  const [message, ...others] = await said((key) => key.replaceAll("+", " "));
  expect(message).toMatch(/the key "V\w+-A B-A\+B-A\/B"|the key "V\w+-A\+B"/);
  expect(others).toEqual([]);
  expect(await said((key) => key)).toEqual([]);
});
