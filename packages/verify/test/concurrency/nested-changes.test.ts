import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const shape = `{ type: object, required: [id, recipient], properties: { id: { type: string }, recipient: { $ref: "#/components/schemas/Recipient" } } }`;
const tagged = `headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: ${shape} } }`;
const input = `required: true, content: { application/json: { schema: { type: object, required: [recipient], properties: { recipient: { $ref: "#/components/schemas/Recipient" } } } } }`;

const description = await read(`openapi: 3.1.0
info: { title: Parcels, version: 1.0.0 }
paths:
  /parcels:
    post:
      operationId: addParcel
      requestBody: { ${input} }
      responses: { "201": { description: It., ${tagged} }, "422": { description: Wrong. } }
  /parcels/{parcelId}:
    parameters: [{ name: parcelId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getParcel
      responses: { "200": { description: It., ${tagged} }, "404": { description: None. } }
    patch:
      operationId: changeParcel
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { ${input} }
      responses: { "200": { description: It., ${tagged} }, "404": { description: None. }, "412": { description: Changed. }, "422": { description: Wrong. } }
components:
  schemas:
    Recipient: { type: object, required: [city], properties: { city: { type: string, minLength: 1, example: Kiel } } }
`);

interface Parcel {
  readonly recipient: unknown;
  readonly version: number;
}

/** A service of parcels; one that pauses between its look at the tag and the change lets several changes through. */
function parcelService(isPausing: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, Parcel>();
  const shown = (id: string, { recipient, version }: Parcel, status = 200): Response =>
    Response.json({ id, recipient }, { status, headers: { ETag: `"${version}"` } });
  const write = (id: string, version: number, recipient: unknown): Parcel => {
    const parcel = { recipient, version };
    all.set(id, parcel);
    return parcel;
  };
  return async (request) => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const { recipient } = (request.method === "GET" ? {} : await request.json()) as Partial<Parcel>;
    if (request.method === "POST") {
      const own = `p${all.size + 1}`;
      return shown(own, write(own, 1, recipient), 201);
    }
    const before = all.get(id);
    if (before === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return shown(id, before);
    const tag = request.headers.get("if-match");
    if (tag !== null && tag !== `"${before.version}"`) return new Response(null, { status: 412 });
    if (isPausing)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return shown(id, write(id, before.version + 1, recipient));
  };
}

async function messagesOf(isPausing: boolean): Promise<string[]> {
  const server = { fetch: parcelService(isPausing) };
  const replay = ["changeParcel/at-once/same-tag"];
  const { failures, errors, coverage } = await verifyServer({ description, server, replay });
  expect(errors).toEqual([]);
  const own = coverage.find(({ operationId }) => operationId === "changeParcel");
  expect(own?.statuses).toHaveProperty("412");
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("of changes at once in an object of the body, one succeeds", async () => {
  expect(await messagesOf(false)).toEqual([]);
});

test("finds changes at once in an object of the body that all succeed", async () => {
  expect(await messagesOf(true)).toEqual([
    "lost-update changeParcel: 5 of 5 changes at once with the same If-Match succeed",
  ]);
});
