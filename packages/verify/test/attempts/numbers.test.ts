import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Books with chapters, whose numbers are unique within a book. */
const shelf = `openapi: 3.1.0
info: { title: Books, version: "1" }
paths:
  /books:
    post:
      operationId: addBook
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
  /books/{bookId}/chapters:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addChapter
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewChapter" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } }
        "404": { description: There is none. }
        "409": { description: The number is taken. }
  /chapters/{chapterId}:
    get:
      operationId: getChapter
      parameters: [{ name: chapterId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Chapter" } } } }
        "404": { description: There is none. }
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

test("a number that another record has is replaced, so that creations succeed", async () => {
  const chapters = new Map<string, { readonly bookId: string; readonly number: number }>();
  let books = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (kind === "chapters") {
      const chapter = chapters.get(id);
      return chapter ? Response.json(chapter) : new Response(null, { status: 404 });
    }
    if (id === "") {
      books += 1;
      return Response.json({ id: `b-${books}` }, { status: 201 });
    }
    const body = (await request.json()) as { readonly number: number };
    const made = { ...body, id: `c-${chapters.size}`, bookId: id };
    const isTaken = [...chapters.values()].some(
      ({ bookId, number }) => bookId === id && number === body.number,
    );
    if (isTaken) return Response.json({ detail: "The number is taken." }, { status: 409 });
    chapters.set(made.id, made);
    return Response.json(made, { status: 201 });
  };
  const { errors } = await verifyServer({
    description: await read(shelf),
    server: { fetch },
  });
  expect(errors).toEqual([]);
  expect(chapters.size).toBeGreaterThan(20);
  expect(books).toBeLessThanOrEqual(6);
});
