import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const dunes = `openapi: 3.1.0
info: { title: Dunes, version: "1" }
paths:
  /dunes:
    get:
      operationId: listDunes
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [height, -height], default: height } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses:
        "200":
          description: A page.
          headers: { Link: { description: The next page, if there is one., schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties: { items: { type: array, items: { $ref: "#/components/schemas/Dune" } } }
components:
  schemas:
    Dune:
      type: object
      required: [id, height]
      properties: { id: { type: string }, height: { type: integer } }
`;

const all = Array.from({ length: 9 }, (_, index) => ({ id: `d${index}`, height: 10 + index }));

const duneService = (losesSort: boolean) => (request: Request) => {
  const { searchParams } = new URL(request.url);
  const [page, size] = [searchParams.get("page") ?? 1, searchParams.get("per_page") ?? 20].map(
    Number,
  ) as [number, number];
  const known = searchParams.get("sort") === "-height" ? all.toReversed() : all;
  const query = new URLSearchParams(searchParams);
  if (losesSort) query.delete("sort");
  query.set("page", String(page + 1));
  const link = { link: `</dunes?${query.toString()}>; rel="next"` };
  const items = known.slice((page - 1) * size, page * size);
  return Response.json({ items }, { headers: page * size < known.length ? link : {} });
};

async function found(losesSort: boolean): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(dunes),
    server: { fetch: duneService(losesSort) },
    replay: ["listDunes/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test("a link to the next page that loses an order other than the usual one is found", async () => {
  expect(await found(true)).toEqual([
    "sort: sort=-height gives height 12 before 13, in pages of 2",
  ]);
  expect(await found(false)).toEqual([]);
});
