import { createHash } from "node:crypto";
import { message, type RawRequest } from "./raw-server.ts";

/** What a service of notes does wrong; each is one line in it. */
export type NotesFault =
  | "leads to no note"
  | "leads to the list"
  | "leads to the first note"
  | "keeps its tags"
  | "changes its tags"
  | "sends a body to HEAD"
  | "has another length for HEAD"
  | "has another type for HEAD"
  | "fails at HEAD"
  | "lets any origin in";

/** Notes, which are made, read, changed and listed. */
export const notes = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: ListNotes
      responses:
        "200":
          description: Notes.
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } }
    post:
      operationId: CreateNote
      requestBody: { $ref: "#/components/requestBodies/Text" }
      responses:
        "201": { $ref: "#/components/responses/Note" }
        "400": { description: Refused. }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetNote
      responses:
        "200": { $ref: "#/components/responses/Note" }
        "404": { description: There is none. }
    patch:
      operationId: UpdateNote
      requestBody: { $ref: "#/components/requestBodies/Text" }
      responses:
        "200": { $ref: "#/components/responses/Note" }
        "400": { description: Refused. }
        "404": { description: There is none. }
components:
  requestBodies:
    Text:
      required: true
      content:
        application/json:
          schema: { type: object, required: [text], properties: { text: { type: string } } }
          example: { text: Buy milk }
  responses:
    Note:
      description: A note.
      content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
  schemas:
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: string }, text: { type: string } }
`;

interface Note {
  readonly id: string;
  readonly text: string;
}

/** A service of {@link notes} that is faultless but for what it is told to do wrong. */
export function notesService(...faults: readonly NotesFault[]): (request: RawRequest) => string {
  const has = (fault: NotesFault): boolean => faults.includes(fault);
  const all = new Map<string, Note>();
  let count = 0;
  const shown = (value: unknown, status = 200, headers: Record<string, string> = {}): string => {
    count += 1;
    const body = Buffer.from(JSON.stringify(value)).toString("latin1");
    const hash = createHash("sha256").update(body).digest("base64url");
    const own = has("changes its tags") ? String(count) : has("keeps its tags") ? "1" : hash;
    const etag = `"${own}"`;
    return message(status, { "content-type": "application/json", etag, ...headers }, body);
  };
  return (request) => {
    const { method, path, headers } = request;
    const origin = headers.get("origin");
    const cors = has("lets any origin in") && origin !== undefined ? origin : "https://notes.test";
    const access = {
      "access-control-allow-origin": cors,
      "access-control-allow-credentials": "true",
    };
    const [, , id] = path.split("/");
    if (method === "HEAD") return head(answer("GET", id, undefined));
    return answer(method, id, method === "GET" ? undefined : textOf(request.body));

    function answer(asked: string, noteId: string | undefined, text: string | undefined): string {
      const known = noteId === undefined ? undefined : all.get(noteId);
      const isKnown = noteId === undefined || known !== undefined;
      if (!["GET", noteId === undefined ? "POST" : "PATCH"].includes(asked))
        return message(405, { allow: noteId === undefined ? "GET, POST" : "GET, PATCH" });
      if (!isKnown) return message(404, {});
      if (asked === "GET") return shown(known ?? [...all.values()], 200, access);
      if (headers.get("content-type")?.toLowerCase().startsWith("application/json") !== true)
        return message(415, {});
      if (text === undefined) return message(400, {});
      const note = { id: noteId ?? String(all.size + 1), text };
      all.set(note.id, note);
      if (noteId !== undefined) return shown(note);
      const place = has("leads to no note")
        ? "/notes/none"
        : has("leads to the list")
          ? "/notes"
          : `/notes/${has("leads to the first note") ? "1" : note.id}`;
      return shown(note, 201, { location: `https://notes.test/v1${place}` });
    }
  };

  function head(full: string): string {
    if (has("fails at HEAD")) return message(500, {});
    const short = full.replace(/\r\n\r\n.*/s, "\r\n\r\n");
    if (has("has another length for HEAD"))
      return short.replace(/content-length: \d+/, "content-length: 0");
    if (has("has another type for HEAD")) return short.replace("application/json", "text/html");
    return has("sends a body to HEAD") ? full : short;
  }
}

function textOf(body: string): string | undefined {
  try {
    const { text } = JSON.parse(Buffer.from(body, "latin1").toString()) as { text?: unknown };
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}
