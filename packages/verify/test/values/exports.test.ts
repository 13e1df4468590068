import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Shelves with books, whose titles are exported. */
const description = await read(`openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths:
  /shelves:
    post:
      operationId: addShelf
      requestBody: { required: true, ${json("NewShelf")} }
      responses: { "201": { description: It., ${json("Shelf")} } }
  /shelves/{shelfId}:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getShelf
      responses: { "200": { description: It., ${json("Shelf")} }, "404": { description: None. } }
  /shelves/{shelfId}/labels:
    parameters: [{ name: shelfId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: printLabels
      responses:
        "200": { description: Lines., content: { text/plain: { schema: { type: string } } } }
        "404": { description: None. }
  /books:
    post:
      operationId: addBook
      requestBody: { required: true, ${json("NewBook")} }
      responses: { "201": { description: It., ${json("Book")} }, "422": { description: No shelf. } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBook
      responses: { "200": { description: It., ${json("Book")} }, "404": { description: None. } }
  /books/export:
    get:
      operationId: exportBooks
      responses: { "200": { description: Lines., content: { text/csv: { schema: { type: string } } } } }
components:
  schemas:
    NewShelf: { type: object, required: [room], properties: { room: { type: string } } }
    Shelf: { type: object, required: [id], properties: { id: { type: string }, room: { type: string } } }
    NewBook:
      type: object
      required: [shelfId, title]
      properties: { shelfId: { type: string }, title: { type: string } }
    Book:
      type: object
      required: [id, shelfId, title]
      properties: { id: { type: string }, shelfId: { type: string }, title: { type: string } }
`);

/** A service of books, whose lines are written as it is told to. */
function bookService(
  lineOf: (title: string) => string,
  type: string,
): (request: Request) => Promise<Response> {
  const all = new Map<string, Record<string, string>>();
  const lines = (books: Iterable<Record<string, string>>): Response => {
    const text = [...books].map(({ title = "" }) => `${lineOf(title)}\r\n`).join("");
    return new Response(new TextEncoder().encode(text), { headers: { "Content-Type": type } });
  };
  return async (request) => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    if (request.method === "POST") {
      const given = (await request.json()) as Record<string, string>;
      if (given["shelfId"] !== undefined && !all.has(given["shelfId"]))
        return new Response(null, { status: 422 });
      const made = { ...given, id: `record-${all.size + 1}` };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const books = [...all.values()].filter(({ title }) => title !== undefined);
    if (id === "export") return lines(books);
    const found = all.get(id);
    if (found === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json(found);
    return lines(books.filter(({ shelfId }) => shelfId === id));
  };
}

const messagesOf = async (lineOf: (title: string) => string, charset = ""): Promise<string[]> => {
  const server = (type: string) => ({ fetch: bookService(lineOf, `${type}${charset}`) });
  const reports = await Promise.all([
    verifyServer({
      description,
      server: server("text/csv"),
      replay: ["exportBooks/values/export-of-Book"],
    }),
    verifyServer({
      description,
      server: server("text/plain"),
      replay: ["printLabels/values/export-of-Book"],
    }),
  ]);
  for (const report of reports) {
    expect(report.errors).toEqual([]);
    expect(report.coverage.some(({ statuses }) => (statuses["200"] ?? 0) > 0)).toBe(true);
  }
  return reports.flatMap(({ failures }) =>
    failures.map(({ operationId, message }) => `${operationId}: ${message}`),
  );
};

const inAscii = (title: string): string => title.replaceAll(/[^ -~]/gu, "?");

test("finds exports with question marks in place of characters", async () => {
  const lost = `has "Gr??e ??" in place of "Grüße 中文", which was written just before`;
  expect(await messagesOf(inAscii)).toEqual([`exportBooks: ${lost}`, `printLabels: ${lost}`]);
});

test.each<[string, (title: string) => string, string]>([
  ["has all characters", (title) => title, "; charset=utf-8"],
  ["has no titles", () => "a book", ""],
  ["says that it is in ASCII", inAscii, "; charset=us-ascii"],
])("an export that %s has no failure", async (_, lineOf, charset) => {
  expect(await messagesOf(lineOf, charset)).toEqual([]);
});
