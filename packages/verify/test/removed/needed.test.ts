import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const parcel = `content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } }`;
const written = `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewParcel" } } } }`;

/** Parcels, of which the service needs more than the schema says. */
const description = await read(`openapi: 3.1.0
info: { title: Parcels, version: "1" }
paths:
  /parcels:
    post:
      operationId: addParcel
      ${written}
      responses: { "201": { description: Added., ${parcel} }, "422": { description: Wrong. } }
  /parcels/{parcelId}:
    parameters: [{ name: parcelId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getParcel
      responses: { "200": { description: It., ${parcel} }, "404": { description: None. } }
    put:
      operationId: replaceParcel
      ${written}
      responses: { "200": { description: It., ${parcel} }, "404": { description: None. }, "422": { description: Wrong. } }
components:
  schemas:
    NewParcel:
      type: object
      required: [label]
      properties:
        label: { type: string, minLength: 1, example: Books }
        remark: { type: string, example: Heavy }
        sender: { type: string, example: Ada }
        grams: { type: integer, minimum: 1, maximum: 9000, example: 700 }
    Parcel:
      allOf: [{ $ref: "#/components/schemas/NewParcel" }, { type: object, required: [id], properties: { id: { type: string } } }]
`);

type Parcel = Readonly<Record<string, unknown>>;

/** @param needed the members that a parcel needs; @param keeps those that a PUT does not remove */
function parcelService(needed: readonly string[], keeps: readonly string[]) {
  const all = new Map<string, Parcel>();
  return async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const known = all.get(id);
    if (id !== "" && known === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(known);
    const given = (await request.json()) as Parcel;
    if (["label", ...needed].some((name) => given[name] === undefined))
      return new Response(null, { status: 422 });
    const kept = Object.entries(known ?? {}).filter(([name]) => keeps.includes(name));
    const key = id === "" ? `p-${all.size + 1}` : id;
    all.set(key, { ...Object.fromEntries(kept), ...given, id: key });
    return Response.json(all.get(key), { status: id === "" ? 201 : 200 });
  };
}

async function said(needed: readonly string[], keeps: readonly string[]) {
  const { failures, errors, exchanges } = await verifyServer({
    description,
    server: { fetch: parcelService(needed, keeps) },
    replay: ["replaceParcel/flow/left-out"],
  });
  expect(errors).toEqual([]);
  expect(exchanges).toBeLessThan(16);
  return failures.map(({ message }) => message);
}

test.each([[[]], [["grams"]], [["remark"]]])(
  "finds what a PUT keeps of what it left out, where the service needs %j",
  async (needed) => {
    expect(await said(needed, ["sender"])).toEqual([
      "keeps `sender`, which the PUT left out (RFC 9110, section 9.3.4)",
    ]);
    expect(await said(needed, [])).toEqual([]);
  },
);

test("says nothing of what is always sent, or of a service that needs several members", async () => {
  expect(await said(["grams"], ["grams"])).toEqual([]);
  expect(await said(["grams", "remark"], ["sender"])).toEqual([]);
});
