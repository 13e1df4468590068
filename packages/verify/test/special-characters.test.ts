import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const description = await read(`openapi: 3.1.0
info: { title: Words, version: 1.0.0 }
paths:
  /words:
    get:
      operationId: listWords
      parameters:
        - { name: search, in: query, schema: { type: string }, example: house }
        - { name: order, in: query, schema: { type: string, enum: [up, down] } }
      responses:
        "200":
          description: Words.
          content: { application/json: { schema: { type: array, items: { type: string } } } }
        "400": { description: Wrong. }
  /words/{word}:
    get:
      operationId: getWord
      parameters: [{ name: word, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { type: string } } } }
        "404": { description: None. }
`);

const words = ["house", "horse", "mouse"];

const isFound = (word: string, search: string, isPattern: boolean): boolean =>
  isPattern ? new RegExp(search).test(word) : word.includes(search);

async function messagesOf(isPattern: boolean): Promise<string[]> {
  const fetch = (request: Request): Response => {
    const search = new URL(request.url).searchParams.get("search") ?? "";
    try {
      return Response.json(words.filter((word) => isFound(word, search, isPattern)));
    } catch {
      return new Response(null, { status: 500 });
    }
  };
  const replay = ["listWords/bounds/query.search/special-characters"];
  const server = { fetch: (request: Request) => Promise.resolve(fetch(request)) };
  const { failures, errors, exchanges } = await verifyServer({ description, server, replay });
  expect(errors).toEqual([]);
  expect(exchanges).toBe(2);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test("special characters in a search may find nothing", async () => {
  expect(await messagesOf(false)).toEqual([]);
});

test("finds a service that takes a search for a regular expression", async () => {
  expect(await messagesOf(true)).toEqual([
    `server-error: answers 500 to '"([{*\\%; as the query parameter \`search\`, which its schema allows`,
  ]);
});

async function messagesOfKeys(decode: (path: string) => string): Promise<string[]> {
  const fetch = (request: Request): Response => {
    try {
      const word = decode(new URL(request.url).pathname.slice("/words/".length));
      return words.includes(word) ? Response.json(word) : new Response(null, { status: 404 });
    } catch {
      return new Response(null, { status: 500 });
    }
  };
  const replay = ["getWord/bounds/path.word/special-characters"];
  const server = { fetch: (request: Request) => Promise.resolve(fetch(request)) };
  const { failures, errors } = await verifyServer({ description, server, replay });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test("a key with a percent sign may be one that nothing has", async () => {
  expect(await messagesOfKeys(decodeURIComponent)).toEqual([]);
});

test("finds a service that decodes keys twice", async () => {
  const decode = (path: string): string => decodeURIComponent(decodeURIComponent(path));
  expect(await messagesOfKeys(decode)).toEqual([
    "server-error: answers 500 to 100%-verify as the path parameter `word`, which its schema allows",
  ]);
});
