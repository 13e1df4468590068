import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = await read(`openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /shelves:
    get:
      operationId: listShelves
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shelf" } } } }
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "400": { description: Wrong. }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showBook
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { description: None. }
    delete:
      operationId: removeBook
      responses:
        "204": { description: Removed. }
        "404": { description: None. }
components:
  schemas:
    Shelf:
      type: object
      required: [id, bookCount]
      properties: { id: { type: string }, bookCount: { type: integer, minimum: 0 } }
    NewBook:
      type: object
      required: [title, shelfId]
      properties: { title: { type: string, minLength: 1 }, shelfId: { type: string, example: s-1 } }
    Book:
      type: object
      required: [id, title, shelfId]
      properties: { id: { type: string }, title: { type: string }, shelfId: { type: string } }
`);

type Way = "counts removed books" | "shows removed books" | "counts later";

/** A service of books on shelves, which count them. */
function bookService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const books = new Map<string, object>();
  const removed = new Set<string>();
  return async (request) => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (kind === "shelves") {
      const counted = [...books.keys()].filter(
        (one) => !removed.has(one) || does("counts removed books"),
      );
      const bookCount = does("counts later") ? 0 : counted.length;
      return Response.json([
        { id: "s-0", bookCount: 0 },
        { id: "s-1", bookCount },
      ]);
    }
    if (request.method === "POST") {
      const body = (await request.json()) as { readonly title?: unknown; shelfId?: unknown };
      const isValid = typeof body.title === "string" && body.title !== "";
      if (!isValid) return Response.json({}, { status: 400 });
      const made = { id: `b-${books.size + 1}`, ...body, shelfId: "s-1" };
      books.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const book = books.get(id);
    const isShown = !removed.has(id) || does("shows removed books");
    if (book === undefined || !isShown) return Response.json({}, { status: 404 });
    if (request.method === "GET") return Response.json(book);
    removed.add(id);
    return new Response(null, { status: 204 });
  };
}

async function messagesOf(...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description,
    server: { fetch: bookService(...ways) },
    expectations: { inputs: { addBook: { body: { title: "Ships", shelfId: "s-1" } } } },
    replay: ["addBook/flow/counted-elsewhere"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[Way[]]>([[[]], [["counts later"]], [["counts removed books", "shows removed books"]]])(
  "a shelf counts its books in its own way: %o",
  async (ways) => {
    expect(await messagesOf(...ways)).toEqual([]);
  },
);

test("finds a shelf that counts books which were removed", async () => {
  expect(await messagesOf("counts removed books")).toEqual([
    "derived-value listShelves: `bookCount` is 1 before and after removeBook, and addBook makes it 1 more",
  ]);
});
