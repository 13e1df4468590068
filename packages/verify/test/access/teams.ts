/** Reports, labels and the policy of a team, sites of the caller's, and messages to others. */
export const teams = (says: string): string => `openapi: 3.0.3
info: { title: Teams, version: "1" }
security: [{ key: [] }]
paths:
  /reports:
    get:
      operationId: listReports
      responses:
        "200": { description: Reports., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Report" } } } } }
    post:
      operationId: createReport
      description: ${says}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewReport" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Report" } } } }
        "422": { description: Wrong. }
  /reports/{reportId}:
    parameters: [{ name: reportId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showReport
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Report" } } } }
        "404": { description: None. }
  /teams/{teamId}/policy:
    parameters: [{ name: teamId, in: path, required: true, schema: { type: string }, example: north }]
    get:
      operationId: showPolicy
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Policy" } } } }
        "404": { description: None. }
    put:
      operationId: putPolicy
      description: ${says}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Policy" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Policy" } } } }
        "403": { description: Not allowed. }
        "404": { description: None. }
        "422": { description: Wrong. }
  /teams/{teamId}/labels/{label}:
    parameters:
      - { name: teamId, in: path, required: true, schema: { type: string }, example: north }
      - { name: label, in: path, required: true, schema: { type: string, pattern: "^[a-z]+$" }, example: urgent }
    get:
      operationId: showLabel
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } } }
        "404": { description: None. }
    put:
      operationId: putLabel
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } } }
        "403": { description: Not allowed. }
        "404": { description: None. }
  /sites:
    get:
      operationId: listSites
      responses:
        "200": { description: Sites., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Site" } } } } }
  /sites/{siteId}/heating:
    parameters: [{ name: siteId, in: path, required: true, schema: { type: string }, example: s1 }]
    get:
      operationId: showHeating
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Heating" } } } }
        "404": { description: None. }
    put:
      operationId: putHeating
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Heating" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Heating" } } } }
        "404": { description: None. }
  /messages:
    get:
      operationId: listMessages
      responses:
        "200": { description: Messages to you., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Message" } } } } }
    post:
      operationId: sendMessage
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewMessage" } } }
      responses:
        "201": { description: Sent., content: { application/json: { schema: { $ref: "#/components/schemas/Message" } } } }
  /messages/{messageId}:
    parameters: [{ name: messageId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showMessage
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Message" } } } }
        "404": { description: None. }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    NewReport:
      type: object
      required: [teamId, title]
      properties: { teamId: { type: string, example: north }, title: { type: string, example: Trip } }
    Report:
      type: object
      required: [id, teamId, title]
      properties: { id: { type: string }, teamId: { type: string }, title: { type: string } }
    Policy:
      type: object
      required: [limit]
      properties: { limit: { type: integer, minimum: 0, example: 10 } }
    Label:
      type: object
      required: [text]
      properties: { text: { type: string, example: Urgent } }
    Site:
      type: object
      required: [id, name]
      properties: { id: { type: string }, name: { type: string } }
    Heating:
      type: object
      required: [celsius]
      properties: { celsius: { type: integer, example: 20 } }
    NewMessage:
      type: object
      required: [recipientId, text]
      properties: { recipientId: { type: string, example: ada }, text: { type: string, example: Hello } }
    Message:
      type: object
      required: [id, recipientId, text]
      properties: { id: { type: string }, recipientId: { type: string }, text: { type: string } }
`;

/** What a service of teams does wrong, or lets everybody do. */
export type TeamHabit =
  | "lets everybody put policies"
  | "lets everybody put labels"
  | "makes reports for all teams"
  | "shows their reports to those who made them, too"
  | "puts the caller's team in the place of another"
  | "shows the sites of all"
  | "heats the sites of all";

type Row = Record<string, unknown>;

const people: Readonly<Record<string, { name: string; team: string; site: string }>> = {
  one: { name: "ada", team: "north", site: "s1" },
  two: { name: "bob", team: "south", site: "s2" },
};

