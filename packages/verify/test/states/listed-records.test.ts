import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const states = "[new, paid, sent, lost]";

const creation = `
    post:
      operationId: addParcel
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }`;

/** Describes parcels, which come to the states `sent` and `lost` by themselves. */
const parcels = (filter: string, most: number, isMade: boolean): string => `openapi: 3.1.0
info: { title: Parcels, version: "1" }
paths:
  /parcels:
    get:
      operationId: listParcels
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: ${most}, default: 2 } }
        ${filter}
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Parcel" } } } }
        "400": { description: Wrong. }${isMade ? creation : ""}
  /parcels/{parcelId}:
    parameters: [{ name: parcelId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getParcel
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
        "404": { description: None. }
    delete:
      operationId: deleteParcel
      description: A parcel that is sent or lost cannot be deleted.
      responses:
        "204": { description: Gone. }
        "404": { description: None. }
        "409": { description: It conflicts with its state. }
  /parcels/{parcelId}/pay:
    parameters: [{ name: parcelId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: payParcel
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
        "404": { description: None. }
        "409": { description: It is paid already. }
components:
  schemas:
    Parcel:
      type: object
      required: [id, name, state]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string }
        state: { type: string, enum: ${states}, readOnly: true }
`;

interface Parcel {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

interface Way {
  /** The states in which parcels are deleted. */
  readonly deletes: readonly string[];
  /** The states for which the list is asked. */
  readonly asked?: string[];
  /** True if the list has parcels in a state that they have left. */
  readonly isStale?: boolean;
}

/** A service with new parcels in front, and one of each other state behind them. */
function parcelService({ deletes, asked = [], isStale = false }: Way) {
  const old = ["new", "new", "new", "paid", "paid", "paid", "sent", "lost"];
  const known = new Map<string, Parcel>(
    old.map((state, index) => [`p-${index}`, { id: `p-${index}`, name: "Old", state }]),
  );
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id = "", action] = pathname.split("/");
    if (id === "" && request.method === "GET") {
      const wanted = searchParams.getAll("state");
      asked.push(...wanted);
      const all = [...known.values()].filter(
        ({ state }) => wanted.length === 0 || wanted.includes(state),
      );
      return Response.json(all.slice(0, Number(searchParams.get("limit") ?? 2)));
    }
    if (id === "") {
      const { name } = (await request.json()) as { readonly name: string };
      const made = { id: `p-${known.size}`, name, state: "new" };
      known.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const parcel = known.get(id);
    if (parcel === undefined) return answer(404);
    const state = isStale ? "new" : parcel.state;
    if (request.method === "GET") return Response.json({ ...parcel, state });
    if (action === "pay") {
      if (state !== "new") return answer(409);
      const paid = { ...parcel, state: "paid" };
      known.set(id, paid);
      return Response.json(paid);
    }
    if (!["new", "paid", ...deletes].includes(state)) return answer(409);
    known.delete(id);
    return answer(204);
  };
}

const filterOf = (schema: string): string => `- { name: state, in: query, schema: ${schema} }`;
const byState = filterOf(`{ type: string, enum: ${states} }`);

async function said(way: Way, filter = byState, most = 4, isMade = true): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(parcels(filter, most, isMade)),
    server: { fetch: parcelService(way) },
    replay: [isMade ? "addParcel/states" : "listParcels/states"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const told = (state: string): string =>
  `described-rule: answers 204 where \`state\` of the Parcel is "${state}", and the description says "A parcel that is sent or lost cannot be deleted."`;

test("records in states to which no new one comes are found by the filter of their list", async () => {
  const asked: string[] = [];
  expect(await said({ deletes: ["lost"], asked })).toEqual([told("lost")]);
  expect(await said({ deletes: ["sent"] })).toEqual([told("sent")]);
  expect(await said({ deletes: [] })).toEqual([]);
  expect(asked).toEqual(["sent", "lost"]);
});

test("a filter may take several states at once", async () => {
  const filter = filterOf(`{ type: array, items: { type: string, enum: ${states} } }`);
  expect(await said({ deletes: ["lost"] }, filter)).toEqual([told("lost")]);
});

test("records that no operation creates are those of their list", async () => {
  const asked: string[] = [];
  const listed = async (...deletes: readonly string[]): Promise<string[]> =>
    said({ deletes, asked }, byState, 4, false);
  expect(await listed("lost")).toEqual([told("lost")]);
  expect(await listed("sent")).toEqual([told("sent")]);
  expect(await listed()).toEqual([]);
  expect(asked).toContain("lost");
});

test("large pages show them without a filter", async () => {
  const asked: string[] = [];
  expect(await said({ deletes: ["lost"] }, "", 50)).toEqual([told("lost")]);
  expect(await said({ deletes: ["lost"], asked }, byState, 50)).toEqual([told("lost")]);
  expect(asked).toEqual([]);
});

test("the list is not asked for a state that its filter does not take", async () => {
  const asked: string[] = [];
  const filter = filterOf("{ type: string, enum: [new, paid, sent] }");
  await said({ deletes: [], asked }, filter);
  expect(asked).not.toContain("lost");
});

test("a record that has left the state that the list shows is left alone", async () => {
  expect(await said({ deletes: [], isStale: true })).toEqual([]);
});
