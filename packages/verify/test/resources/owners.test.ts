import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const answer = (status: number, name: string): string =>
  `"${status}": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }`;

const creation = (path: string, name: string): string => `
  /${path}:
    post:
      operationId: add-${path}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/New${name}" } } }
      responses: { ${answer(201, name)}, "422": { description: Refused. } }
  /${path}/{id}:
    get:
      operationId: get-${path}
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { ${answer(200, name)}, "404": { description: None. } }`;

const schemas = (name: string, member: string): string => `
    New${name}: { type: object, required: [${member.split(":")[0]}], properties: { ${member} } }
    ${name}:
      allOf:
        - { $ref: "#/components/schemas/New${name}" }
        - { type: object, required: [id], properties: { id: { type: integer } } }`;

/** Boats belong to sailors and berths to harbours, and both say so by the same member. */
const description = await read(`openapi: 3.1.0
info: { title: Harbours, version: "1" }
paths:${creation("sailors", "Sailor")}${creation("harbours", "Harbour")}${creation("boats", "Boat")}${creation("berths", "Berth")}
components:
  schemas:${schemas("Sailor", "name: { type: string, minLength: 1 }")}${schemas("Harbour", "town: { type: string, minLength: 1 }")}${schemas("Boat", "owner_id: { type: integer }")}${schemas("Berth", "owner_id: { type: integer }")}
`);

/** A service in which a member has to name a record of the right kind. */
function harbourService(): (request: Request) => Promise<Response> {
  const records: Record<string, Map<number, object>> = {
    sailors: new Map(),
    harbours: new Map(),
    boats: new Map(),
    berths: new Map(),
  };
  const owners: Record<string, string> = { boats: "sailors", berths: "harbours" };
  let last = 1000;
  return async (request) => {
    const [, area = "", id] = new URL(request.url).pathname.split("/");
    if (request.method === "GET") {
      const known = records[area]?.get(Number(id));
      return known === undefined ? new Response(null, { status: 404 }) : Response.json(known);
    }
    const body = (await request.json()) as Record<string, unknown>;
    const owner = owners[area];
    if (owner !== undefined && !records[owner]?.has(Number(body["owner_id"])))
      return new Response(null, { status: 422 });
    const record = { ...body, id: (last += 1) };
    records[area]?.set(record.id, record);
    return Response.json(record, { status: 201 });
  };
}

test.each([0, 1, 2])(
  "a member names what its own operation means by it, whatever another one does, seed %i",
  async (seed) => {
    const server = { fetch: harbourService() };
    const report = await verifyServer({ description, server, seed });
    expect(report.errors).toEqual([]);
    const reached = report.coverage.filter(({ statuses }) => (statuses["201"] ?? 0) > 0);
    expect(reached.map(({ operationId }) => operationId).toSorted()).toEqual([
      "add-berths",
      "add-boats",
      "add-harbours",
      "add-sailors",
    ]);
  },
);
