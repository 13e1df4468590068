import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Talks, of which one may follow another one. */
const talks = (follows: string, name: string): string => `openapi: 3.1.0
info: { title: Talks, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /talks:
    post:
      operationId: addTalk
      requestBody: { required: true, ${content("NewTalk")} }
      responses: { "201": { description: Made., ${content("Talk")} }, "422": { description: Wrong. } }
  /talks/{talkId}:
    parameters: [{ name: talkId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getTalk, responses: { "200": { description: It., ${content("Talk")} }, "404": { description: None. } } }
    patch:
      operationId: changeTalk
      requestBody: { required: true, ${content("TalkChange")} }
      responses: { "200": { description: It., ${content("Talk")} }, "404": { description: None. }, "422": { description: Wrong. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewTalk:
      type: object
      required: [title]
      properties: { title: { type: string, example: Bees }, ${name}: { type: [integer, "null"], description: "${follows}" } }
    TalkChange:
      type: object
      properties: { title: { type: string }, ${name}: { type: [integer, "null"], description: "${follows}" } }
    Talk:
      type: object
      required: [id, title]
      properties: { id: { type: integer }, title: { type: string }, ${name}: { type: [integer, "null"] } }
`;

interface Way {
  /** The methods that look for the talk among those of all. */
  readonly amongAll?: readonly string[];
  readonly takesAnything?: boolean;
  readonly isPublic?: boolean;
}

function talkService(name: string, { amongAll = [], takesAnything, isPublic }: Way) {
  const known = new Map<number, Readonly<Record<string, unknown>> & { readonly owner: string }>();
  const refuse = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const owner = request.headers.get("x-key");
    if (owner === null) return refuse(401);
    const key = Number(new URL(request.url).pathname.split("/")[2] ?? known.size + 100);
    const old = known.get(key);
    const isSeen = old?.owner === owner || (isPublic === true && request.method === "GET");
    if (request.method !== "POST" && (old === undefined || !isSeen)) return refuse(404);
    const show = (one: Readonly<Record<string, unknown>>, status: number): Response =>
      Response.json({ ...one, owner: undefined }, { status });
    if (request.method === "GET") return show(old ?? {}, 200);
    const body = (await request.json()) as Readonly<Record<string, unknown>>;
    const named = body[name];
    const other = known.get(Number(named));
    const isOwn = other?.owner === owner;
    const isTaken = isOwn || (other !== undefined && amongAll.includes(request.method));
    if (typeof named === "number" && !isTaken && takesAnything !== true) return refuse(422);
    const made = { [name]: null, ...old, ...body, id: key, owner };
    known.set(key, made);
    return show(made, request.method === "POST" ? 201 : 200);
  };
}

async function said(way: Way, follows = "Another talk of the user.", name = "followsId") {
  const report = await verifyServer({
    description: await read(talks(follows, name)),
    server: { fetch: talkService(name, way) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: ["addTalk/foreign-references"],
  });
  expect(report.errors).toEqual([]);
  expect(report.exchanges).toBeLessThan(16);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const taken = (operation: string): string[] => [
  `other-principal ${operation}: takes a reference to another principal's Talk in \`followsId\`, and refuses one to nothing; if others may, name Talk in sharedResources`,
];

test.each([
  "Another talk of the user (otherwise 422).",
  "The id of another talk.",
  "Another talk.",
])("finds that a record names one of the same kind that another user has: %s", async (follows) => {
  expect(await said({ amongAll: ["POST", "PATCH"] }, follows)).toEqual(taken("addTalk"));
  expect(await said({ amongAll: ["PATCH"] }, follows)).toEqual(taken("changeTalk"));
  expect(await said({}, follows)).toEqual([]);
});

test("any number may be taken, or a record that all may read", async () => {
  expect(await said({ takesAnything: true })).toEqual([]);
  expect(await said({ amongAll: ["POST", "PATCH"], isPublic: true })).toEqual([]);
});

test.each([
  ["Another number.", "followsId"],
  ["Another talk title of the user.", "followsId"],
  ["Another talk.", "parentId"],
])("may be taken where nothing says that it is one of the user's: %s %s", async (text, name) => {
  expect(await said({ amongAll: ["POST", "PATCH"] }, text, name)).toEqual([]);
});
