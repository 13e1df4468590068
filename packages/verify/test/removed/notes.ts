const noteSchema = `{ $ref: "#/components/schemas/Note" }`;
const answer = (status: number): string =>
  `"${status}": { description: It., content: { application/json: { schema: ${noteSchema} } } }`;
const refusals = `"400": { description: Wrong. }, "404": { description: None. }`;
const body = (type: string, schema: string): string =>
  `{ required: true, content: { ${type}: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;

/** Notes that are replaced and changed, and a look below each, which is replaced too. */
export const notes = (patchType = "application/merge-patch+json"): string => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewNote" }
            example: { title: To do, comment: Soon, code: A-1234 }
      responses: { ${answer(201)}, "400": { description: Wrong. } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getNote
      responses: { ${answer(200)}, ${refusals} }
    put:
      operationId: putNote
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewNote" }
            example: { title: Done, comment: Later }
      responses: { ${answer(200)}, ${refusals} }
    patch:
      operationId: patchNote
      requestBody: ${body(patchType, "NoteChange")}
      responses: { ${answer(200)}, ${refusals} }
  /notes/{noteId}/look:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getLook
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Look" } } }
        "404": { description: None. }
    put:
      operationId: putLook
      requestBody: ${body("application/json", "Look")}
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "#/components/schemas/Look" } } }
        ${refusals.replace(", ", "\n        ")}
components:
  schemas:
    NewNote:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, example: To do }
        comment: { type: string, example: Soon }
        pinned: { type: boolean }
        rank: { type: integer }
        code: { type: string, pattern: "^[A-Z]-[0-9]{4}$" }
    NoteChange:
      type: object
      properties:
        title: { type: string, minLength: 1 }
        comment: { type: [string, "null"], example: Later }
    Note:
      type: object
      required: [id, title]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        comment: { type: [string, "null"] }
        pinned: { type: boolean }
        rank: { type: integer }
        code: { type: string }
    Look:
      type: object
      required: [colour]
      properties: { colour: { type: string }, font: { type: string } }
`;

/** What a service does wrong with members that a request removes. */
export type NoteFault = "keeps comments" | "keeps codes" | "keeps fonts" | "ignores null";

/** A service of notes, which are pinned unless it is said otherwise. It is faultless but for what it is told to do wrong. */
export function noteService(fault?: NoteFault): (request: Request) => Promise<Response> {
  const all = new Map<string, { note: Record<string, unknown>; look: Record<string, unknown> }>();
  const refuse = (status: number): Response => new Response(null, { status });
  const own = { pinned: true, rank: 1 };
  return async (request) => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const isGet = request.method === "GET";
    const given = isGet ? {} : ((await request.json()) as Record<string, unknown>);
    if (id === "") {
      if (typeof given["title"] !== "string" || given["title"] === "") return refuse(400);
      const note = { ...own, ...given, id: `n-${all.size + 100}` };
      all.set(note.id, { note, look: { colour: "red" } });
      return Response.json(note, { status: 201 });
    }
    const found = all.get(id);
    if (found === undefined) return refuse(404);
    if (below === "look") {
      if (!isGet && typeof given["colour"] !== "string") return refuse(400);
      if (!isGet) found.look = fault === "keeps fonts" ? { ...found.look, ...given } : given;
      return Response.json(found.look);
    }
    const { comment, code } = found.note;
    if (request.method === "PUT") {
      if (typeof given["title"] !== "string" || given["title"] === "") return refuse(400);
      const kept = {
        ...(fault === "keeps comments" && comment !== undefined && { comment }),
        ...(fault === "keeps codes" && code !== undefined && { code }),
      };
      found.note = { ...own, ...kept, ...given, id };
    }
    if (request.method === "PATCH") {
      if (given["title"] === "" || given["title"] === null) return refuse(400);
      found.note = { ...found.note, ...given };
      if (given["comment"] === null) found.note["comment"] = undefined;
      if (given["comment"] === null && fault === "ignores null") found.note["comment"] = comment;
    }
    return Response.json(found.note);
  };
}
