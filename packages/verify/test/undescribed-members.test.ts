import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const club = `content: { application/json: { schema: { $ref: "#/components/schemas/Club" } } }`;

/** Clubs, whose names are unique and whose bodies have no other members. */
const description = await read(`openapi: 3.1.0
info: { title: Clubs, version: "1" }
paths:
  /clubs:
    post:
      operationId: addClub
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewClub" } } } }
      responses: { "201": { description: Added., ${club} }, "409": { description: Taken. }, "422": { description: Wrong. } }
  /clubs/{clubId}:
    parameters: [{ name: clubId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getClub
      responses: { "200": { description: It., ${club} }, "404": { description: None. } }
    put:
      operationId: replaceClub
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewClub" } } } }
      responses: { "200": { description: It., ${club} }, "404": { description: None. }, "409": { description: Taken. }, "422": { description: Wrong. } }
components:
  schemas:
    NewClub:
      type: object
      additionalProperties: false
      required: [name]
      properties: { name: { type: string, minLength: 1, maxLength: 40, example: Chess } }
    Club:
      type: object
      required: [id, name]
      properties: { id: { type: string }, name: { type: string } }
`);

/** @param takesMore true to take members that are not described */
function clubService(takesMore: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, { id: string; name: string }>();
  return async (request) => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const known = all.get(id);
    if (id !== "" && known === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(known);
    const { name, ...others } = (await request.json()) as { name: string };
    const isTaken = [...all.values()].some((one) => one !== known && one.name === name);
    if (isTaken) return new Response(null, { status: 409 });
    if (!takesMore && Object.keys(others).length > 0) return new Response(null, { status: 422 });
    const one = { id: id === "" ? `c-${all.size + 1}` : id, name };
    all.set(one.id, one);
    return Response.json(one, { status: id === "" ? 201 : 200 });
  };
}

test("finds a service that takes members that are not described, where names are unique", async () => {
  const verified = async (takesMore: boolean) => {
    const report = await verifyServer({
      description,
      server: { fetch: clubService(takesMore) },
      replay: [
        "addClub/example",
        "replaceClub/example",
        "addClub/invalid/body/additional-member",
        "replaceClub/invalid/body/additional-member",
      ],
    });
    expect(report).toMatchObject({ errors: [], leftOut: [] });
    return report.failures.map(({ check, id }) => `${check} ${id}`);
  };
  expect(await verified(true)).toEqual([
    "takes-invalid addClub/invalid/body/additional-member@0",
    "takes-invalid replaceClub/invalid/body/additional-member@0",
  ]);
  expect(await verified(false)).toEqual([]);
});
