/** Polls with unique titles, idempotency keys, tags and votes that are counted. */
export const polls = `openapi: 3.1.0
info: { title: Polls, version: "1" }
paths:
  /polls:
    get:
      operationId: listPolls
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Poll" } } } }
    post:
      operationId: createPoll
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string, maxLength: 200 } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPoll" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Poll" } } } }
        "400": { description: Wrong. }
        "409": { description: There is one with this title. }
  /polls/{poll_id}:
    parameters: [{ name: poll_id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: showPoll
      responses:
        "200":
          description: It.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Poll" } } }
        "404": { description: None. }
    patch:
      operationId: editPoll
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/PollEdit" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Poll" } } } }
        "400": { description: Wrong. }
        "404": { description: None. }
        "409": { description: There is one with this title. }
        "412": { description: It has changed. }
  /polls/{poll_id}/votes:
    post:
      operationId: votePoll
      parameters: [{ name: poll_id, in: path, required: true, schema: { type: integer } }]
      responses:
        "204": { description: Counted. }
        "404": { description: None. }
components:
  schemas:
    NewPoll:
      type: object
      required: [title, question]
      properties: { title: { type: string, minLength: 1 }, question: { type: string } }
    PollEdit:
      type: object
      properties: { title: { type: string, minLength: 1 }, question: { type: string } }
    Poll:
      type: object
      required: [id, title, question, votes]
      properties:
        id: { type: integer }
        title: { type: string }
        question: { type: string }
        votes: { type: integer }
`;

interface Poll {
  readonly id: number;
  readonly title: string;
  readonly question: string;
  readonly votes: number;
}

/** What a service of polls does wrong while something else happens. */
export type Race =
  | "keeps the request in a variable"
  | "answers with the newest"
  | "counts keys late"
  | "looks for titles early"
  | "forgets idempotency keys"
  | "looks for idempotency keys early"
  | "compares tags early"
  | "ignores tags"
  | "writes back what it read"
  | "counts votes late"
  | "drops records"
  | "fails when it is busy";

/** Lets other requests go on. Without a fault, nothing waits between reading and writing. */
const others = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** A service of polls, which is faultless unless something is wrong with it. */
export function pollService(...races: readonly Race[]): (request: Request) => Promise<Response> {
  const has = (race: Race): boolean => races.includes(race);
  const all = new Map<number, Poll>();
  const byKey = new Map<string, Poll>();
  let last = 0;
  let busy = 0;
  let given: Partial<Poll> = {};
  const json = (status: number, poll: unknown, headers = {}): Response =>
    Response.json(poll, { status, headers });
  const tagOf = (poll: Poll): string =>
    `"${Buffer.from(JSON.stringify(poll)).toString("base64url")}"`;
  const isTaken = ({ title }: Partial<Poll>, id: number): boolean =>
    [...all.values()].some((one) => one.title === title && one.id !== id);

  async function create(request: Request): Promise<Response> {
    given = (await request.json()) as Partial<Poll>;
    let own = given;
    const { title, question } = own;
    if (typeof title !== "string" || typeof question !== "string") return json(400, {});
    const key = has("forgets idempotency keys") ? null : request.headers.get("idempotency-key");
    const known = byKey.get(key ?? "");
    if (has("looks for idempotency keys early")) await others();
    if (known !== undefined) return json(201, known);
    const isRepeated = has("looks for idempotency keys early") || has("forgets idempotency keys");
    if (isTaken(own, 0) && !isRepeated) return json(409, {});
    if (has("looks for titles early")) await others();
    const id = last + 1;
    if (has("counts keys late")) await others();
    last = id;
    if (has("keeps the request in a variable")) {
      await others();
      own = given;
    }
    const poll = { id, title: "", question: "", ...own, votes: 0 };
    all.set(id, poll);
    if (key !== null) byKey.set(key, poll);
    busy += 1;
    if (has("drops records")) await others();
    if (has("fails when it is busy")) await others();
    if (busy > 1 && has("drops records")) all.delete(id);
    if (busy > 1 && has("fails when it is busy")) return json(500, {});
    busy -= 1;
    return json(201, poll);
  }

  async function edit(poll: Poll, request: Request): Promise<Response> {
    const change = (await request.json()) as Partial<Poll>;
    const tag = request.headers.get("if-match");
    if (tag !== null && tag !== tagOf(all.get(poll.id) ?? poll) && !has("ignores tags"))
      return json(412, {});
    if (has("compares tags early")) await others();
    if (isTaken(change, poll.id)) return json(409, {});
    const read = all.get(poll.id) ?? poll;
    if (has("writes back what it read")) await others();
    const base = has("writes back what it read") ? read : (all.get(poll.id) ?? poll);
    const edited = { ...base, ...change };
    all.set(poll.id, edited);
    return json(200, edited, { etag: tagOf(edited) });
  }

  async function vote(poll: Poll): Promise<Response> {
    const { votes } = all.get(poll.id) ?? poll;
    if (has("counts votes late")) await others();
    const now = all.get(poll.id) ?? poll;
    all.set(poll.id, { ...now, votes: votes + 1 });
    return new Response(null, { status: 204 });
  }

  return async (request) => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    if (id === "")
      return request.method === "POST" ? create(request) : json(200, [...all.values()]);
    const poll = all.get(Number(id));
    if (poll === undefined) return json(404, {});
    if (below === "votes") return vote(poll);
    if (request.method === "PATCH") return edit(poll, request);
    if (has("answers with the newest")) {
      given = poll;
      await others();
      const newest = all.get(Number(given.id)) ?? poll;
      return json(200, newest, { etag: tagOf(newest) });
    }
    return json(200, poll, { etag: tagOf(poll) });
  };
}
