import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Plants of greenhouses, which count them. */
const garden = (said: string, moved: string): string => `openapi: 3.1.0
info: { title: Garden, version: "1" }
paths:
  /greenhouses:
    get:
      operationId: listGreenhouses
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Greenhouse" } } } }
  /plants:
    post:
      operationId: addPlant
      requestBody: { required: true, ${json("NewPlant")} }
      responses: { "201": { description: Made., ${json("Plant")} } }
  /plants/{plantId}:
    parameters: [{ name: plantId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showPlant
      responses: { "200": { description: It., ${json("Plant")} }, "404": { description: None. } }
    patch:
      operationId: changePlant
      requestBody: { required: true, ${json("PlantChange")} }
      responses: { "200": { description: It., ${json("Plant")} }, "404": { description: None. } }
    delete:
      operationId: removePlant
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    Greenhouse:
      type: object
      required: [id, plantCount]
      properties: { id: { type: string }, plantCount: { type: integer, description: ${JSON.stringify(said)} } }
    NewPlant:
      type: object
      required: [name, greenhouseId]
      properties: { name: { type: string, minLength: 1 }, greenhouseId: { type: string, example: g-1 } }
    PlantChange:
      type: object
      properties: { name: { type: string, minLength: 1 }${moved} }
    Plant:
      type: object
      required: [id, name, greenhouseId]
      properties: { id: { type: string }, name: { type: string }, greenhouseId: { type: string } }
`;

interface Plant {
  readonly id: string;
  readonly greenhouseId: string;
}

/** What a greenhouse has seen of its plants: those that came, and those that left. */
interface Seen {
  readonly there: number;
  readonly added: number;
  readonly cameFromElsewhere: number;
  readonly wentElsewhere: number;
}

interface Habits {
  readonly count?: (seen: Seen) => number;
  /** Where a plant is put that should be in a greenhouse. */
  readonly place?: (greenhouseId: string) => string;
  /** True if plants cannot be moved. */
  readonly isFixed?: boolean;
  /** The greenhouses that the list shows after plants were moved. */
  readonly listed?: (ids: readonly string[], isMoved: boolean) => readonly string[];
}

function gardenService(habits: Habits): (request: Request) => Promise<Response> {
  const { count = ({ there }: Seen) => there, place = (id: string) => id } = habits;
  const { listed = (ids: readonly string[]) => ids } = habits;
  const plants = new Map<string, Plant>();
  const added: string[] = [];
  const moves: (readonly [string, string])[] = [];
  const house = (id: string): object => ({
    id,
    plantCount: count({
      there: [...plants.values()].filter(({ greenhouseId }) => greenhouseId === id).length,
      added: added.filter((one) => one === id).length,
      cameFromElsewhere: moves.filter(([, to]) => to === id).length,
      wentElsewhere: moves.filter(([from]) => from === id).length,
    }),
  });
  return async (request) => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (kind === "greenhouses")
      return Response.json(listed(["g-1", "g-2"], moves.length > 0).map(house));
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as Partial<Plant>;
    if (request.method === "POST") {
      const greenhouseId = place(body.greenhouseId ?? "");
      const made = { ...body, id: `p-${plants.size + 1}`, greenhouseId };
      plants.set(made.id, made);
      added.push(greenhouseId);
      return Response.json(made, { status: 201 });
    }
    const plant = plants.get(id);
    if (plant === undefined) return Response.json({}, { status: 404 });
    if (request.method === "DELETE")
      return new Response(null, { status: plants.delete(id) ? 204 : 404 });
    if (request.method === "GET") return Response.json(plant);
    const to = habits.isFixed === true ? undefined : body.greenhouseId;
    const greenhouseId = place(to ?? plant.greenhouseId);
    if (greenhouseId !== plant.greenhouseId) moves.push([plant.greenhouseId, greenhouseId]);
    plants.set(id, { ...plant, ...body, greenhouseId });
    return Response.json(plants.get(id));
  };
}

const canMove = ", greenhouseId: { type: string }";

async function messagesOf(said: string, habits: Habits, moved = canMove): Promise<string[]> {
  const report = await verifyServer({
    description: await read(garden(said, moved)),
    server: { fetch: gardenService(habits) },
    expectations: { inputs: { addPlant: { body: { name: "Fern", greenhouseId: "g-1" } } } },
    replay: ["addPlant/flow/counted-elsewhere"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const never = (): number => 7;
const stays = ({ there, wentElsewhere }: Seen): number => there + wentElsewhere;
const comes = ({ there, cameFromElsewhere }: Seen): number => there - cameFromElsewhere;
const ever = ({ added }: Seen): number => added;

test.each<[string, Habits, string]>([
  [
    "How many plants are in it",
    { count: stays },
    "`plantCount` of the one that it left is 1 after changePlant, and should be 0",
  ],
  [
    "How many plants are in it",
    { count: comes },
    "`plantCount` of the one that it came to is 0 after changePlant, and should be 1",
  ],
  ...[
    "How many plants it has right now.",
    "The number of plants",
    "Number of plants in the greenhouse",
  ].map((said): [string, Habits, string] => [
    said,
    { count: never },
    "`plantCount` is 7 before and after addPlant, and is said to be the number of all",
  ]),
])("finds a greenhouse that counts wrongly: %s", async (said, habits, message) => {
  expect(await messagesOf(said, habits)).toEqual([`derived-value listGreenhouses: ${message}`]);
});

test.each<[string, Habits]>([
  ["How many plants are in it", {}],
  ["How many plants there were ever", { count: ever }],
  ["Plants that it has received so far", { count: ever }],
  ["Number of plants in it that are in bloom", { count: never }],
  ["Number of plants in it, counted at night", { count: never }],
  ["Number of plants in it. Counted each night.", { count: never }],
  ["Number of plant labels", { count: never }],
  ["Plants that need water", { count: never }],
  ["How many plants are in it", { isFixed: true }],
  // Each plant is put into another greenhouse first.
  ["How many plants are in it", { count: () => 0, place: () => "g-0" }],
  // The list shows what has changed least first, of which it shows one.
  ["How many plants are in it", { listed: (ids, isMoved) => (isMoved ? ids.slice(1) : ids) }],
])("a greenhouse counts in its own way: %s", async (said, habits) => {
  expect(await messagesOf(said, habits)).toEqual([]);
});

test("finds a number that stays when a plant is removed which cannot be moved", async () => {
  const habits = { count: ever, isFixed: true };
  expect(await messagesOf("How many plants are in it", habits, "")).toEqual([
    "derived-value listGreenhouses: `plantCount` is 1 before and after removePlant, and addPlant makes it 1 more",
  ]);
});
