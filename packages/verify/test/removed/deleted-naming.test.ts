import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes halls, and concerts whose bodies name a hall that is open. */
const halls = (deletion: string): string => `openapi: 3.1.0
info: { title: Halls, version: "1" }
paths:
  /halls:
    post:
      operationId: createHall
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Hall" } } } }
  /halls/{hallId}:
    parameters: [{ name: hallId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getHall
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Hall" } } } }
        "404": { description: None. }
    delete:
      operationId: deleteHall
      description: ${JSON.stringify(deletion)}
      responses:
        "204": { description: Gone. }
        "404": { description: None. }
  /halls/{hallId}/open:
    parameters: [{ name: hallId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: openHall
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Hall" } } } }
        "404": { description: None. }
        "409": { description: It is open already. }
  /concerts:
    get:
      operationId: listConcerts
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Concert" } } } }
    post:
      operationId: createConcert
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title, hallId], properties: { title: { type: string, minLength: 1 }, hallId: { type: string } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Concert" } } } }
        "409": { description: The hall is closed. }
        "422": { description: There is no such hall. }
components:
  schemas:
    Hall:
      type: object
      required: [id, name, state]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string }
        state: { type: string, enum: [closed, open], readOnly: true }
    Concert:
      type: object
      required: [id, title, hallId]
      properties: { id: { type: string, readOnly: true }, title: { type: string }, hallId: { type: string } }
`;

interface Hall {
  readonly id: string;
  readonly name: string;
  readonly state: "closed" | "open";
}

interface Concert {
  readonly id: string;
  readonly title: string;
  readonly hallId: string;
}

/** A service of halls that keeps the concerts of deleted ones, or not. */
function hallService(keeps: boolean): (request: Request) => Promise<Response> {
  const known = new Map<string, Hall>();
  const concerts = new Map<string, Concert>();
  let made = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, kind = "", id = "", action] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Hall & Concert>;
    made += 1;
    const keep = (hall: Hall, status: number): Response => {
      known.set(hall.id, hall);
      return Response.json(hall, { status });
    };
    if (kind === "concerts") {
      if (request.method === "GET") return Response.json([...concerts.values()]);
      const hall = known.get(body.hallId ?? "");
      if (hall === undefined) return answer(422);
      if (hall.state === "closed") return answer(409);
      const concert = { id: `c-${made}`, title: body.title ?? "", hallId: hall.id };
      concerts.set(concert.id, concert);
      return Response.json(concert, { status: 201 });
    }
    if (id === "") return keep({ id: `h-${made}`, name: body.name ?? "", state: "closed" }, 201);
    const hall = known.get(id);
    if (hall === undefined) return answer(404);
    if (request.method === "GET") return Response.json(hall);
    if (action === "open")
      return hall.state === "open" ? answer(409) : keep({ ...hall, state: "open" }, 200);
    known.delete(id);
    const gone = [...concerts.values()].filter(({ hallId }) => !keeps && hallId === id);
    for (const one of gone) concerts.delete(one.id);
    return answer(204);
  };
}

async function said(deletion: string, keeps: boolean): Promise<string[]> {
  const { failures } = await verifyServer({
    description: await read(halls(deletion)),
    server: { fetch: hallService(keeps) },
  });
  return failures
    .filter(({ check }) => check === "read-after-delete")
    .map(({ operationId = "", message }) => `${operationId}: ${message}`);
}

const both = "Deletes a hall with its concerts.";

describe("what names a deleted record", () => {
  test("is found where the deletion says that it is deleted with it", async () => {
    expect(await said(both, true)).toEqual([
      "deleteHall: leaves a Concert of the deleted Hall, which listConcerts shows, and says that it deletes them with it",
    ]);
    expect(await said(both, false)).toEqual([]);
  });

  test.each([
    "Deletes a hall, together with its plan, its doors and its concerts.",
    "Deletes a hall with all concerts, its plan and its doors.",
  ])("is found in a list: %s", async (deletion) => {
    expect(await said(deletion, true)).toHaveLength(1);
  });

  test.each([
    "Deletes a hall.",
    "Deletes a hall. Its concerts stay.",
    "Deletes a hall, with which its concerts remain connected.",
    "Deletes a hall with its plan. Concerts are moved by hand.",
    "Deletes a hall with its plan and doors, and cancels its open concerts.",
  ])("may stay where it says nothing of that: %s", async (deletion) => {
    expect(await said(deletion, true)).toEqual([]);
  });
});
