import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const text = `responses: { "200": { description: It., content: { text/plain: { schema: { type: string } } } }, "404": { description: None. } }`;

const describing = (said: string): string => `openapi: 3.1.0
info: { title: Pages, version: 1.0.0, description: ${JSON.stringify(said)} }
paths:
  /home: { get: { operationId: getHome, ${text} } }
  /news: { get: { operationId: getNews, ${text} } }
  /help: { get: { operationId: getHelp, ${text} } }
  /draft:
    get: { operationId: getDraft, ${text} }
    put:
      operationId: putDraft
      requestBody: { required: true, content: { text/plain: { schema: { type: string }, example: Draft } } }
      responses: { "204": { description: Kept. } }
`;

/** @param headOf what HEAD of a path is answered by, where GET succeeds */
function service(headOf: (path: string) => number): (request: Request) => Response {
  const pages = new Set(["/home", "/news", "/help"]);
  return ({ url, method }) => {
    const { pathname } = new URL(url);
    const answer = (status: number, body: string | null = null): Response =>
      new Response(body, { status, headers: { "content-type": "text/plain" } });
    if (method === "PUT" && pathname === "/draft") pages.add(pathname);
    if (method === "PUT") return new Response(null, { status: pathname === "/draft" ? 204 : 405 });
    if (!pages.has(pathname)) return answer(404);
    return method === "HEAD" ? answer(headOf(pathname)) : answer(200, `This is ${pathname}.`);
  };
}

async function messagesOf(
  headOf: (path: string) => number,
  said = "Pages of texts.",
): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(describing(said)),
    server: { fetch: service(headOf) },
    replay: ["getHome/http", "getNews/http", "getHelp/http", "getDraft/http"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ operationId, message }) => `${operationId}: ${message}`);
}

test.each([
  ["/draft", "getDraft", 405, 3],
  ["/home", "getHome", 501, 2],
  ["/help", "getHelp", 404, 2],
])("finds a HEAD of %s that is refused", async (path, id, status, others) => {
  expect(await messagesOf((own) => (own === path ? status : 200))).toEqual([
    `${id}: answers ${status} to HEAD, where GET succeeds, and so does HEAD of ${others} other operations (RFC 9110, section 9.3.2)`,
  ]);
});

test("finds several as one", async () => {
  const [first, ...others] = await messagesOf((path) => (/home|draft/.test(path) ? 405 : 200));
  expect(others).toEqual([]);
  expect(first).toMatch(/^getHome: .*, in 2 operations \(getHome, getDraft\)/);
});

test.each<[string, (path: string) => number]>([
  ["answers each HEAD", () => 200],
  ["has no HEAD", () => 405],
  ["has HEAD of one path alone", (path) => (path === "/home" ? 200 : 405)],
  ["asks for a credential in HEAD", (path) => (path === "/home" ? 401 : 200)],
  ["is busy", (path) => (path === "/news" ? 503 : 200)],
])("a service that %s has no failure", async (_, headOf) => {
  expect(await messagesOf(headOf)).toEqual([]);
});

test("finds a service without HEAD whose description says that it has it", async () => {
  const said = "HEAD works wherever GET does.";
  const messages = await messagesOf(() => 405, said);
  expect(messages).toEqual([
    expect.stringContaining(
      `answers 405 to HEAD, where GET succeeds; the description says ${JSON.stringify(said)}`,
    ),
  ]);
  expect(await messagesOf(() => 200, said)).toEqual([]);
  expect(await messagesOf(() => 405, "HEAD does not work where GET does.")).toEqual([]);
});