/** A service of teams, which is faultless unless one of its habits is a fault. */
export class TeamService {
  readonly #habits: readonly TeamHabit[];
  readonly #reports: Row[] = [
    { id: "r1", teamId: "north", title: "Fair", by: "ada" },
    { id: "r2", teamId: "south", title: "Audit", by: "bob" },
  ];
  readonly #messages: Row[] = [
    { id: "m1", recipientId: "ada", text: "Hi" },
    { id: "m2", recipientId: "bob", text: "Hi" },
  ];
  /** What was put, by its path. */
  readonly stored = new Map<string, Row>([
    ["/teams/north/policy", { limit: 10 }],
    ["/teams/south/policy", { limit: 30 }],
    ["/sites/s1/heating", { celsius: 20 }],
    ["/sites/s2/heating", { celsius: 18 }],
  ]);

  constructor(...habits: readonly TeamHabit[]) {
    this.#habits = habits;
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const caller = people[request.headers.get("x-key") ?? ""];
    if (caller === undefined) return json(401, {});
    const [, kind = "", id] = pathname.split("/");
    const body = request.method === "GET" ? {} : ((await request.json()) as Row);
    if (kind === "sites" && id === undefined) return json(200, [{ id: caller.site, name: "Home" }]);
    if (kind === "reports") return this.#onReports(id, body, caller, request.method);
    if (kind === "messages") return this.#onMessages(id, body, caller.name, request.method);
    if (kind === "sites" && id !== caller.site) {
      const isSeen = this.#has("shows the sites of all") && request.method === "GET";
      if (!isSeen && !(this.#has("heats the sites of all") && request.method === "PUT"))
        return json(404, {});
    }
    return this.#onStored(pathname, body, caller.team, request.method);
  }

  #has(habit: TeamHabit): boolean {
    return this.#habits.includes(habit);
  }

  #onStored(path: string, body: Row, team: string, method: string): Response {
    const known = this.stored.get(path);
    if (method === "GET") return known === undefined ? json(404, {}) : json(200, known);
    const isOpen = this.#has(
      `lets everybody put ${path.includes("labels") ? "labels" : "policies"}`,
    );
    if (path.startsWith("/teams/") && !path.startsWith(`/teams/${team}/`) && !isOpen)
      return json(403, {});
    this.stored.set(path, body);
    return json(200, body);
  }

  #onReports(
    id: string | undefined,
    body: Row,
    { name, team }: { readonly name: string; readonly team: string },
    method: string,
  ): Response {
    const seen = this.#reports.filter(
      ({ teamId, by }) =>
        teamId === team ||
        (by === name && this.#has("shows their reports to those who made them, too")),
    );
    if (id !== undefined) return found(seen, id);
    if (method === "GET") return json(200, seen);
    const isOther = body["teamId"] !== team;
    const isReplaced = this.#has("puts the caller's team in the place of another");
    if (isOther && !isReplaced && !this.#has("makes reports for all teams")) return json(422, {});
    const made = {
      id: `r${this.#reports.length + 1}`,
      ...body,
      ...(isReplaced && { teamId: team }),
      by: name,
    };
    this.#reports.push(made);
    return json(201, made);
  }

  #onMessages(id: string | undefined, body: Row, name: string, method: string): Response {
    const seen = this.#messages.filter(({ recipientId }) => recipientId === name);
    if (id !== undefined) return found(seen, id);
    if (method === "GET") return json(200, seen);
    const made = { id: `m${this.#messages.length + 1}`, ...body };
    this.#messages.push(made);
    return json(201, made);
  }
}

const json = (status: number, value: unknown): Response => Response.json(value, { status });

function found(all: readonly Row[], id: string): Response {
  const one = all.find((row) => row["id"] === id);
  return one === undefined ? json(404, {}) : json(200, one);
}
