import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const room = `parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]`;

/** Describes rooms that show their lamps, and repairs of lamps. */
const rooms = (deletion: string, conflict: string): string => `openapi: 3.1.0
info: { title: Rooms, version: "1" }
paths:
  /rooms:
    post: { operationId: addRoom, responses: { "201": { description: Made., ${json("Room")} } } }
  /rooms/{roomId}:
    ${room}
    get: { operationId: getRoom, responses: { "200": { description: It., ${json("Room")} }, "404": { description: None. } } }
    delete: { operationId: deleteRoom, description: ${JSON.stringify(deletion)}, responses: { "204": { description: Gone. }, "404": { description: None. }, "409": { description: ${JSON.stringify(conflict)} } } }
  /rooms/{roomId}/lamps:
    ${room}
    post:
      operationId: addLamp
      requestBody: { required: true, ${json("NewLamp")} }
      responses: { "201": { description: Made., ${json("Lamp")} }, "404": { description: None. }, "409": { description: The barcode is taken. } }
  /repairs:
    post:
      operationId: addRepair
      requestBody: { required: true, ${json("NewRepair")} }
      responses: { "201": { description: Made., ${json("Repair")} }, "422": { description: There is no such lamp. } }
  /repairs/{repairId}:
    parameters: [{ name: repairId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRepair, responses: { "200": { description: It., ${json("Repair")} }, "404": { description: None. } } }
components:
  schemas:
    Barcode: { type: string, pattern: "^[A-Z]{3,9}$", example: LAMP }
    Room: { type: object, required: [id, lamps], properties: { id: { type: string }, lamps: { type: array, items: { $ref: "#/components/schemas/Lamp" } } } }
    NewLamp: { type: object, required: [barcode], properties: { barcode: { $ref: "#/components/schemas/Barcode" } } }
    Lamp: { type: object, required: [barcode, state], properties: { barcode: { $ref: "#/components/schemas/Barcode" }, state: { type: string, enum: [lit, in_repair] } } }
    NewRepair: { type: object, required: [barcode], properties: { barcode: { $ref: "#/components/schemas/Barcode" } } }
    Repair: { type: object, required: [id, barcode], properties: { id: { type: string }, barcode: { type: string } } }
`;

interface Lamp {
  readonly barcode: string;
  readonly state: "lit" | "in_repair";
}

/** A service that refuses deletions, or does not; or whose repairs are done at once. */
function service(isRefusing: boolean, isDone: boolean): (request: Request) => Promise<Response> {
  const known = new Map<string, readonly Lamp[]>();
  const repairs = new Map<string, string>();
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    const lamps = known.get(id) ?? [];
    if (kind === "rooms" && id === "") {
      const key = `r-${known.size}-${repairs.size}`;
      known.set(key, []);
      return Response.json({ id: key, lamps: [] }, { status: 201 });
    }
    if (kind === "rooms" && !known.has(id)) return answer(404);
    if (kind === "rooms" && request.method === "GET") return Response.json({ id, lamps });
    if (request.method === "GET")
      return repairs.has(id) ? Response.json({ id, barcode: repairs.get(id) }) : answer(404);
    if (request.method === "DELETE") {
      if (isRefusing && lamps.some(({ state }) => state === "in_repair")) return answer(409);
      known.delete(id);
      return answer(204);
    }
    const { barcode } = (await request.json()) as Lamp;
    const owner = [...known].find(([, all]) => all.some((one) => one.barcode === barcode));
    if (below !== undefined) {
      if (owner !== undefined) return answer(409);
      const lamp: Lamp = { barcode, state: "lit" };
      known.set(id, [...lamps, lamp]);
      return Response.json(lamp, { status: 201 });
    }
    if (owner === undefined) return answer(422);
    const repair = `repair-${repairs.size}`;
    repairs.set(repair, barcode);
    const state = isDone ? "lit" : "in_repair";
    const moved = owner[1].map((one) => (one.barcode === barcode ? { ...one, state } : one));
    known.set(owner[0], moved as readonly Lamp[]);
    return Response.json({ id: repair, barcode }, { status: 201 });
  };
}

async function said(text: readonly [string, string], isRefusing = false, isDone = false) {
  const { failures, errors } = await verifyServer({
    description: await read(rooms(...text)),
    server: { fetch: service(isRefusing, isDone) },
  });
  expect(errors).toEqual([]);
  const own = failures.filter(({ check }) => check === "described-rule");
  return own.map(({ message }) => message);
}

test.each<[string, string, string]>([
  ["Refused while a lamp is in repair.", "Not as it is.", "Refused while a lamp is in repair."],
  [
    "Deletes it.",
    "`lamp-out`: one of its lamps is `in_repair`",
    "`lamp-out`: one of its lamps is `in_repair`",
  ],
])(
  "finds a deletion while something below is in a state: %s %s",
  async (deletion, conflict, line) => {
    expect(await said([deletion, conflict])).toEqual([
      `answers 204 for the Room with a Lamp whose \`state\` is "in_repair", and the description says ${JSON.stringify(line)}`,
    ]);
  },
);

test("says nothing of a service that keeps to it, of another state, or where nothing says so", async () => {
  const rule = "Refused while a lamp is in repair.";
  expect(await said([rule, "No."], true)).toEqual([]);
  expect(await said([rule, "No."], false, true)).toEqual([]);
  expect(await said(["Refused while a lamp is in repair and no key is left.", "No."])).toEqual([]);
  expect(await said(["Deletes it also while a lamp is in repair.", "No."])).toEqual([]);
});
