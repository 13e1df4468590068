/** Cards that expire: created, read, replaced, changed with a precondition, and deleted. */
export const cards = `openapi: 3.1.0
info: { title: Cards, version: 1.0.0 }
paths:
  /cards:
    post:
      operationId: CreateCard
      requestBody: { $ref: "#/components/requestBodies/Card" }
      responses:
        "201":
          description: Created.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } }
        "422": { description: The body is not as described. }
  /cards/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetCard
      responses:
        "200": { $ref: "#/components/responses/Card" }
        "404": { description: There is none. }
    put:
      operationId: ReplaceCard
      requestBody: { $ref: "#/components/requestBodies/Card" }
      responses:
        "200": { $ref: "#/components/responses/Card" }
        "404": { description: There is none. }
        "422": { description: The body is not as described. }
    patch:
      operationId: UpdateCard
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema:
              type: object
              properties:
                name: { type: string, minLength: 1 }
                points: { type: [integer, "null"], minimum: 0 }
            example: { name: Max }
      responses:
        "200": { $ref: "#/components/responses/Card" }
        "404": { description: There is none. }
        "412": { description: It has another tag. }
        "422": { description: The body is not as described. }
        "428": { description: If-Match is missing. }
    delete:
      operationId: DeleteCard
      responses:
        "204": { description: Deleted. }
        "404": { description: There is none. }
components:
  requestBodies:
    Card:
      required: true
      content:
        application/json:
          schema: { $ref: "#/components/schemas/NewCard" }
          example: { name: Rex, expiresOn: "2033-01-31" }
  responses:
    Card:
      description: The card.
      headers: { ETag: { schema: { type: string } } }
      content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } }
  schemas:
    NewCard:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1 }
        expiresOn: { type: string, format: date }
        points: { type: [integer, "null"], minimum: 0, default: null }
    Card:
      type: object
      required: [id, name]
      properties:
        id: { type: string }
        name: { type: string }
        expiresOn: { type: string, format: date }
        points: { type: [integer, "null"] }
`;

/** What a service of cards can get wrong. */
export type CardFault =
  | "keeps what is deleted"
  | "keeps the date that a PUT leaves out"
  | "answers a change that it does not keep"
  | "takes a change without If-Match"
  | "takes days that no calendar has"
  | "has no key in Location";

type Card = Record<string, unknown>;

/** Returns a service of cards, faultless but for the fault. */
export function cardService(fault?: CardFault): (request: Request) => Promise<Response> {
  const kept = new Map<string, { card: Card; version: number }>();
  let made = 0;
  const answer = (id: string, status: number, card = kept.get(id)?.card): Response => {
    const location = fault === "has no key in Location" ? "/cards/" : `/cards/${id}`;
    const headers = { etag: `"${id}.${kept.get(id)?.version}"`, location };
    return Response.json(card, { status, headers });
  };
  return async (request) => {
    const { method } = request;
    const body: unknown = await request.json().catch(() => undefined);
    const [, id] = /^\/cards(?:\/([^/]+))?$/.exec(new URL(request.url).pathname) ?? [];
    const found = kept.get(id ?? "");
    if (id === undefined ? method !== "POST" : found === undefined) return refusal(404);
    if (method === "GET") return answer(id ?? "", 200);
    if (method === "DELETE") {
      if (fault !== "keeps what is deleted") kept.delete(id ?? "");
      return new Response(null, { status: 204 });
    }
    const isPatch = method === "PATCH";
    const type = isPatch ? "application/merge-patch+json" : "application/json";
    if (request.headers.get("content-type")?.toLowerCase() !== type) return refusal(415);
    const tag = request.headers.get("if-match");
    const isOpen = tag === null && fault === "takes a change without If-Match";
    if (isPatch && tag === null && !isOpen) return refusal(428);
    if (isPatch && !isOpen && tag !== `"${id}.${found?.version}"`) return refusal(412);
    const before = isPatch ? found?.card : undefined;
    const card = cardOf({ ...before, ...(body as Card) }, fault);
    if (!isObject(body) || card === undefined) return refusal(422);
    if (id === undefined) made += 1;
    const key = id ?? String(made);
    const { expiresOn } = found?.card ?? {};
    const isLeftOut = method === "PUT" && fault === "keeps the date that a PUT leaves out";
    const own = { ...(isLeftOut && expiresOn !== undefined && { expiresOn }), ...card, id: key };
    const isLost = isPatch && fault === "answers a change that it does not keep";
    const stored = isLost ? { ...own, points: found?.card["points"] ?? null } : own;
    kept.set(key, { card: stored, version: (found?.version ?? 0) + 1 });
    return answer(key, method === "POST" ? 201 : 200, own);
  };
}

const refusal = (status: number): Response => new Response(null, { status });

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the card of a body; `undefined` if it is not as described. */
function cardOf({ name, expiresOn, points = null }: Card, fault?: CardFault): Card | undefined {
  const isNumber = points === null || (Number.isInteger(points) && Number(points) >= 0);
  if (typeof name !== "string" || name === "" || !isNumber) return undefined;
  if (expiresOn === undefined) return { name, points };
  const isLenient = fault === "takes days that no calendar has";
  const isDate = typeof expiresOn === "string" && /^\d{4}-\d\d-\d\d$/.test(expiresOn);
  const isDay = isDate && new Date(Date.parse(expiresOn)).toJSON()?.startsWith(expiresOn);
  return isDate && (isLenient || isDay) ? { name, expiresOn, points } : undefined;
}
