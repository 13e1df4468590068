import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const songs = (said: string): string => `openapi: 3.1.0
info: { title: Songs, version: "1" }
paths:
  /songs:
    get:
      operationId: listSongs
      parameters:
        - { name: tag, in: query, description: ${JSON.stringify(said)}, schema: { type: string, minLength: 1 } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Song" } } } }
components:
  schemas:
    Song:
      type: object
      required: [id, tags]
      properties: { id: { type: string }, tags: { type: array, items: { type: string } } }
`;

const all = [
  { id: "s-1", tags: ["railways", "travel"] },
  { id: "s-2", tags: ["food"] },
];

type Finds = (tags: readonly string[], wanted: string) => boolean;

const found = async (said: string, finds: Finds): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description: await read(songs(said)),
    server: {
      fetch: async (request) => {
        const tag = new URL(request.url).searchParams.get("tag");
        return Response.json(all.filter(({ tags }) => tag === null || finds(tags, tag)));
      },
    },
    replay: ["listSongs/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

const exact: Finds = (tags, wanted) => tags.includes(wanted);
const byPart: Finds = (tags, wanted) => tags.some((one) => one.includes(wanted));

test("a filter that is said to be exact does not find texts by a part of them", async () => {
  const said = "Only songs that have exactly this tag.";
  expect(await found(said, byPart)).toEqual([
    'filter: filter tag=railway contains ["railways","travel"]',
  ]);
  expect(await found(said, exact)).toEqual([]);
});

test.each([
  "Only songs with this tag.",
  "Only songs with this tag, not necessarily exactly.",
  "An exact tag or the beginning of one.",
  "The tag, which needn't be exact.",
  "Songs whose tags match, exact matches first.",
  "A tag, as exact as you know it.",
])("others may: %s", async (said) => {
  expect(await found(said, byPart)).toEqual([]);
});
