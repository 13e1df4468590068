import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { comparisonIn } from "../../src/server/cases/filters/said-comparison.ts";
import { describe as read } from "../support.ts";

interface Said {
  /** What the list says of its order. */
  readonly list: string;
  /** What the whole API says. */
  readonly info?: string;
  /** True if the order is asked for. */
  readonly isAsked?: boolean;
}

/** Shelves under labels that the client chooses in the path. */
const shelves = ({ list, info = "Shelves.", isAsked = false }: Said): string => `openapi: 3.1.0
info: { title: Shelves, version: "1", description: ${JSON.stringify(info)} }
paths:
  /shelves:
    get:
      operationId: listShelves
      description: ${JSON.stringify(list)}
${isAsked ? "      parameters: [{ name: sort, in: query, schema: { type: string, enum: [label, -label], default: label } }]" : ""}
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shelf" } } } }
  /shelves/{label}:
    parameters: [{ name: label, in: path, required: true, schema: { type: string, minLength: 1 } }]
    get:
      operationId: showShelf
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
        "404": { description: None. }
    put:
      operationId: putShelf
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { width: { type: integer } } } } }
      responses:
        "200": { description: Replaced., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Shelf" } } } }
components:
  schemas:
    Shelf: { type: object, required: [label], properties: { label: { type: string }, width: { type: integer } } }
`;

type Order = "by code points" | "by language" | "without case";

const compare: Readonly<Record<Order, (one: string, other: string) => number>> = {
  "by code points": (one, other) => Number(one > other) - Number(one < other),
  "by language": (one, other) => one.localeCompare(other, "en"),
  "without case": (one, other) => compare["by code points"](one.toLowerCase(), other.toLowerCase()),
};

function shelfService(order: Order): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , segment] = pathname.split("/");
    if (segment === undefined) {
      const labels = [...all.keys()].toSorted(compare[order]);
      const sorted = searchParams.get("sort") === "-label" ? labels.toReversed() : labels;
      return Response.json(sorted.map((label) => all.get(label)));
    }
    const label = decodeURIComponent(segment);
    const known = all.get(label);
    if (request.method === "PUT") {
      const shelf = { ...((await request.json()) as object), label };
      all.set(label, shelf);
      return Response.json(shelf, { status: known === undefined ? 201 : 200 });
    }
    return known === undefined ? new Response(null, { status: 404 }) : Response.json(known);
  };
}

async function said(text: Said, order: Order): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(shelves(text)),
    server: { fetch: shelfService(order) },
    replay: ["listShelves/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const sorting = "**Sorting.** Texts are compared by Unicode code points.";

test.each<[Said, RegExp]>([
  [
    { list: "All, by label ascending (by code points, thus `Zoo` before `abc`)." },
    /^sort: the list \(by label ascending\) gives label "maple-/,
  ],
  [{ list: "All, sorted by label.", info: sorting }, /^sort: the list .* sorted neither way/],
  [
    { list: "All.", info: sorting, isAsked: true },
    /^sort: the list \(sort=label by default\) gives label "maple-/,
  ],
])("texts are compared by code points where a sentence says so: %o", async (text, fault) => {
  expect(await said(text, "by code points")).toEqual([]);
  const found = await said(text, "by language");
  expect(found[0]).toMatch(fault);
  expect(await said(text, "without case")).not.toEqual([]);
});

test("texts are compared without case where a sentence says so", async () => {
  const list = "Sorted by label, ascending, case-insensitively.";
  expect(await said({ list }, "without case")).toEqual([]);
  expect(await said({ list }, "by language")).toEqual([]);
  expect(await said({ list }, "by code points")).toEqual([
    expect.stringMatching(/^sort: the list \(Sorted by label\) gives label "Willow-/),
  ]);
});

test.each<Said>([
  { list: "All, by label ascending." },
  { list: "All, by label ascending, whose length is counted in code points." },
  {
    list: "All, by label ascending.",
    info: "Labels are unique. They are compared by code points.",
  },
  { list: "All, by label ascending.", info: "Sorted by code points, or by the caller's language." },
])("texts are compared in any way where nothing says how: %o", async (text) => {
  for (const order of ["by code points", "by language", "without case"] as const)
    expect(await said(text, order)).toEqual([]);
});

test.each([
  ["Sorted by code points.", "by code points"],
  ["Sorted by code units, ignoring case.", undefined],
  ["In the order of names, regardless of case.", "without case"],
  ["In the order of names.", undefined],
])("reads how texts are compared: %s", (sentence, comparison) => {
  expect(comparisonIn(sentence)).toBe(comparison);
});
