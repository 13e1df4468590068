import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { resourceFlows } from "../../src/server/cases/flows/resources.ts";
import { clearedBy } from "../../src/server/cases/states/cleared-by-deletion.ts";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const inPath = (name: string): string =>
  `[{ name: ${name}, in: path, required: true, schema: { type: integer } }]`;

/** Shelves, which may stand beside another shelf, and books, which may be on one. */
const shelves = (deletion: string): string => `openapi: 3.1.0
info: { title: Shelves, version: "1" }
paths:
  /shelves:
    post:
      operationId: addShelf
      requestBody: { required: true, ${content("NewShelf")} }
      responses: { "201": { description: Made., ${content("Shelf")} }, "422": { description: Wrong. } }
  /shelves/{shelfId}:
    parameters: ${inPath("shelfId")}
    get: { operationId: getShelf, responses: { "200": { description: It., ${content("Shelf")} }, "404": { description: None. } } }
    delete:
      operationId: removeShelf
      description: ${JSON.stringify(deletion)}
      responses: { "204": { description: Gone. }, "404": { description: None. } }
  /books:
    post:
      operationId: addBook
      requestBody: { required: true, ${content("NewBook")} }
      responses: { "201": { description: Made., ${content("Book")} }, "422": { description: Wrong. } }
  /books/{bookId}:
    parameters: ${inPath("bookId")}
    get: { operationId: getBook, responses: { "200": { description: It., ${content("Book")} }, "404": { description: None. } } }
components:
  schemas:
    NewShelf: { type: object, required: [name], properties: { name: { type: string }, besideId: { type: [integer, "null"] } } }
    Shelf: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, besideId: { type: [integer, "null"] } } }
    NewBook: { type: object, required: [title], properties: { title: { type: string }, shelfId: { type: [integer, "null"] }, nearIds: { type: array, items: { type: integer } } } }
    Book: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string }, shelfId: { type: [integer, "null"] }, nearIds: { type: array, items: { type: integer } } } }
`;

interface Way {
  /** The members that are cleared. */
  readonly clears: readonly string[];
  readonly deletesBooks?: boolean;
  readonly marks?: boolean;
  /** True if nothing is put on a shelf when it is made. */
  readonly ignores?: boolean;
}

function shelfService({ clears, deletesBooks, marks, ignores }: Way) {
  const all = new Map<string, Record<string, unknown>>();
  let last = 100;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    const path = `${kind}/${id}`;
    if (request.method === "POST") {
      last += 1;
      const sent = (await request.json()) as Record<string, unknown>;
      const made = {
        ...sent,
        ...(ignores === true && { besideId: null, shelfId: null }),
        id: last,
      };
      all.set(`${kind}/${last}`, made);
      return Response.json(made, { status: 201 });
    }
    const known = all.get(path);
    if (known === undefined) return answer(404);
    if (request.method === "GET") return Response.json(known);
    if (marks !== true) all.delete(path);
    for (const [other, one] of all)
      for (const member of ["shelfId", "besideId"])
        if (one[member] === known["id"] && deletesBooks === true) all.delete(other);
        else if (one[member] === known["id"] && clears.includes(member)) one[member] = null;
    for (const one of all.values())
      if (Array.isArray(one["nearIds"]) && clears.includes("nearIds"))
        one["nearIds"] = one["nearIds"].filter((own) => own !== known["id"]);
    return answer(204);
  };
}

async function said(way: Way, deletion: string, kind: string): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(shelves(deletion)),
    server: { fetch: shelfService(way) },
    replay: [`removeShelf/cleared/${kind}`],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const ofBooks = "Removes it, and `shelfId` of books that named it becomes `null`.";
const ofShelves = "`besideId` of the other shelves that stood beside it is set to null.";

describe("a member that named a deleted record", () => {
  test("is found to be left", async () => {
    expect(await said({ clears: ["besideId"] }, ofBooks, "Book/shelfId")).toEqual([
      `described-rule: leaves \`shelfId\` of the Book that names the deleted Shelf, and the description says ${JSON.stringify(ofBooks)}`,
    ]);
    expect(await said({ clears: ["shelfId"] }, ofBooks, "Book/shelfId")).toEqual([]);
  });

  test("is found to be left in a record of the same kind", async () => {
    expect(await said({ clears: ["shelfId"] }, ofShelves, "Shelf/besideId")).toHaveLength(1);
    expect(await said({ clears: ["besideId"] }, ofShelves, "Shelf/besideId")).toEqual([]);
  });

  test("is found to be left in a list of names", async () => {
    const ofNear = "Its id is taken out of the `nearIds` of all books, whose `title` stays.";
    expect(await said({ clears: ["shelfId"] }, ofNear, "Book/nearIds")).toHaveLength(1);
    expect(await said({ clears: ["nearIds"] }, ofNear, "Book/nearIds")).toEqual([]);
  });

  test.each<Way>([
    { clears: [], deletesBooks: true },
    { clears: [], marks: true },
    { clears: [], ignores: true },
  ])("says nothing of a service that does it in another way: %o", async (way) => {
    expect(await said(way, ofBooks, "Book/shelfId")).toEqual([]);
  });

  test.each<[string, string[]]>([
    [ofBooks, ["shelfId"]],
    [ofShelves, ["besideId"]],
    ["`shelfId` of its books is cleared.", ["shelfId"]],
    [
      "`shelfId` of all books that stood on it is null then; `besideId` of shelves is emptied.",
      ["besideId"],
    ],
    ["It disappears from `nearIds` of every book.", ["nearIds"]],
    ["It is removed from `nearIds` of books if they are open.", []],
    ["It is removed from `nearIds` of books that are open.", []],
    ["It is removed from `nearIds` of books in the same room.", []],
    ["It is removed from `nearIds` of all books that named it.", ["nearIds"]],
    ["`shelfId` of books that named it stays.", []],
    ["`shelfId` of books becomes null if the shelf was empty.", []],
    ["`shelfId` of books becomes null, unless they are lent.", []],
    ["`shelfId` of boxes that named it becomes null.", []],
    ["`boxId` of books that named it becomes null.", []],
    ["Books that named it are on no shelf.", []],
  ])("is the one of the sentence: %s", async (deletion, members) => {
    const api = verifiedApi(await read(shelves(deletion)));
    const rules = resourceFlows(api).flatMap((one) =>
      one.remove === undefined ? [] : clearedBy(api, one, one.remove),
    );
    expect(rules.map(({ member }) => member)).toEqual(members);
  });
});
