/** Notices that all may read and their authors may change, with sessions by cookie. */
export const notices = `openapi: 3.0.3
info: { title: Notices, version: "1" }
security: [{ key: [] }, { session: [] }]
paths:
  /login:
    post:
      operationId: login
      security: []
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, example: ada } } } } }
      responses:
        "204": { description: Welcome., headers: { Set-Cookie: { schema: { type: string } } } }
        "400": { description: Wrong. }
  /logout:
    post:
      operationId: logout
      responses:
        "204": { description: Bye. }
        "401": { description: Who are you. }
  /me:
    get:
      operationId: showMe
      responses:
        "200":
          description: You.
          content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } }
        "401": { description: Who are you. }
  /notices:
    post:
      operationId: createNotice
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNotice" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Notice" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
  /notices/{noticeId}:
    parameters: [{ name: noticeId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showNotice
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Notice" } } } }
        "401": { description: Who are you. }
        "404": { description: None. }
    patch:
      operationId: editNotice
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewNotice" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Notice" } } } }
        "400": { description: Wrong. }
        "401": { description: Who are you. }
        "403": { description: Not allowed. }
        "404": { description: None. }
    delete:
      operationId: removeNotice
      responses:
        "204": { description: Gone. }
        "401": { description: Who are you. }
        "403": { description: Not allowed. }
        "404": { description: None. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: sid }
  schemas:
    NewNotice:
      type: object
      required: [text]
      properties: { text: { type: string, minLength: 1, example: The lift is broken. } }
    Notice:
      type: object
      required: [id, text, author]
      properties: { id: { type: string }, text: { type: string }, author: { type: string } }
`;

interface Notice {
  readonly id: string;
  readonly text: string;
  readonly author: string;
}

/** What a service of notices does wrong, or lets everybody do. */
export type Slip =
  | "keeps sessions after logout"
  | "gives the ended session again"
  | "knows the caller in a variable"
  | "lets others edit"
  | "lets others edit and remove";

/** A service of notices, which is faultless unless something is wrong with it. */
export function noticeService(...slips: readonly Slip[]): (request: Request) => Promise<Response> {
  const has = (slip: Slip): boolean => slips.includes(slip);
  const all = new Map<string, Notice>();
  const sessions = new Map<string, string>();
  let last = 0;
  let first = "";
  let current = "";

  const sessionIn = (request: Request): string =>
    /(?:^|; )sid=(?<id>[^;]*)/.exec(request.headers.get("cookie") ?? "")?.groups?.id ?? "";
  const json = (status: number, value: unknown): Response => Response.json(value, { status });
  const nothing = (status: number, cookie?: string): Response =>
    new Response(null, {
      status,
      ...(cookie !== undefined && { headers: { "set-cookie": cookie } }),
    });

  async function textIn(request: Request, name: "text" | "name"): Promise<string | undefined> {
    const body = (await request.json()) as Readonly<Record<string, unknown>> | null;
    const value = body?.[name];
    return typeof value === "string" && (value !== "" || name === "name") ? value : undefined;
  }

  async function login(request: Request): Promise<Response> {
    const name = await textIn(request, "name");
    if (name === undefined) return json(400, {});
    const isAgain = has("gives the ended session again") && first !== "";
    const id = isAgain ? first : `s${(last += 1)}`;
    if (!isAgain) sessions.set(id, name);
    first ||= id;
    return nothing(204, `sid=${id}; Path=/; HttpOnly`);
  }

  async function onNotice(request: Request, id: string, caller: string): Promise<Response> {
    const known = all.get(id);
    if (known === undefined) return json(404, {});
    if (request.method === "GET") return json(200, known);
    const isOpen =
      has("lets others edit and remove") || (has("lets others edit") && request.method === "PATCH");
    if (known.author !== caller && !isOpen) return json(403, {});
    if (request.method === "DELETE") return nothing(all.delete(id) ? 204 : 404);
    const text = await textIn(request, "text");
    if (text === undefined) return json(400, {});
    const changed = { ...known, text };
    all.set(id, changed);
    return json(200, changed);
  }

  return async (request) => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (kind === "login") return login(request);
    const byKey = { one: "ada", two: "bob" }[request.headers.get("x-key") ?? ""];
    const session = sessionIn(request);
    const own = byKey ?? sessions.get(session);
    if (own === undefined) return json(401, {});
    if (kind === "logout") {
      if (!has("keeps sessions after logout")) sessions.delete(session);
      return nothing(204);
    }
    current = own;
    if (has("knows the caller in a variable"))
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    const caller = has("knows the caller in a variable") ? current : own;
    if (kind === "me") return json(200, { name: caller });
    if (id !== "") return onNotice(request, id, own);
    const text = await textIn(request, "text");
    if (text === undefined) return json(400, {});
    const made = { id: `n${(last += 1)}`, text, author: caller };
    all.set(made.id, made);
    return json(201, made);
  };
}
