/** Diaries of the caller's, with entries that have a path of their own. */
export const diaries = `openapi: 3.0.3
info: { title: Diaries, version: "1" }
security: [{ key: [] }]
paths:
  /diaries:
    get:
      operationId: listDiaries
      parameters: [{ name: q, in: query, description: Words of a title., schema: { type: string } }]
      responses:
        "200": { description: Diaries., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Diary" } } } } }
        "401": { description: Who are you. }
    post:
      operationId: createDiary
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewDiary" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Diary" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
  /diaries/{diaryId}:
    parameters: [{ name: diaryId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showDiary
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Diary" } } } }
        "401": { description: Who are you. }
        "404": { description: None. }
  /diaries/{diaryId}/entries:
    parameters: [{ name: diaryId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listEntries
      responses:
        "200": { description: Entries., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Entry" } } } } }
        "401": { description: Who are you. }
        "403": { description: Not allowed. }
        "404": { description: None. }
    post:
      operationId: addEntry
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewEntry" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
        "404": { description: None. }
  /entries/{entryId}:
    parameters: [{ name: entryId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showEntry
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Entry" } } } }
        "401": { description: Who are you. }
        "404": { description: None. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    NewDiary:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1, example: Travels in the north } }
    Diary:
      type: object
      required: [id, title]
      properties: { id: { type: string }, title: { type: string } }
    NewEntry:
      type: object
      required: [text]
      properties: { text: { type: string, minLength: 1, example: Rain all day } }
    Entry:
      type: object
      required: [id, diaryId, text]
      properties: { id: { type: string }, diaryId: { type: string }, text: { type: string } }
`;

interface Diary {
  readonly id: string;
  readonly title: string;
  readonly caller: string;
}

interface Entry {
  readonly id: string;
  readonly diaryId: string;
  readonly text: string;
}

/** What a service of diaries does wrong, or lets everybody do. */
export type DiaryHabit =
  | "shows entries of others"
  | "searches the diaries of all"
  | "shows all diaries and entries to all"
  | "lists entries for the owner of an open diary only"
  | "knows no search";

/** A service of diaries, which is faultless unless one of its habits is a fault. */
export function diaryService(
  ...habits: readonly DiaryHabit[]
): (request: Request) => Promise<Response> {
  const has = (habit: DiaryHabit): boolean => habits.includes(habit);
  const isOpen = has("shows all diaries and entries to all");
  const areDiariesOpen = isOpen || has("lists entries for the owner of an open diary only");
  const diariesById = new Map<string, Diary>();
  const entries = new Map<string, Entry>();
  let last = 0;
  const json = (status: number, value: unknown): Response => Response.json(value, { status });
  const shown = ({ id, title }: Diary): object => ({ id, title });

  async function textIn(request: Request, name: string): Promise<string | undefined> {
    const body = (await request.json()) as Readonly<Record<string, unknown>> | null;
    const value = body?.[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  function listDiaries(caller: string, query: string | null): Response {
    const q = has("knows no search") ? null : query;
    const isForAll = areDiariesOpen || (q !== null && has("searches the diaries of all"));
    const found = [...diariesById.values()].filter(
      (one) => (isForAll || one.caller === caller) && (q === null || one.title.includes(q)),
    );
    return json(200, found.map(shown));
  }

  async function onDiaries(request: Request, url: URL, caller: string): Promise<Response> {
    if (request.method === "GET") return listDiaries(caller, url.searchParams.get("q"));
    const title = await textIn(request, "title");
    if (title === undefined) return json(400, {});
    const made = { id: `d${(last += 1)}`, title, caller };
    diariesById.set(made.id, made);
    return json(201, shown(made));
  }

  async function onEntries(request: Request, diary: Diary, caller: string): Promise<Response> {
    if (request.method === "GET") {
      if (diary.caller !== caller && !isOpen) return json(403, {});
      return json(
        200,
        [...entries.values()].filter(({ diaryId }) => diaryId === diary.id),
      );
    }
    const text = await textIn(request, "text");
    if (text === undefined) return json(400, {});
    const made = { id: `e${(last += 1)}`, diaryId: diary.id, text };
    entries.set(made.id, made);
    return json(201, made);
  }

  return async (request) => {
    const url = new URL(request.url);
    const [, kind, id = "", below] = url.pathname.split("/");
    const caller = { one: "ada", two: "bob" }[request.headers.get("x-key") ?? ""];
    if (caller === undefined) return json(401, {});
    if (kind === "diaries" && id === "") return onDiaries(request, url, caller);
    const entry = kind === "entries" ? entries.get(id) : undefined;
    const diary = diariesById.get(entry?.diaryId ?? id);
    const isSeen = diary?.caller === caller || areDiariesOpen;
    const isLeaked = entry !== undefined && has("shows entries of others");
    if (diary === undefined || (!isSeen && !isLeaked)) return json(404, {});
    if (entry !== undefined) return json(200, entry);
    return below === undefined ? json(200, shown(diary)) : onEntries(request, diary, caller);
  };
}
