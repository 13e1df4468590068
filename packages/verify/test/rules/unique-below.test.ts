import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const room = `parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]`;

/** Describes rooms, and their lamps, which have no path of their own. */
const rooms = (general: string, deletion: string): string => `openapi: 3.1.0
info: { title: Rooms, version: "1", description: ${JSON.stringify(general)} }
security: [{ token: [] }]
paths:
  /rooms:
    post:
      operationId: addRoom
      requestBody: { required: true, ${json("NewRoom")} }
      responses: { "201": { description: Made., ${json("Room")} }, "401": { description: No token. } }
  /rooms/{roomId}:
    ${room}
    get: { operationId: getRoom, responses: { "200": { description: It., ${json("Room")} }, "401": { description: No token. }, "404": { description: None. } } }
    delete: { operationId: deleteRoom, description: ${JSON.stringify(deletion)}, responses: { "204": { description: Gone. }, "401": { description: No token. }, "404": { description: None. } } }
  /rooms/{roomId}/lamps:
    ${room}
    post:
      operationId: addLamp
      requestBody: { required: true, ${json("NewLamp")} }
      responses: { "201": { description: Made., ${json("Lamp")} }, "401": { description: No token. }, "404": { description: None. }, "409": { description: "\`barcode-taken\`: another lamp of this house has the barcode" } }
  /repairs:
    post:
      operationId: repairLamp
      requestBody: { required: true, ${json("NewLamp")} }
      responses: { "204": { description: Done. }, "401": { description: No token. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Barcode: { type: string, pattern: "^[A-Z]{3,9}$", example: LAMP }
    NewRoom: { type: object, required: [name], properties: { name: { type: string, minLength: 1, example: Hall } } }
    Room: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewLamp: { type: object, required: [barcode], properties: { barcode: { $ref: "#/components/schemas/Barcode" } } }
    Lamp: { type: object, required: [barcode, number], properties: { barcode: { $ref: "#/components/schemas/Barcode" }, number: { type: integer } } }
`;

interface Lamp {
  readonly barcode: string;
  readonly room: string;
  readonly owner: string;
}

type Habit = "keeps the barcodes of deleted rooms" | "knows the barcodes of all houses";

/** A service that is faultless unless it has a habit. */
function service(habit?: Habit): (request: Request) => Promise<Response> {
  const owners = new Map<string, string>();
  let lamps: readonly Lamp[] = [];
  let last = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const owner = request.headers.get("authorization") ?? "";
    if (!owner.startsWith("Bearer ")) return answer(401);
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    if (id !== "" && owners.get(id) !== owner) return answer(404);
    if (request.method === "GET") return Response.json({ id, name: "Hall" });
    if (request.method === "DELETE") {
      owners.delete(id);
      if (habit !== "keeps the barcodes of deleted rooms")
        lamps = lamps.filter((one) => one.room !== id);
      return answer(204);
    }
    const body = (await request.json()) as { readonly barcode: string; readonly name: string };
    last += 1;
    if (below === undefined) {
      owners.set(`r-${last}`, owner);
      return Response.json({ id: `r-${last}`, name: body.name }, { status: 201 });
    }
    const isKnown = (one: Lamp): boolean =>
      one.barcode === body.barcode &&
      (one.owner === owner || habit === "knows the barcodes of all houses");
    if (lamps.some(isKnown)) return answer(409);
    lamps = [...lamps, { barcode: body.barcode, room: id, owner }];
    return Response.json({ barcode: body.barcode, number: last }, { status: 201 });
  };
}

const within = "A token belongs to one house. Barcodes are unique within a house only.";
const freed = "Deletes the room with its lamps; their barcodes may be used again.";

async function said(general: string, deletion: string, habit?: Habit): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(rooms(general, deletion)),
    server: { fetch: service(habit) },
    credentials: { token: "token-of-anna" },
    otherCredentials: { token: "token-of-ben" },
    replay: ["addLamp/unique/barcode"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ message }) => message);
}

test("finds a value that a deletion above gives back, and that is not taken again", async () => {
  expect(await said(within, freed, "keeps the barcodes of deleted rooms")).toEqual([
    'refuses the `barcode` of a record whose Room is deleted, and the description says "their barcodes may be used again."',
  ]);
});

test("finds a value that is refused since another principal has it", async () => {
  expect(await said(within, freed, "knows the barcodes of all houses")).toEqual([
    'refuses the `barcode` of a record of another principal, and the description says "`barcode-taken`: another lamp of this house has the barcode"',
  ]);
});

test("says nothing of values that are unique everywhere and for ever, where nothing says otherwise", async () => {
  expect(await said("Lamps.", "Deletes it.", "keeps the barcodes of deleted rooms")).toEqual([]);
  for (const general of [
    "Barcodes are unique within a house only.",
    "A token belongs to one street. Barcodes are unique within a house only.",
  ])
    expect(await said(general, freed, "knows the barcodes of all houses")).toEqual([]);
  expect(await said(within, freed)).toEqual([]);
});
