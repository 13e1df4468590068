import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Houses that show their rooms in an order. */
const houses = (order: string, values = ""): string => `openapi: 3.1.0
info: { title: Houses, version: "1" }
paths:
  /houses/{id}:
    parameters: [{ name: id, in: path, required: true, example: h-1, schema: { type: string } }]
    get:
      operationId: getHouse
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/House" } } } }, "404": { description: None. } }
  /houses:
    get:
      operationId: listHouses
      parameters: [{ name: sort, in: query, schema: { type: string } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, description: "${order}", items: { $ref: "#/components/schemas/House" } } } } } }
components:
  schemas:
    House:
      type: object
      required: [id, label, rooms]
      properties:
        id: { type: string }
        label: { type: string }
        rooms:
          type: array
          description: "${order}"
          items: { type: object, properties: { label: { type: string${values} }, size: { type: integer }, builtAt: { type: string, format: date-time } } }
`;

const room = (label: string, size: number, month: string) => ({
  label,
  size,
  builtAt: `2025-${month}-01T00:00:00Z`,
});
const [attic, bath, cellar] = [
  room("attic", 9, "01"),
  room("Bath", 4, "02"),
  room("cellar", 20, "03"),
];
const rooms = [attic, bath, cellar];

/** Serves houses of which the first one has its rooms in the right order, and the others have them in another one. */
async function failures(yaml: string, ...lists: readonly (typeof rooms)[]): Promise<string[]> {
  const all = lists.map((own, index) => ({
    id: `h-${index + 1}`,
    label: `${9 - index}`,
    rooms: own,
  }));
  const fetch = ({ url }: Request): Response => {
    const { pathname } = new URL(url);
    if (pathname === "/houses") return Response.json(all);
    const found = all.find(({ id }) => pathname === `/houses/${id}`);
    return found === undefined ? new Response(null, { status: 404 }) : Response.json(found);
  };
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch },
    replay: ["getHouse/example", "listHouses/example"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

test.each([
  ["In order of their labels.", rooms, [attic, cellar, bath], "is sorted neither way: label is"],
  ["Sorted by `size`, largest first.", [cellar, attic, bath], rooms, "gives size 4 before 20"],
  ["Oldest first.", rooms, [bath, attic], 'gives builtAt "2025-02-01T00:00:00Z" before'],
])(
  "finds a list within a record that is not in its order: %s",
  async (order, right, wrong, found) => {
    expect(await failures(houses(order), right, right)).toEqual([]);
    expect(await failures(houses(order), right, wrong)).toEqual([
      expect.stringContaining(`sort: \`rooms\` ${found}`),
    ]);
  },
);

test.each([
  "By label ascending; newest first in old houses.",
  "In the order of their labels or, usually, of their sizes.",
  "Those of the same size in the order of their labels.",
  "In your order.",
])("does not judge an order that it does not understand: %s", async (order) => {
  expect(
    await failures(houses(order), rooms, [cellar, attic, bath], [attic, cellar, bath]),
  ).toEqual([]);
});

test("lets texts of a few values have ranks, and says nothing of a service that never sorts", async () => {
  const order = "In order of their labels.";
  const values = ", enum: [cellar, attic, Bath]";
  expect(
    await failures(houses(order, values), rooms, [cellar, attic, bath], [attic, cellar, bath]),
  ).toEqual([]);
  const never = [attic, cellar, bath];
  expect(await failures(houses(order), never, never)).toEqual([]);
});

test.each([
  ["In the order of the labels.", rooms, [attic, cellar, bath]],
  ["Sorted by label, with the best one first.", rooms, [attic, cellar, bath]],
  ["Sorted by label within each floor.", rooms, [attic, cellar, bath]],
])("lets other things than a member decide: %s", async (order, ...lists) => {
  expect(await failures(houses(order), ...lists)).toEqual([]);
});

test.each(["updatedAt", "dueAt", "endsAt"])(
  "does not take %s for the time from which a record is old",
  async (name) => {
    const yaml = houses("Oldest first.").replaceAll("builtAt", name);
    const renamed = [rooms, [bath, attic]].map((list) =>
      list.map(({ builtAt, ...one }) => ({ ...one, [name]: builtAt })),
    );
    expect(await failures(yaml, ...(renamed as unknown as (typeof rooms)[]))).toEqual([]);
  },
);
