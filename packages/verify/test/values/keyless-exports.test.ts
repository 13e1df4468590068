import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Books with chapters, and a table of these whose lines have no keys. */
const books = (sentence: string): string => `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    post:
      operationId: addBook
      responses: { "201": { description: Made., ${json("Book")} } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBook
      responses: { "200": { description: It., ${json("Book")} }, "404": { description: None. } }
  /books/{bookId}/chapters:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listChapters
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Chapter" } } } }
        "404": { description: None. }
    post:
      operationId: addChapter
      requestBody: { required: true, ${json("NewChapter")} }
      responses:
        "201": { description: Made., ${json("Chapter")} }
        "404": { description: None. }
        "409": { description: The number is taken. }
  /books/{bookId}/chapters.csv:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: exportChapters
      description: ${sentence}
      responses:
        "200":
          description: The table.
          content: { text/csv: { schema: { type: string }, example: "number,title\\r\\n1,Away\\r\\n" } }
        "404": { description: None. }
components:
  schemas:
    Book: { type: object, required: [id], properties: { id: { type: string } } }
    NewChapter:
      type: object
      required: [title, number]
      properties: { title: { type: string, minLength: 1 }, number: { type: integer, minimum: 1, maximum: 9999 } }
    Chapter:
      allOf:
        - { $ref: "#/components/schemas/NewChapter" }
        - { type: object, required: [id, bookId], properties: { id: { type: string }, bookId: { type: string } } }
`;

interface Chapter {
  readonly id: string;
  readonly bookId: string;
  readonly number: number;
  readonly title: string;
}

interface Way {
  readonly quote?: (text: string) => string;
  /** The last line. */
  readonly end?: string;
  readonly unit?: string;
  readonly sort?: (chapters: readonly Chapter[]) => readonly Chapter[];
}

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const byNumber = (chapters: readonly Chapter[]): readonly Chapter[] =>
  chapters.toSorted((one, other) => one.number - other.number);

function bookService({ quote = quoted, sort = byNumber, end = "", unit = "" }: Way) {
  const chapters: Chapter[] = [];
  let count = 0;
  return async (request: Request): Promise<Response> => {
    const [, , bookId = "", below] = new URL(request.url).pathname.split("/");
    count += 1;
    if (bookId === "") return Response.json({ id: `b-${count}` }, { status: 201 });
    if (below === undefined) return Response.json({ id: bookId });
    const own = chapters.filter((one) => one.bookId === bookId);
    if (below === "chapters.csv") {
      const lines = sort(own).map(({ number, title }) => `${number}${unit},${quote(title)}\r\n`);
      const headers = { "content-type": "text/csv; charset=utf-8" };
      return new Response(`number,title\r\n${lines.join("")}${end}`, { headers });
    }
    if (request.method === "GET") return Response.json(own);
    const body = (await request.json()) as Chapter;
    const { number } = body;
    if (own.some((one) => one.number === number)) return new Response(null, { status: 409 });
    const made = { ...body, id: `c-${count}`, bookId };
    chapters.push(made);
    return Response.json(made, { status: 201 });
  };
}

const found = async (sentence: string, way: Way): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description: await read(books(sentence)),
    server: { fetch: bookService(way) },
    replay: ["exportChapters/values/export-of-Chapter"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
};

const sorted = "The chapters, sorted by number.";

test("a quote that a line without a key does not double is found", async () => {
  const quote = (text: string): string => (quoted(text) === text ? text : `"${text}"`);
  expect(await found(sorted, { quote })).toEqual([
    expect.stringMatching(/^shows-what-was-sent: has /),
  ]);
});

test("lines in another order than the description says are found", async () => {
  expect(await found(sorted, { sort: (all) => all })).toEqual([
    "sort: the export (sorted by number) is sorted neither way: number is 27, 29, 23",
  ]);
});

test.each<[string, string, Way]>([
  ["sorts as it says", sorted, {}],
  ["quotes all texts", sorted, { quote: (text) => `"${text.replaceAll('"', '""')}"` }],
  ["sorts the other way", sorted, { sort: (all) => byNumber(all).toReversed() }],
  ["says nothing of an order", "The chapters.", { sort: (all) => all }],
  ["says that it can be sorted", "They can be sorted by number later.", { sort: (all) => all }],
  ["sorts by another number", "The chapters, sorted by number of words.", { sort: (all) => all }],
  ["ends with a line of sums", sorted, { end: "3,Sum\r\n" }],
  [
    "sorts within groups",
    "The chapters by part, sorted by number within each.",
    { sort: ([one, ...others]) => [...byNumber(others), ...(one ? [one] : [])] },
  ],
  ["has no lines of new chapters", sorted, { sort: () => [] }],
])("has nothing against a service that %s", async (_, sentence, way) => {
  expect(await found(sentence, way)).toEqual([]);
});
