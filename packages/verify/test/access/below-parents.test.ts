import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const named =
  "{ type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }";
const shown =
  "{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }";
const refused = `"401": { description: Who?, headers: { WWW-Authenticate: { schema: { type: string } } } }, "404": { description: None. }, "415": { description: No. }, "422": { description: Wrong. }`;
const key = (name: string): string =>
  `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Trees that are planted in a garden, read without it, and have one picture each. */
const description = await read(`openapi: 3.1.0
info: { title: Trees, version: "1" }
security: [{ token: [] }]
paths:
  /gardens:
    post:
      operationId: createGarden
      requestBody: { required: true, ${json(named)} }
      responses: { "201": { description: Made., ${json(shown)} }, ${refused} }
  /gardens/{gardenId}:
    parameters: ${key("gardenId")}
    get:
      operationId: getGarden
      responses: { "200": { description: It., ${json(shown)} }, ${refused} }
  /gardens/{gardenId}/trees:
    parameters: ${key("gardenId")}
    post:
      operationId: plantTree
      requestBody: { required: true, ${json(named)} }
      responses: { "201": { description: Made., ${json(shown)} }, ${refused} }
  /trees/{treeId}:
    parameters: ${key("treeId")}
    get:
      operationId: getTree
      responses: { "200": { description: It., ${json(shown)} }, ${refused} }
  /trees/{treeId}/picture:
    parameters: ${key("treeId")}
    get:
      operationId: getPicture
      responses: { "200": { description: It., content: { image/png: {} } }, ${refused} }
    put:
      operationId: putPicture
      requestBody: { required: true, content: { image/png: {} } }
      responses: { "204": { description: Kept. }, ${refused} }
components:
  securitySchemes: { token: { type: apiKey, in: header, name: X-Token } }
`);

interface Kept {
  readonly owner: string;
  readonly name: string;
  readonly picture?: ArrayBuffer;
}

/** A service of trees, each of which is its owner's alone, perhaps but for its picture. */
function treeService(isPictureShown: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, Kept>();
  return async (request) => {
    const bytes = await request.arrayBuffer();
    const owner = request.headers.get("x-token") ?? "";
    if (!["mine", "theirs"].includes(owner))
      return new Response(null, { status: 401, headers: { "www-authenticate": "ApiKey" } });
    const [, , id = "", part] = new URL(request.url).pathname.split("/");
    const found = all.get(id);
    const isOwn = found?.owner === owner || (isPictureShown && request.method === "GET" && part);
    if (id !== "" && (found === undefined || !isOwn)) return new Response(null, { status: 404 });
    if (request.method === "GET" && part === "picture")
      return found?.picture === undefined
        ? new Response(null, { status: 404 })
        : new Response(found.picture, { headers: { "content-type": "image/png" } });
    if (request.method === "GET") return Response.json({ id, name: found?.name });
    const type = request.headers.get("content-type")?.toLowerCase();
    if (type !== (part === "picture" ? "image/png" : "application/json"))
      return new Response(null, { status: 415 });
    if (part === "picture" && found !== undefined) {
      all.set(id, { ...found, picture: bytes });
      return new Response(null, { status: 204 });
    }
    const name = nameIn(new TextDecoder().decode(bytes));
    if (name === undefined) return new Response(null, { status: 422 });
    const own = `k${all.size + 1}`;
    all.set(own, { owner, name });
    return Response.json({ id: own, name }, { status: 201 });
  };
}

function nameIn(text: string): string | undefined {
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

const saidOf = async (isPictureShown: boolean): Promise<readonly string[]> => {
  const { failures } = await verifyServer({
    description,
    server: { fetch: treeService(isPictureShown) },
    credentials: { token: "mine" },
    otherCredentials: { token: "theirs" },
  });
  return failures
    .filter(({ check }) => check === "other-principal")
    .map(({ operationId, message }) => `${operationId} ${message}`);
};

test("finds a picture of another principal's record, which is made below a parent and read without it", async () => {
  expect(await saidOf(true)).toEqual([
    expect.stringMatching(/^getPicture shows what is below another principal's Tree/),
  ]);
});

test("says nothing of one that its owner alone sees", async () => {
  expect(await saidOf(false)).toEqual([]);
});
