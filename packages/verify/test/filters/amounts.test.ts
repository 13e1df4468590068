import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = (sort = "Prices are sorted as amounts."): string => `openapi: 3.1.0
info: { title: Talks, version: "1", description: Texts are sorted by code points. }
paths:
  /talks:
    get:
      operationId: listTalks
      parameters:
        - { name: minPrice, in: query, description: Lowest price., schema: { $ref: "#/components/schemas/Price" } }
        - { name: minScore, in: query, description: Talks without a score do not match., schema: { type: integer, minimum: 0 } }
        - { name: sort, in: query, description: "${sort}", schema: { type: string, enum: [price, "-price"] } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Talk" } } } }
  /talks/{talkId}:
    get:
      operationId: showTalk
      parameters: [{ name: talkId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Talk" } } } }
        "404": { description: None. }
components:
  schemas:
    Price: { type: string, pattern: '^(0|[1-9][0-9]*)\\.[0-9]{2}$' }
    Talk:
      type: object
      required: [id, price, score]
      properties:
        id: { type: string }
        price: { $ref: "#/components/schemas/Price" }
        score: { type: [integer, "null"], minimum: 0 }
`;

const talks = [
  { id: "t-1", price: "95.00", score: 3 },
  { id: "t-2", price: "149.00", score: null },
  { id: "t-3", price: "1200.50", score: 0 },
];

type Way = "sorts prices as texts" | "leaves out the bound" | "takes zero for no bound";

/** A service of talks, whose prices are texts. */
function talkService(...ways: readonly Way[]): (request: Request) => Response {
  const does = (way: Way): boolean => ways.includes(way);
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split("/");
    if (id !== undefined) {
      const talk = talks.find((one) => one.id === id);
      return Response.json(talk ?? {}, { status: talk === undefined ? 404 : 200 });
    }
    const least = searchParams.get("minPrice");
    const score = searchParams.get("minScore");
    const isUnbound = score === null || (score === "0" && does("takes zero for no bound"));
    const found = talks
      .filter(({ price }) => least === null || Number(price) >= Number(least))
      .filter(({ price }) => !does("leaves out the bound") || price !== least)
      .filter((one) => isUnbound || (one.score !== null && one.score >= Number(score)));
    const order = searchParams.get("sort");
    const compare = (one: string, other: string): number =>
      does("sorts prices as texts") ? Number(one > other) * 2 - 1 : Number(one) - Number(other);
    const sorted = found.toSorted((one, other) => compare(one.price, other.price));
    return Response.json(order === "-price" ? sorted.toReversed() : sorted);
  };
}

async function messagesOf(said?: string, ...ways: readonly Way[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(description(said)),
    server: { fetch: talkService(...ways) },
    replay: ["listTalks/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test("has nothing to say of prices in texts that are sorted and bounded as amounts", async () => {
  expect(await messagesOf()).toEqual([]);
});

test("finds prices that are sorted as texts where a sentence says that they are amounts", async () => {
  expect(await messagesOf(undefined, "sorts prices as texts")).toEqual([
    expect.stringMatching(/^sort: sort=price gives price "1200\.50" before "149\.00"/),
  ]);
});

test("leaves open how prices in texts are sorted, whatever is said of texts", async () => {
  expect(await messagesOf("The order.", "sorts prices as texts")).toEqual([]);
  expect(await messagesOf("The order.")).toEqual([]);
});

test("finds a least price that leaves out what costs exactly that", async () => {
  expect(await messagesOf(undefined, "leaves out the bound")).toEqual([
    expect.stringMatching(/^filter: filter minPrice=(\d+\.\d\d) leaves out t-\d, which has "\1"$/),
  ]);
});

test("finds a least of zero that is taken for none", async () => {
  expect(await messagesOf(undefined, "takes zero for no bound")).toEqual([
    "filter: filter minScore=0 contains null",
  ]);
});
