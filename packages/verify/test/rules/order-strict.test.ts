import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const stays = (end: string, said: string): string => `openapi: 3.1.0
info: { title: Stays, version: "1" }
paths:
  /stays:
    post:
      operationId: addStay
      description: ${JSON.stringify(said)}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [startsOn]
              properties:
                startsOn: { type: string, format: date }
                endsOn: { type: string, format: date, description: ${JSON.stringify(end)} }
            example: { startsOn: "2026-01-01", endsOn: "2026-02-01" }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Stay" } } } }
        "422": { description: Wrong. }
  /stays/{stayId}:
    parameters: [{ name: stayId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getStay
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Stay" } } } }
        "404": { description: None. }
components:
  schemas:
    Stay:
      type: object
      required: [id, startsOn]
      properties: { id: { type: string, readOnly: true }, startsOn: { type: string }, endsOn: { type: string } }
`;

interface Stay {
  readonly startsOn: string;
  readonly endsOn?: string;
}

/** A service that takes the same day, unless it is strict. */
function stayService(isStrict: boolean) {
  const known = new Map<string, Stay>();
  return async (request: Request): Promise<Response> => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    if (id !== "")
      return known.has(id) ? Response.json(known.get(id)) : new Response(null, { status: 404 });
    const body = (await request.json()) as Stay;
    const { startsOn, endsOn = "9999-12-31" } = body;
    if (endsOn < startsOn || (isStrict && endsOn === startsOn))
      return new Response(null, { status: 422 });
    const key = `s-${known.size}`;
    known.set(key, Object.assign({ id: key }, body));
    return Response.json(known.get(key), { status: 201 });
  };
}

async function found(end: string, said: string, isStrict = false): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(stays(end, said)),
    server: { fetch: stayService(isStrict) },
    replay: ["addStay/order/startsOn/endsOn"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const later = "Later than startsOn. Left out, it does not end.";
const told: readonly (readonly [end: string, said: string, sentence: string])[] = [
  [later, "Adds one.", "Later than startsOn."],
  ["The last day.", "`endsOn` must be after `startsOn`.", "`endsOn` must be after `startsOn`."],
];

test.each(told)("finds a service that takes the same day: %s %s", async (end, said, sentence) => {
  expect(await found(end, said)).toEqual([
    `described-rule: takes \`endsOn\` that is not above \`startsOn\`, and the description says ${JSON.stringify(sentence)}`,
  ]);
  expect(await found(end, said, true)).toEqual([]);
});

test.each([
  ["Not before startsOn.", "Adds one."],
  ["Later than startsOn, or equal.", "`endsOn` must not be before `startsOn`."],
  [later, "Adds one. endsOn may be the same day, too."],
])("says nothing of the same day where it is allowed: %s %s", async (end, said) => {
  expect(await found(end, said)).toEqual([]);
});
