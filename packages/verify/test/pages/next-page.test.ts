import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** A list of stamps in pages, of which each says which one follows. */
const stamps = (next: string): string => `openapi: 3.1.0
info: { title: Stamps, version: "1" }
paths:
  /stamps:
    get:
      operationId: listStamps
      x-pagination: { style: page, request: { page: page, pageSize: perPage }, response: { items: /items, nextPage: /nextPage, totalCount: /total } }
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: perPage, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [items, page, total, nextPage]
                properties:
                  items: { type: array, items: { $ref: "#/components/schemas/Stamp" } }
                  page: { type: integer }
                  total: { type: integer }
                  nextPage: { type: [integer, "null"], description: ${JSON.stringify(next)} }
        "400": { description: Wrong. }
components:
  schemas: { Stamp: { type: object, required: [id], properties: { id: { type: string } } } }
`;

const all = Array.from({ length: 6 }, (_, index) => ({ id: `s${index}` }));

/** Answers a page of all stamps. With the fault, the last page names another one where it is full. */
function fetchStamps(isNaming: boolean): (request: Request) => Response {
  return (request) => {
    const { searchParams, pathname } = new URL(request.url);
    if (request.method !== "GET" || pathname !== "/stamps")
      return new Response(null, { status: 405, headers: { allow: "GET" } });
    const [page, size] = [searchParams.get("page") ?? "1", searchParams.get("perPage") ?? "20"];
    if (![page, size].every((one) => /^[1-9]\d*$/.test(one)) || Number(size) > 50)
      return new Response(null, { status: 400 });
    const end = Number(page) * Number(size);
    const isLast = isNaming ? end > all.length : end >= all.length;
    const items = all.slice(end - Number(size), end);
    const nextPage = isLast ? null : Number(page) + 1;
    return Response.json({ items, page: Number(page), total: all.length, nextPage });
  };
}

async function saidOf(next: string, isNaming: boolean): Promise<readonly string[]> {
  const description = await read(stamps(next));
  const server = { fetch: fetchStamps(isNaming) };
  const { failures } = await verifyServer({ description, server });
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const isEnding = "The page after this one, or null if this is the last one.";

test("a full last page names no other one where the description says so", async () => {
  expect(await saidOf(isEnding, true)).toEqual([
    "pages: says at /nextPage that page 4 follows, and nothing does",
  ]);
});

test.each([
  [isEnding, false],
  ["The number of this page and one.", true],
])("says nothing of a list whose next page is %j, and names one: %s", async (next, isNaming) => {
  expect(await saidOf(next, isNaming)).toEqual([]);
});
