import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const marbles = `openapi: 3.1.0
info: { title: Marbles, version: "1" }
paths:
  /marbles:
    get:
      operationId: listMarbles
      parameters:
        - { name: colour, in: query, description: Only marbles of this colour., schema: { type: string, enum: [red, blue] } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 4, default: 4 } }
        - { name: cursor, in: query, description: Where to go on., schema: { type: string } }
      responses:
        "200":
          description: A page.
          headers: { Link: { description: The next page, if there is one., schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties: { items: { type: array, items: { $ref: "#/components/schemas/Marble" } } }
        "400": { description: The cursor is of another list. }
        "404": { description: There is no such list. }
components:
  schemas:
    Marble:
      type: object
      required: [id, colour]
      properties: { id: { type: string }, colour: { type: string, enum: [red, blue] } }
`;

const all = Array.from({ length: 12 }, (_, index) => ({
  id: `m${index}`,
  colour: index % 3 === 0 ? "blue" : "red",
}));

type Way =
  | "keeps the filter"
  | "loses the filter"
  | "keeps the filter in its cursor"
  | "has links of the path below which it is published";

const marbleService = (way: Way) => async (request: Request) => {
  const { pathname, searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? "";
  const [start = "0", own = ""] = cursor.split("-");
  const colour =
    way === "keeps the filter in its cursor" && cursor !== ""
      ? own
      : (searchParams.get("colour") ?? "");
  if (pathname !== "/marbles") return new Response(null, { status: 404 });
  if (cursor !== "" && own !== colour) return new Response(null, { status: 400 });
  const limit = Number(searchParams.get("limit") ?? 4);
  const known = all.filter((one) => colour === "" || one.colour === colour);
  const end = Number(start) + limit;
  const query = new URLSearchParams({ limit: String(limit), cursor: `${end}-${colour}` });
  const base = way === "has links of the path below which it is published" ? "/shop" : "";
  if (way !== "loses the filter" && way !== "keeps the filter in its cursor" && colour !== "")
    query.set("colour", colour);
  const link = { link: `<${base}/marbles?${query.toString()}>; rel="next"` };
  const items = known.slice(Number(start), end);
  return Response.json({ items }, { headers: end < known.length ? link : {} });
};

const found = async (way: Way): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description: await read(marbles),
    server: { fetch: marbleService(way) },
    replay: ["listMarbles/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

test("a link to the next page that the service itself refuses is found", async () => {
  expect(await found("loses the filter")).toEqual([
    "pages: answers 400 to its own link to the next page, which lacks `colour`",
  ]);
});

test.each<Way>([
  "keeps the filter",
  "keeps the filter in its cursor",
  "has links of the path below which it is published",
])("has nothing against a service that %s", async (way) => {
  expect(await found(way)).toEqual([]);
});
