import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Notes, and the one heading of all of them. */
const description = await read(`openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /heading:
    get:
      operationId: getHeading
      responses: { "200": { description: It., ${json("Text")} }, "404": { description: None. } }
    put:
      operationId: putHeading
      requestBody: { required: true, ${json("Text")} }
      responses: { "200": { description: It., ${json("Text")} }, "400": { description: Wrong. } }
    delete:
      operationId: removeHeading
      responses: { "204": { description: Removed. } }
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, ${json("Text")} }
      responses: { "201": { description: It., ${json("Note")} }, "400": { description: Wrong. } }
  /notes/{noteId}:
    get:
      operationId: getNote
      parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It., ${json("Note")} }, "404": { description: None. } }
components:
  schemas:
    Text: { type: object, required: [text], properties: { text: { type: string, minLength: 1, example: Milk } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
`);

interface Habits {
  /** True for a heading that stays where it is deleted. */
  readonly keepsDeleted?: boolean;
  readonly store?: (text: string) => string | undefined;
  /** Writes the JSON of a text that is read. */
  readonly write?: (text: string) => string;
}

function service({ store = (text) => text, write = JSON.stringify, keepsDeleted }: Habits) {
  const all = new Map<string, string>();
  const answer = (status: number, text: string): Response =>
    new Response(text, { status, headers: { "content-type": "application/json" } });
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const key = pathname === "/notes" ? `/notes/n${all.size}` : pathname;
    const shown = (status: number, text: string, own = write): Response =>
      answer(status, `{"id":${JSON.stringify(key.slice(7))},"text":${own(text)}}`);
    const known = all.get(key);
    if (request.method === "GET")
      return known === undefined ? new Response(null, { status: 404 }) : shown(200, known);
    if (request.method === "DELETE") {
      if (keepsDeleted !== true) all.delete(key);
      return new Response(null, { status: 204 });
    }
    const { text } = (await request.json()) as { text?: unknown };
    const kept = typeof text === "string" && text !== "" ? store(text) : undefined;
    if (kept === undefined) return new Response(null, { status: 400 });
    all.set(key, kept);
    return shown(pathname === "/notes" ? 201 : 200, kept, JSON.stringify);
  };
}

async function messagesOf(habits: Habits): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: service(habits) },
    replay: ["putHeading/flow/read", "addNote/values"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

const withoutControls = (text: string): string => text.replaceAll(/[\u0000-\u001f]/g, "");

test.each<[string, Habits["write"] & object]>([
  ["nothing", (text) => `"${text}"`],
  ["backslashes alone", (text) => `"${text.replaceAll("\\", "\\\\")}"`],
  ["quotes alone", (text) => `"${text.replaceAll('"', '\\"')}"`],
  ["all but control characters", (text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`],
])("finds a reading that escapes %s", async (_, write) => {
  const messages = await messagesOf({ write });
  for (const id of ["getHeading", "getNote"])
    expect(messages).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^body ${id}: the body of 200 is not application/json: .*, after .* was written$`,
        ),
      ),
    );
});

test("finds a heading that stays, after it was written with quotes", async () => {
  expect(await messagesOf({ keepsDeleted: true })).toEqual([
    "read-after-delete getHeading: answers 200 with what was deleted",
  ]);
});

test("finds quotes that are read as others", async () => {
  const store = (text: string): string => text.replaceAll('"', "'");
  const messages = await messagesOf({ store });
  for (const id of ["read-after-update putHeading", "shows-what-was-sent addNote"])
    expect(messages).toContainEqual(expect.stringContaining(id));
});

test("finds a creation that fails at a tab", async () => {
  const store = (text: string): string => {
    if (text.includes("\t")) throw new RangeError("no room for a tab");
    return text;
  };
  await expect(messagesOf({ store })).resolves.toContainEqual(
    expect.stringMatching(/^(server-error|no-answer) addNote: /),
  );
});

test.each<[string, Habits]>([
  ["keeps all texts", {}],
  [
    "escapes all but ASCII",
    { write: (text) => JSON.stringify(text).replaceAll(/[^ -~]/g, escaped) },
  ],
  [
    "refuses control characters",
    { store: (text) => (withoutControls(text) === text ? text : undefined) },
  ],
  ["trims texts", { store: (text) => text.trim() || undefined }],
  ["refuses quotes", { store: (text) => (/["\\\u0000]/.test(text) ? undefined : text) }],
])("a service that %s has no failure", async (_, habits) => {
  expect(await messagesOf(habits)).toEqual([]);
});

test("control characters but NUL may be removed", async () => {
  const store = (text: string): string => text.replaceAll(/[\u0001-\u001f]/g, "");
  expect(await messagesOf({ store })).toEqual([]);
});
