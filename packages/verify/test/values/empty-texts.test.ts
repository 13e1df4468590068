import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

/** Notes, whose optional members have the schema that is given. */
const notes = (asked: string, shown: string): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${content(`{ type: object, required: [title], properties: { title: { type: string }, text: ${asked} } }`)} }
      responses: { "201": { description: It., ${content(`{ type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, text: ${shown} } }`)} }, "422": { description: Wrong. } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getNote, responses: { "200": { description: It., ${content(`{ type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, text: ${shown} } }`)} }, "404": { description: None. } } }
`;

interface Note {
  readonly title: string;
  readonly text?: string | null;
}

async function linesOf(
  schemas: readonly [string, string],
  kept: (note: Note) => object | undefined,
): Promise<string[]> {
  const all = new Map<string, object>();
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "GET") {
      const one = all.get(new URL(request.url).pathname.split("/")[2] ?? "");
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const own = kept((await request.json()) as Note);
    if (own === undefined) return new Response(null, { status: 422 });
    const id = `n${all.size + 1}`;
    all.set(id, { id, ...own });
    return Response.json({ id, ...own }, { status: 201 });
  };
  const { failures, errors } = await verifyServer({
    description: await read(notes(...schemas)),
    server: { fetch },
    replay: ["addNote/values"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const nullable = "{ type: [string, 'null'], maxLength: 200 }";

test.each<[string, (note: Note) => object]>([
  ["null", ({ title, text }) => ({ title, text: text === "" ? null : text })],
  ["nothing", ({ title, text }) => ({ title, ...(text && { text }) })],
])("finds an empty text that becomes %s", async (_, kept) => {
  expect(await linesOf([nullable, nullable], kept)).toEqual([
    "shows-what-was-sent addNote: /text was written with an empty text and is not there",
  ]);
});

test.each<[string, readonly [string, string], (note: Note) => object | undefined]>([
  ["is kept", [nullable, nullable], (note) => note],
  ["is refused", [nullable, nullable], (note) => (note.text === "" ? undefined : note)],
  [
    "no answer may have",
    [nullable, "{ type: [string, 'null'], minLength: 1 }"],
    ({ title, text }) => ({ title, text: text === "" ? null : text }),
  ],
  [
    "no request may have",
    ["{ type: string, minLength: 1 }", nullable],
    ({ title, text }) => ({ title, text: text === "" ? null : text }),
  ],
  [
    "is of a member that is always cut",
    [nullable, nullable],
    ({ title, text }) => ({ title, text: text ? text.slice(0, 3) : null }),
  ],
])("does not blame an empty text that %s", async (_, schemas, kept) => {
  expect((await linesOf(schemas, kept)).filter((line) => line.includes("empty"))).toEqual([]);
});
