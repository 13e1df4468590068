import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

const ofShelf = "A shelf has at most 3 books; a fourth is refused with 409.";
const ofReader = "A reader can have at most two loans; a third is answered with 409.";

const resource = (name: string, path: string, text = "Makes one."): string => `
  ${path}:
    ${path.includes("{") ? `parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]` : ""}
    post:
      operationId: create${name}
      description: ${JSON.stringify(text)}
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/New${name}" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "404": { description: None. }
        "409": { description: It conflicts. }
  /${name.toLowerCase()}s/{${name.toLowerCase()}Id}:
    parameters: [{ name: ${name.toLowerCase()}Id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: get${name}
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }
        "404": { description: None. }`;

/** Describes shelves with books, and loans of books by readers. */
const library = (shelf = ofShelf, reader = ofReader): string => `openapi: 3.1.0
info: { title: Library, version: "1" }
paths:${resource("Shelf", "/shelfs")}${resource("Book", "/shelfs/{shelfId}/books", shelf)}${resource("Loan", "/loans", reader)}
components:
  schemas:
    NewShelf: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Shelf: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    NewBook: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Book:
      type: object
      required: [id, title, shelfId, status]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        shelfId: { type: string, readOnly: true }
        status: { type: string, enum: [free, lent], readOnly: true }
    NewLoan:
      type: object
      required: [bookId, readerEmail]
      properties: { bookId: { type: string }, readerEmail: { type: string, format: email, example: ida@example.org } }
    Loan:
      allOf:
        - $ref: "#/components/schemas/NewLoan"
        - { type: object, required: [id], properties: { id: { type: string, readOnly: true } } }
`;

/** How many books a shelf and a reader may have, and whether a refused loan leaves its book lent. */
interface Limits {
  readonly books: number;
  readonly loans: number;
  readonly keepsBook?: boolean;
}

function libraryService({ books, loans, keepsBook = false }: Limits) {
  const known = new Map<string, Record<string, string>>();
  const all = (kind: string, name: string, value: string | undefined): number =>
    [...known].filter(([key, one]) => key.startsWith(kind) && one[name] === value).length;
  const answer = (status: number): Response => new Response(null, { status });
  const keep = (kind: string, own: Record<string, string>): Response => {
    const id = `${kind}-${known.size}`;
    known.set(id, { id, ...own });
    return Response.json(known.get(id), { status: 201 });
  };
  return async (request: Request): Promise<Response> => {
    const [, kind = "", id = "", below] = new URL(request.url).pathname.split("/");
    const found = known.get(id);
    if (request.method !== "POST") return found === undefined ? answer(404) : Response.json(found);
    const body = (await request.json()) as Record<string, string>;
    if (below === "books") {
      if (found === undefined) return answer(404);
      if (all("book", "shelfId", id) >= books) return answer(409);
      return keep("book", { ...body, shelfId: id, status: "free" });
    }
    if (kind === "shelfs") return keep("shelf", body);
    const book = known.get(body["bookId"] ?? "");
    if (book === undefined) return answer(404);
    if (book["status"] === "lent") return answer(409);
    const isOver = all("loan", "readerEmail", body["readerEmail"]) >= loans;
    if (!isOver || keepsBook) book["status"] = "lent";
    return isOver ? answer(409) : keep("loan", body);
  };
}

const replay = ["createBook/limits/0", "createLoan/limits/0"];

/** Returns what is said of a service by the cases about limits, or by all cases. */
async function said(limits: Limits, yaml = library(), isWhole = false): Promise<string[]> {
  const { failures } = await verifyServer({
    description: await read(yaml),
    server: { fetch: libraryService(limits) },
    ...(!isWhole && { replay }),
  });
  return failures
    .filter(({ check }) => check === "described-rule")
    .map(({ operationId = "", message }) => `${operationId}: ${message}`);
}

describe("finds a service that", () => {
  test("takes one more below a record", async () => {
    expect(await said({ books: 4, loans: 2 })).toEqual([
      `createBook: takes 4 of them, and the description says ${JSON.stringify("A shelf has at most 3 books;")}`,
    ]);
  });

  test("takes one more of somebody", async () => {
    expect(await said({ books: 3, loans: 3 })).toEqual([
      `createLoan: takes 3 of them, and the description says ${JSON.stringify("A reader can have at most two loans;")}`,
    ]);
  });

  test("changes what a refused creation names", async () => {
    expect(await said({ books: 3, loans: 2, keepsBook: true })).toEqual([
      "createLoan: is refused with 409, and changes `status` of the Book that it names nevertheless",
    ]);
  });
});

describe("says nothing of a service that", () => {
  test("keeps to its limits", async () => {
    expect(await said({ books: 3, loans: 2 })).toEqual([]);
  });

  test.each([
    "A shelf has at most 3 books by default; more are refused with 409.",
    "A shelf has at most 3 books.",
    "A shelf gives at most 3 books per page; more are refused with 409.",
    "A title has at most 3 words; a fourth is refused with 409.",
    "A shelf has at most 300 books; more are refused with 409.",
  ])("takes more where it may: %s", async (shelf) => {
    expect(await said({ books: 9, loans: 2 }, library(shelf), true)).toEqual([]);
  });
});
