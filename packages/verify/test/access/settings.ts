/**
 * Settings at a path without a key, and notes.
 *
 * @param all what the description says of all
 * @param own what it says of the settings
 */
export const settings = (all: string, own: string): string => `openapi: 3.0.3
info: { title: Notes, version: "1", description: "${all}" }
security: [{ key: [] }]
paths:
  /settings:
    get:
      operationId: showSettings
      summary: ${own}
      responses:
        "200": { description: They., content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
    put:
      operationId: putSettings
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } }
      responses:
        "200": { description: They., content: { application/json: { schema: { $ref: "#/components/schemas/Settings" } } } }
  /notes:
    post:
      operationId: createNote
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNote" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showNote
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } }
        "404": { description: None. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Settings:
      type: object
      required: [pageLength, isDark]
      properties: { pageLength: { type: integer, example: 10 }, isDark: { type: boolean, example: true } }
    NewNote:
      type: object
      required: [text]
      properties: { text: { type: string, example: Milk } }
    Note:
      type: object
      required: [id, text]
      properties: { id: { type: string }, text: { type: string } }
`;

/** What a service of notes does for all callers at once. */
export type SharedThing = "settings" | "notes";

/** A service whose callers have settings and notes of their own, but for what they share. */
export class SettingsService {
  readonly #shared: readonly SharedThing[];
  readonly #notes: { readonly id: string; readonly text: unknown; readonly owner: string }[] = [];
  /** The settings that were put, by their owner. */
  readonly settings = new Map<string, unknown>();

  constructor(...shared: readonly SharedThing[]) {
    this.#shared = shared;
  }

  async fetch(request: Request): Promise<Response> {
    const key = request.headers.get("x-key");
    if (key === null) return Response.json({}, { status: 401 });
    const ownerOf = (thing: SharedThing): string => (this.#shared.includes(thing) ? "all" : key);
    const [, kind, id] = new URL(request.url).pathname.split("/");
    const body: unknown = request.method === "GET" ? undefined : await request.json();
    if (kind === "settings") {
      if (body !== undefined) this.settings.set(ownerOf("settings"), body);
      const known = this.settings.get(ownerOf("settings"));
      return Response.json(known ?? { pageLength: 10, isDark: true });
    }
    if (body === undefined) {
      const note = this.#notes.find((one) => one.id === id && one.owner === ownerOf("notes"));
      return note === undefined
        ? Response.json({}, { status: 404 })
        : Response.json({ id, text: note.text });
    }
    const { text } = body as { readonly text: unknown };
    const made = { id: `n${this.#notes.length}`, text, owner: ownerOf("notes") };
    this.#notes.push(made);
    return Response.json({ id: made.id, text }, { status: 201 });
  }
}
