import { describe, expect, it } from "vitest";
import { answers, operationOf, stateFrom } from "./described.ts";

/** Returns how a list of things is paged, by its parameters and the members beside it. */
function pagesOf(parameters: string, members: string, headers = "{}"): unknown {
  const list = `{ type: object, properties: { things: { type: array, items: { $ref: "#/components/schemas/Thing" } }, ${members} } }`;
  const state = stateFrom(
    `
/things:
  get:
    operationId: ListThings
    parameters: [${parameters
      .split(" ")
      .map((name) => `{ name: "${name}", in: query, schema: {} }`)
      .join(", ")}]
    responses: { "200": { description: Things., headers: ${headers}, content: { application/json: { schema: ${list} } } } }
/things/{thing_id}:
  get:
    operationId: GetThing
    parameters: [{ name: thing_id, in: path, required: true, schema: { type: string } }]
    responses: { "200": ${answers('{ $ref: "#/components/schemas/Thing" }')} }
`,
    "Thing: { type: object, properties: { thing_id: { type: string }, size: { type: string } } }",
  );
  const operation = operationOf(state, "ListThings");
  return operation.kind === "list" ? operation.pages : undefined;
}

const items = "/things";
const number = "{ type: integer }";
const text = "{ type: [string, 'null'] }";

describe("the pages of a list without declared pagination", () => {
  it.for([
    [
      "page perPage",
      `total: ${number}, currentPage: ${number}`,
      { page: "page", pageSize: "perPage" },
      { items, page: "/currentPage", totalCount: "/total" },
    ],
    [
      "page[number] page[size]",
      `meta: { type: object, properties: { page: { type: object, properties: { totalPages: ${number} } } } }`,
      { page: "page[number]", pageSize: "page[size]" },
      { items, pageCount: "/meta/page/totalPages" },
    ],
  ] as const)("are numbered: %s", ([parameters, members, request, response]) => {
    expect(pagesOf(parameters, members)).toEqual({ style: "page", request, response });
  });

  it("start at an offset", () => {
    expect(pagesOf("skip max-results", `total_items: ${number}, next_offset: ${number}`)).toEqual({
      style: "offset",
      request: { offset: "skip", limit: "max-results" },
      response: { items, totalCount: "/total_items", nextOffset: "/next_offset" },
    });
  });

  it("start behind a cursor of the answer", () => {
    const paging = `paging: { type: object, properties: { next: ${text}, hasMore: { type: boolean } } }`;
    expect(pagesOf("pageToken limit", paging)).toEqual({
      style: "cursor",
      request: { cursor: "pageToken", limit: "limit" },
      response: { items, nextCursor: "/paging/next", hasMore: "/paging/hasMore" },
    });
  });

  it("start behind an item", () => {
    expect(pagesOf("startingAfter limit", "has_more: { type: boolean }")).toEqual({
      style: "cursor",
      request: { cursor: "startingAfter", limit: "limit" },
      response: { items, itemCursor: "/thing_id", hasMore: "/has_more" },
    });
  });

  it("are linked", () => {
    expect(pagesOf("page per_page", "x: {}", "{ Link: { schema: { type: string } } }")).toEqual({
      style: "link",
      request: { page: "page", pageSize: "per_page" },
      response: { items },
    });
  });

  it("are asked for by an offset if the member next is an address", () => {
    const next = "next: { type: string, format: uri }, count: { type: integer }";
    expect(pagesOf("cursor offset limit", next)).toMatchObject({ style: "offset" });
  });

  it("have at most a size if nothing asks for a later one", () => {
    expect(pagesOf("limit", `total: ${number}`)).toMatchObject({
      style: "offset",
      request: { offset: "", limit: "limit" },
    });
    expect(pagesOf("colour", `total: ${number}`)).toBeUndefined();
  });
});
