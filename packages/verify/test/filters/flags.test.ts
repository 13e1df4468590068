import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const plant = `{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }`;

const plants = (flag: string, text: string): string => `openapi: 3.1.0
info: { title: Plants, version: "1" }
paths:
  /plants:
    get:
      operationId: listPlants
      parameters: [{ name: ${flag}, in: query, description: ${JSON.stringify(text)}, schema: { type: boolean } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: ${plant} } } } } }
  /plants/{plantId}:
    parameters: [{ name: plantId, in: path, required: true, schema: { type: string }, example: a }]
    get: { operationId: getPlant, responses: { "200": { description: It., content: { application/json: { schema: ${plant} } } }, "404": { description: None. } } }
`;

const all = [
  { id: "a", name: "Aloe", photos: 1 },
  { id: "b", name: "Basil", photos: 0 },
  { id: "c", name: "Cress", photos: 2 },
];

type Plant = (typeof all)[number];

/** A list that leaves out what a flag excludes. */
async function linesOf(
  flag: string,
  text: string,
  isListed: (plant: Plant, wanted: string | null) => boolean,
): Promise<string[]> {
  const fetch = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const shown = all
      .filter((one) => isListed(one, searchParams.get(flag)))
      .map(({ id, name }) => ({ id, name }));
    const [, , id] = pathname.split("/");
    if (id === undefined) return Response.json(shown);
    const one = shown.find((own) => own.id === id);
    return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
  };
  const description = await read(plants(flag, text));
  const { failures, errors } = await verifyServer({ description, server: { fetch } });
  expect(errors).toEqual([]);
  return failures
    .filter(({ check }) => check === "filter")
    .map((one) => `${one.operationId}: ${one.message}`);
}

const has = ({ photos }: Plant): boolean => photos > 0;
const opposite =
  "`true`: plants with at least one photo. `false`: plants without any, also new ones.";
const both = "Only plants with photos (true), or only those without (false).";

test.each<[string, string, (plant: Plant, wanted: string | null) => boolean, string]>([
  [
    "takes false for true",
    "With photos.",
    (one, wanted) => wanted === null || has(one),
    "filter has_photo gives the same 2 items for true and for false",
  ],
  [
    "ignores the flag",
    both,
    () => true,
    "filter has_photo gives the same 3 items for true and for false",
  ],
  [
    "takes false for no flag, although it says otherwise",
    both,
    (one, wanted) => wanted !== "true" || has(one),
    "filter has_photo=false contains 2 of the 2 items that has_photo=true has",
  ],
])("finds a list that %s", async (_, text, isListed, line) => {
  expect(await linesOf("has_photo", text, isListed)).toEqual([`listPlants: ${line}`]);
});

test("finds a list that ignores false for a flag of another name, of which both values are described", async () => {
  const ignored = (one: Plant, wanted: string | null): boolean => wanted !== "true" || has(one);
  const line = "filter seen=false contains 2 of the 2 items that seen=true has";
  expect(await linesOf("seen", opposite, ignored)).toEqual([`listPlants: ${line}`]);
});

test.each<[string, string, string, (plant: Plant, wanted: string | null) => boolean]>([
  [
    "keeps both apart by a flag of another name",
    "seen",
    opposite,
    (one, wanted) => wanted === null || String(has(one)) === wanted,
  ],
  [
    "has all for true",
    "all",
    "`true`: plants with those that are archived. `false`: plants that grow.",
    (one, wanted) => wanted === "true" || has(one),
  ],
  [
    "keeps both apart",
    "has_photo",
    both,
    (one, wanted) => wanted === null || String(has(one)) === wanted,
  ],
  [
    "takes false for no flag",
    "has_photo",
    "Only plants with photos.",
    (one, wanted) => wanted !== "true" || has(one),
  ],
  [
    "gives all for false, as it says",
    "has_photo",
    "Only those with photos; false gives all, also those without.",
    (one, wanted) => wanted !== "true" || has(one),
  ],
  ["has none of either kind", "has_photo", both, (_, wanted) => wanted === null],
  ["shows more of each", "include_photos", "Adds photos.", () => true],
  ["expands each", "with_photos", "Adds photos.", () => true],
])("does not blame a list that %s", async (_, flag, text, isListed) => {
  expect(await linesOf(flag, text, isListed)).toEqual([]);
});
