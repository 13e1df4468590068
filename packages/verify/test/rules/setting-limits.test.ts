import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const made = (name: string, path: string, key: string): string => `
  /${path}:
    post:
      operationId: add${name}
      requestBody: { required: true, ${json("New")} }
      responses: { "201": { description: Made., ${json(name)} } }
  /${path}/{${key}}:
    parameters: [{ name: ${key}, in: path, required: true, schema: { type: string } }]
    get: { operationId: get${name}, responses: { "200": { description: It., ${json(name)} }, "404": { description: None. } } }`;
const named = `{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }`;

const visits = (conflict: string): string => `openapi: 3.1.0
info: { title: Visits, version: "1" }
paths:
  /settings:
    get: { operationId: getSettings, responses: { "200": { description: Them., content: { application/json: { schema: { type: object, required: [max_visits], properties: { max_visits: { type: integer } } } } } } } }${made("Guest", "guests", "guestId")}${made("Garden", "gardens", "gardenId")}
  /visits:
    post:
      operationId: addVisit
      requestBody: { required: true, ${json("NewVisit")} }
      responses: { "201": { description: Made., ${json("Visit")} }, "409": { description: ${JSON.stringify(conflict)} }, "422": { description: There is no such guest or garden. } }
  /visits/{visitId}:
    parameters: [{ name: visitId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getVisit, responses: { "200": { description: It., ${json("Visit")} }, "404": { description: None. } } }
components:
  schemas:
    New: { type: object, required: [name], properties: { name: { type: string, minLength: 1, example: Ines } } }
    Guest: ${named}
    Garden: ${named}
    NewVisit: { type: object, required: [guest_id, garden_id], properties: { guest_id: { type: string }, garden_id: { type: string } } }
    Visit: { type: object, required: [id, guest_id, garden_id], properties: { id: { type: string }, guest_id: { type: string }, garden_id: { type: string } } }
`;

interface Visit {
  readonly id: string;
  readonly guest_id: string;
  readonly garden_id: string;
}

/** Verifies a service that shows one number of visits, and takes another one. */
async function said(conflict: string, shown: number, taken: number): Promise<string[]> {
  const known = new Map<string, unknown>();
  const guests = new Map<string, number>();
  const fetch = async (request: Request): Promise<Response> => {
    const [, kind, key = ""] = new URL(request.url).pathname.split("/");
    if (kind === "settings") return Response.json({ max_visits: shown });
    if (request.method === "GET")
      return known.has(key) ? Response.json(known.get(key)) : new Response(null, { status: 404 });
    const body = (await request.json()) as Visit;
    const record = { ...body, id: `${kind}-${known.size}` };
    if (kind === "visits") {
      if (!known.has(body.guest_id) || !known.has(body.garden_id))
        return new Response(null, { status: 422 });
      const count = guests.get(body.guest_id) ?? 0;
      if (count >= taken) return new Response(null, { status: 409 });
      guests.set(body.guest_id, count + 1);
    }
    known.set(record.id, record);
    return Response.json(record, { status: 201 });
  };
  const description = await read(visits(conflict));
  const { failures, errors } = await verifyServer({ description, server: { fetch } });
  expect(errors).toEqual([]);
  const own = failures.filter(({ check }) => check === "described-rule");
  return own.map(({ check, message }) => `${check}: ${message}`);
}

const rule = "`visit-limit`: the guest has `max_visits` visits or more";

test("finds more records than a setting allows, as a reason of a refusal says", async () => {
  expect(await said(rule, 2, 3)).toEqual([
    `described-rule: takes 3 of them, and the description says ${JSON.stringify(rule)}`,
  ]);
});

test("says nothing of a service that keeps to it, that allows too many to try, or says less", async () => {
  expect(await said(rule, 2, 2)).toEqual([]);
  expect(await said(rule, 200, 300)).toEqual([]);
  expect(await said("The guest has too many visits.", 2, 3)).toEqual([]);
  expect(await said("The garden has `min_visits` visits or more.", 2, 3)).toEqual([]);
});
