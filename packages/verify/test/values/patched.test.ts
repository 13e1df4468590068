import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const body = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Stays, whose PATCH may say any of their members. The example says a time that no stay can have. */
const description = await read(`openapi: 3.1.0
info: { title: Stays, version: 1.0.0 }
paths:
  /stays:
    post:
      operationId: addStay
      requestBody: { required: true, ${body("NewStay")} }
      responses: { "201": { description: It., ${body("Stay")} }, "422": { description: Senseless. } }
  /stays/{stayId}:
    parameters: [{ name: stayId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getStay
      responses: { "200": { description: It., ${body("Stay")} }, "404": { description: None. } }
    patch:
      operationId: changeStay
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/StayChange" }
            example: { guest: Ann, nights: 2, from: "1999-01-01T00:00:00Z" }
      responses:
        "200": { description: It., ${body("Stay")} }
        "404": { description: None. }
        "422": { description: Senseless. }
components:
  schemas:
    NewStay: { type: object, required: [guest], properties: { guest: { type: string } } }
    StayChange:
      type: object
      properties: { guest: { type: string }, nights: { type: integer }, from: { type: string, format: date-time } }
    Stay:
      type: object
      required: [id, guest]
      properties: { id: { type: string }, guest: { type: string }, nights: { type: integer } }
`);

/** A service of stays, which begin later than 2000. */
function stayService(kept: (text: string) => string): (request: Request) => Promise<Response> {
  const all = new Map<string, Record<string, unknown>>();
  return async (request) => {
    const given =
      request.method === "GET" ? {} : ((await request.json()) as Record<string, unknown>);
    const id = new URL(request.url).pathname.split("/")[2];
    const stay = id === undefined ? { id: `stay-${all.size + 1}` } : all.get(id);
    if (stay === undefined) return new Response(null, { status: 404 });
    const { guest, nights, from } = given;
    if (typeof from === "string" && from < "2000") return new Response(null, { status: 422 });
    if (typeof guest === "string") stay["guest"] = id === undefined ? guest : kept(guest);
    if (nights !== undefined) stay["nights"] = nights;
    all.set(String(stay["id"]), stay);
    return Response.json(stay, { status: id === undefined ? 201 : 200 });
  };
}

const messagesOf = async (kept: (text: string) => string): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: stayService(kept) },
    replay: ["changeStay/values"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ message }) => message);
};

test("finds a PATCH that loses characters, though it refuses another member of the example", async () => {
  expect(await messagesOf((text) => text.replaceAll(/[^ -~]/g, "?"))).toEqual([
    expect.stringMatching(/^\/guest was written with accents and is another text: "Gr\?\?e/),
  ]);
});

test("a PATCH that keeps texts has no failure", async () => {
  expect(await messagesOf((text) => text)).toEqual([]);
});
