import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const shape = `{ type: object, required: [id, recipient], properties: { id: { type: string }, recipient: { $ref: "#/components/schemas/Recipient" } } }`;
const tagged = `headers: { ETag: { required: true, schema: { type: string } } }, content: { application/json: { schema: ${shape} } }`;
const input = `required: true, content: { application/json: { schema: { type: object, required: [recipient], properties: { recipient: { $ref: "#/components/schemas/Recipient" } } } } }`;

/** A change whose first example has no text that may differ. */
const change = `required: true, content: { application/json: { schema: { type: object, properties: { state: { type: string, enum: [sent] }, recipient: { $ref: "#/components/schemas/Recipient" } } }, examples: { sending: { value: { state: sent } }, words: { value: { recipient: { city: Kiel } } } } } }`;

const described = (changed: string): ReturnType<typeof read> =>
  read(`openapi: 3.1.0
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
      requestBody: { ${changed} }
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
    if (recipient === undefined) return shown(id, before);
    if (isPausing)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    return shown(id, write(id, before.version + 1, recipient));
  };
}

async function messagesOf(isPausing: boolean, changed = input): Promise<string[]> {
  const server = { fetch: parcelService(isPausing) };
  const replay = ["changeParcel/at-once/same-tag"];
  const description = await described(changed);
  const { failures, errors, coverage } = await verifyServer({ description, server, replay });
  expect(errors).toEqual([]);
  const own = coverage.find(({ operationId }) => operationId === "changeParcel");
  expect(own?.statuses).toHaveProperty("412");
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each([
  ["an object of the body", input],
  ["another example than the first one", change],
])("finds changes at once in %s that all succeed", async (_, changed) => {
  expect(await messagesOf(false, changed)).toEqual([]);
  expect(await messagesOf(true, changed)).toEqual([
    "lost-update changeParcel: 5 of 5 changes at once with the same If-Match succeed",
  ]);
});
