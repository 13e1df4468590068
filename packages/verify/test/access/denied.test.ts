import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const refusals = `"400": { description: Wrong. }, "401": { description: Who? }, "403": { description: Not you. }, "404": { description: None. }`;

/** Letters, which nothing lists. */
const letters = `openapi: 3.1.0
info: { title: Letters, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /letters:
    post:
      operationId: addLetter
      requestBody: { required: true, ${json("NewLetter")} }
      responses: { "201": { description: It., ${json("Letter")} }, ${refusals} }
  /letters/{letterId}:
    parameters: [{ name: letterId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getLetter
      responses: { "200": { description: It., ${json("Letter")} }, ${refusals} }
    patch:
      operationId: changeLetter
      requestBody: { required: true, ${json("NewLetter")} }
      responses: { "200": { description: It., ${json("Letter")} }, ${refusals} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    NewLetter: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Letter: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`;

interface Habits {
  /** What somebody else gets for reading, and for a change. */
  readonly othersRead?: number;
  readonly othersChange?: number;
  /** What the owner gets for a change. */
  readonly ownersChange?: number;
}

function service({ othersRead = 404, othersChange = 404, ownersChange = 200 }: Habits) {
  const all = new Map<string, { owner: string; text: string }>();
  const answer = (status: number, value?: object): Response =>
    status < 300 ? Response.json(value, { status }) : new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const owner = request.headers.get("authorization") ?? "";
    const [, , key] = new URL(request.url).pathname.split("/");
    const id = key ?? String(all.size + 1);
    const { method } = request;
    const isRead = method === "GET";
    if (owner !== "Bearer ada" && owner !== "Bearer bob") return answer(401);
    const { text = "" } = isRead ? {} : ((await request.json()) as { text?: string });
    if (!isRead && (typeof text !== "string" || text === "")) return answer(400);
    if (method === "POST") {
      all.set(id, { owner, text });
      return answer(201, { id, text });
    }
    if (key === undefined)
      return Response.json([...all].map(([own, { text: shown }]) => ({ id: own, text: shown })));
    const letter = all.get(id);
    if (letter === undefined) return answer(404);
    const isOwn = letter.owner === owner;
    const status = isRead ? (isOwn ? 200 : othersRead) : isOwn ? ownersChange : othersChange;
    if (!isRead && status === 200) letter.text = text;
    return answer(status, { id, text: letter.text });
  };
}

async function messagesOf(habits: Habits, yaml = letters): Promise<string[]> {
  const { failures, errors, leftOut } = await verifyServer({
    description: await read(yaml),
    server: { fetch: service(habits) },
    credentials: { token: "ada" },
    otherCredentials: { token: "bob" },
    replay: ["addLetter/other-principal"],
  });
  expect({ errors, leftOut }).toEqual({ errors: [], leftOut: [] });
  return failures.map(({ operationId, message }) => `${operationId}: ${message}`);
}

test("finds a reading that shows others what a change says does not exist", async () => {
  expect(await messagesOf({ othersRead: 200 })).toEqual([
    "getLetter: shows another principal's Letter, which changeLetter says does not exist; if others may, name Letter in sharedResources",
  ]);
});

const listed = letters.replace(
  "  /letters:\n",
  `  /letters:
    get:
      operationId: listLetters
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Letter" } } } } } }
`,
);
const open = letters.replace(
  "operationId: getLetter",
  "operationId: getLetter\n      security: []",
);

test.each<[string, Habits, string?]>([
  ["hides all of it", {}],
  ["says that the others' is there", { othersRead: 200, othersChange: 403 }],
  ["lets others change it", { othersRead: 200, othersChange: 200 }],
  ["answers 404 to any change", { othersRead: 200, ownersChange: 404 }],
  ["shows everybody what needs no credentials", { othersRead: 200 }, open],
  ["lists them for everybody", { othersRead: 200 }, listed],
])("a service that %s has no failure", async (_, habits, yaml) => {
  expect(await messagesOf(habits, yaml)).toEqual([]);
});
