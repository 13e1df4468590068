import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const steady =
  "Entries that are added or removed between two pages never make another one appear twice or be left out.";
const stop = `{ type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }`;
const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

const stops = (text: string): string => `openapi: 3.1.0
info: { title: Stops, version: "1", description: ${JSON.stringify(text)} }
paths:
  /stops:
    get:
      operationId: listStops
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 40, default: 10 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses: { "200": { description: All., ${content(`{ type: object, required: [items, next_cursor], properties: { items: { type: array, items: ${stop} }, next_cursor: { type: [string, "null"] } } }`)} }, "400": { description: Wrong. } }
    post:
      operationId: addStop
      requestBody: { required: true, ${content("{ type: object, required: [name], properties: { name: { type: string, example: Harbour } } }")} }
      responses: { "201": { description: It., ${content(stop)} } }
  /stops/{stopId}:
    parameters: [{ name: stopId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getStop, responses: { "200": { description: It., ${content(stop)} }, "404": { description: None. } } }
    delete: { operationId: removeStop, responses: { "204": { description: Gone. }, "404": { description: None. } } }
`;

interface Stop {
  readonly id: string;
  readonly name: string;
}

/** How a service pages: by the last entry or by an offset, the newest or the oldest first. */
interface Habit {
  readonly isByOffset?: boolean;
  readonly isNewestFirst?: boolean;
  /** The first two are one line, which goes with either of them. */
  readonly isPaired?: boolean;
}

function service({
  isByOffset,
  isNewestFirst,
  isPaired,
}: Habit): (request: Request) => Promise<Response> {
  let all: Stop[] = ["s1", "s2", "s3"].map((id) => ({ id, name: id }));
  let last = 3;
  const list = (query: URLSearchParams): Response => {
    const limit = Number(query.get("limit") ?? 10);
    if (limit < 1 || limit > 40) return new Response(null, { status: 400 });
    const sorted = isNewestFirst === true ? all.toReversed() : all;
    const cursor = query.get("cursor");
    const number = (id: string): number => Number(id.slice(1));
    const isAfter = ({ id }: Stop): boolean =>
      isNewestFirst === true
        ? number(id) < number(cursor ?? "")
        : number(id) > number(cursor ?? "");
    const from =
      cursor === null ? 0 : isByOffset === true ? Number(cursor) : sorted.findIndex(isAfter);
    const items = from < 0 ? [] : sorted.slice(from, from + limit);
    const isMore = from >= 0 && from + limit < sorted.length;
    const next = isByOffset === true ? String(from + limit) : items.at(-1)?.id;
    return Response.json({ items, next_cursor: isMore ? next : null });
  };
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split("/");
    if (request.method === "POST") {
      last += 1;
      const { name } = (await request.json()) as Stop;
      const own = { id: `s${last}`, name };
      all.push(own);
      return Response.json(own, { status: 201 });
    }
    if (id === undefined) return list(searchParams);
    const found = all.find((one) => one.id === id);
    if (found === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(found);
    const at = all.indexOf(found);
    all = all.filter(
      (one, index) => one !== found && !(isPaired === true && Math.abs(index - at) === 1),
    );
    return new Response(null, { status: 204 });
  };
}

async function linesOf(text: string, habit: Habit): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(stops(text)),
    server: { fetch: service(habit) },
  });
  expect(errors).toEqual([]);
  return failures
    .filter(({ check }) => check === "pages")
    .map((one) => `${one.operationId}: ${one.message.replace(/s\d+/, "one")}`);
}

test.each([true, false])(
  "finds cursors that are offsets, newest first: %s",
  async (isNewestFirst) => {
    expect(await linesOf(steady, { isByOffset: true, isNewestFirst })).toEqual([
      "listStops: the page after one of which one was deleted leaves out an entry that is still listed, which it does not by its description",
    ]);
  },
);

test.each<[string, string, Habit]>([
  ["remember the last entry", steady, {}],
  ["remember the last entry, newest first", steady, { isNewestFirst: true }],
  ["are offsets, of which nothing is said", "Lists come in pages.", { isByOffset: true }],
  [
    "are offsets, of which that is said",
    "Entries that are removed between two pages may be skipped, and not every one is on a page.",
    { isByOffset: true },
  ],
  ["follow an entry that took its neighbours with it", steady, { isPaired: true }],
])("does not blame cursors that %s", async (_, text, habit) => {
  expect(await linesOf(text, habit)).toEqual([]);
});
