import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

interface Says {
  readonly type: string;
  readonly exported?: string;
  readonly deletion?: string;
}

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

const description = ({ type, exported = "", deletion = "" }: Says) =>
  read(`openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${json("NewNote")} }
      responses: { "201": { description: It., ${json("Note")} } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getNote
      responses: { "200": { description: It., ${json("Note")} }, "404": { description: None. } }
    delete:
      operationId: deleteNote
      description: ${JSON.stringify(deletion)}
      responses: { "204": { description: Deleted. }, "404": { description: None. } }
  /notes/export:
    get:
      operationId: exportNotes
      description: ${JSON.stringify(exported)}
      responses: { "200": { description: Lines., content: { ${type}: { schema: { type: string } } } } }
components:
  schemas:
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }
`);

interface Note {
  readonly id: number;
  readonly text: string;
}

const lineOf = ({ id, text }: Note, type: string): string =>
  type === "text/csv"
    ? `"${text.replaceAll('"', '""')}",${id}\r\n`
    : `${JSON.stringify({ id, text })}\n`;

/** Verifies a service whose export has deleted notes if it is told to keep them. */
async function messagesOf(says: Says, keeps: boolean): Promise<string[]> {
  const all = new Map<number, Note>();
  const deleted = new Set<number>();
  const isThere = ({ id }: Note): boolean => !deleted.has(id);
  const fetch = async (request: Request): Promise<Response> => {
    const [, , key = ""] = new URL(request.url).pathname.split("/");
    if (key === "export") {
      const notes = [...all.values()].filter((one) => keeps || isThere(one));
      const header = says.type === "text/csv" ? "text,id\r\n" : "";
      const text = header + notes.map((one) => lineOf(one, says.type)).join("");
      return new Response(new TextEncoder().encode(text), {
        headers: { "Content-Type": says.type },
      });
    }
    if (request.method === "POST") {
      const note = { ...((await request.json()) as Note), id: all.size + 1 };
      all.set(note.id, note);
      return Response.json(note, { status: 201 });
    }
    const note = all.get(Number(key));
    if (note === undefined || !isThere(note)) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(note);
    deleted.add(note.id);
    return new Response(null, { status: 204 });
  };
  const replay = ["exportNotes/values/export-of-Note"];
  const options = { description: await description(says), server: { fetch }, replay };
  const report = await verifyServer(options);
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const types = ["text/csv", "application/x-ndjson"] as const;

test.each<Says>([
  { type: types[0], exported: "All notes. Deleted notes are not exported." },
  { type: types[1], exported: "All notes, but no deleted ones" },
  { type: types[0], deletion: "Afterwards it is in no list and no export." },
])("finds deleted records in an export: %o", async (says) => {
  expect(await messagesOf(says, true)).toEqual([
    expect.stringMatching(/^lists-deleted exportNotes: has \d+, which was deleted before$/),
  ]);
  expect(await messagesOf(says, false)).toEqual([]);
});

test.each<Says>([
  { type: types[0] },
  { type: types[1], exported: "Deleted notes are exported too; drafts are not." },
  { type: types[1], deletion: "It may not be deleted while an export runs." },
])("an export may have deleted records: %o", async (says) => {
  expect(await messagesOf(says, true)).toEqual([]);
});
