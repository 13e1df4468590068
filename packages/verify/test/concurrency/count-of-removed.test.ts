import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const describing = (count: string, removal: string) =>
  read(`openapi: 3.1.0
info: { title: Threads, version: "1" }
paths:
  /threads:
    post:
      operationId: createThread
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Thread" } } } }
        "400": { description: Wrong. }
  /threads/{threadId}:
    parameters: [{ name: threadId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: showThread
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Thread" } } } }
        "404": { description: None. }
  /threads/{threadId}/notes:
    parameters: [{ name: threadId, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: listNotes
      responses:
        "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } }
        "404": { description: None. }
    post:
      operationId: addNote
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
  /threads/{threadId}/notes/{noteId}:
    parameters:
      - { name: threadId, in: path, required: true, schema: { type: integer } }
      - { name: noteId, in: path, required: true, schema: { type: integer } }
    delete:
      operationId: removeNote
      description: "${removal}"
      responses:
        "204": { description: Removed. }
        "404": { description: None. }
components:
  schemas:
    Thread:
      type: object
      required: [id, title, noteCount]
      properties:
        id: { type: integer }
        title: { type: string }
        noteCount: { type: integer, description: "${count}" }
    Note:
      type: object
      required: [id, text, removed]
      properties: { id: { type: integer }, text: { type: string }, removed: { type: boolean } }
`);

type Way = "counts removed notes" | "lists removed notes" | "counts nothing";

interface Thread {
  readonly title: unknown;
  readonly notes: readonly { readonly id: number; readonly removed: boolean }[];
}

/** A service of threads that counts their notes. */
function threadService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const threads = new Map<number, Thread>();
  let last = 0;
  const json = (status: number, value: unknown): Response => Response.json(value, { status });
  const shown = (id: number, { title, notes }: Thread): object => {
    const counted = does("counts removed notes") ? notes : notes.filter((one) => !one.removed);
    return { id, title, noteCount: does("counts nothing") ? 0 : counted.length };
  };
  return async (request) => {
    const [, , id = "", below, noteId] = new URL(request.url).pathname.split("/");
    const body = request.method === "POST" ? ((await request.json()) as object) : {};
    const isEmpty = Object.values(body).every((one) => typeof one !== "string" || one === "");
    if (request.method === "POST" && isEmpty) return json(400, {});
    last += 1;
    if (id === "") {
      const thread = { title: "", notes: [], ...body };
      threads.set(last, thread);
      return json(201, shown(last, thread));
    }
    const thread = threads.get(Number(id));
    if (thread === undefined) return json(404, {});
    if (below === undefined) return json(200, shown(Number(id), thread));
    const { notes } = thread;
    if (request.method === "GET")
      return json(
        200,
        notes.filter((one) => !one.removed || does("lists removed notes")),
      );
    if (request.method === "POST") {
      const note = { id: last, removed: false, text: "", ...body };
      threads.set(Number(id), { ...thread, notes: [...notes, note] });
      return json(201, note);
    }
    if (!notes.some((one) => one.id === Number(noteId) && !one.removed)) return json(404, {});
    const others = notes.map((one) =>
      one.id === Number(noteId) ? { ...one, removed: true } : one,
    );
    threads.set(Number(id), { ...thread, notes: others });
    return new Response(null, { status: 204 });
  };
}

async function messagesOf(
  count: string,
  removal: string,
  ...ways: readonly Way[]
): Promise<string[]> {
  const report = await verifyServer({
    description: await describing(count, removal),
    server: { fetch: threadService(...ways) },
    replay: ["addNote/at-once/counted"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const wrong = [
  "derived-value showThread: `noteCount` is 2 before and after removeNote, and addNote makes it 1 more",
];

test("finds a number that counts notes which are no longer listed", async () => {
  expect(await messagesOf("", "")).toEqual([]);
  expect(await messagesOf("", "", "counts removed notes")).toEqual(wrong);
});

test.each([
  ["", ""],
  ["The notes of the thread.", "Removes the note, which stays in the list."],
])("notes that stay in the list may be counted: %s %s", async (count, removal) => {
  expect(await messagesOf(count, removal, "counts removed notes", "lists removed notes")).toEqual(
    [],
  );
});

test.each([
  ["The number of notes that were not removed.", ""],
  ["", "`noteCount` of the thread does not count it any more."],
])("finds a number that counts what it is said not to count: %s %s", async (count, removal) => {
  expect(await messagesOf(count, removal, "lists removed notes")).toEqual([]);
  expect(await messagesOf(count, removal, "counts removed notes", "lists removed notes")).toEqual(
    wrong,
  );
});

test("finds a number that stays although it is said to be that of all notes", async () => {
  const said = "The present number of notes.";
  expect(await messagesOf(said, "")).toEqual([]);
  expect(await messagesOf(said, "", "counts nothing")).toEqual([
    `derived-value showThread: \`noteCount\` is 0 before and after two calls of addNote, and the description says ${JSON.stringify(said)}`,
  ]);
});

test.each([
  "",
  "Notes with an answer.",
  "The number of open notes.",
  "The number of notes, counted each night.",
])("a number may stay that counts something else, or later: %s", async (said) => {
  expect(await messagesOf(said, "", "counts nothing")).toEqual([]);
});
