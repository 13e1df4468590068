const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;
const problem = (status: string): string =>
  `"${status}": { description: A problem., ${json(ref("Problem"))} }`;

/** A library of books: a list, a creation, errors, a header, a stream. */
export const libraryDescription = `openapi: 3.1.1
info: { title: Library, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /books:
    get:
      operationId: listBooks
      tags: [books]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses:
        "200": { description: Books., ${json(`{ type: array, items: ${ref("Book")} }`)} }
    post:
      operationId: createBook
      tags: [books]
      requestBody: { required: true, ${json(ref("NewBook"))} }
      responses:
        "201": { description: A book., ${json(ref("Book"))} }
        ${problem("422")}
  /books/{book_id}:
    parameters: [{ name: book_id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBook
      tags: [books]
      parameters: [{ name: X-Trace, in: header, schema: { type: string } }]
      responses:
        "200": { description: A book., ${json(ref("Book"))} }
        ${problem("404")}
    delete:
      operationId: deleteBook
      tags: [books]
      responses:
        "204": { description: Gone. }
        ${problem("404")}
  /books/{book_id}/events:
    get:
      operationId: watchBook
      tags: [books]
      parameters: [{ name: book_id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: Events., content: { text/event-stream: { schema: ${ref("BookEvent")} } } }
components:
  schemas:
    Book: { type: object, required: [book_id, title], properties: { book_id: { type: string }, title: { type: string } } }
    NewBook: { type: object, required: [title], properties: { title: { type: string } } }
    BookEvent: { type: object, required: [kind], properties: { kind: { type: string } } }
    Problem: { type: object, required: [message], properties: { message: { type: string } } }
`;

/** A module with a `service` that answers as that description says. */
export const libraryService = `
export const service = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const type = "text/event-stream";
  if (pathname.endsWith("/events"))
    return new Response('data: {"kind":"lent"}\\n\\ndata: {"kind":"back"}\\n\\n', { headers: { "content-type": type } });
  if (pathname === "/books/none") return Response.json({ message: "No such book" }, { status: 404 });
  if (request.method === "DELETE") return new Response(null, { status: 204 });
  if (request.method === "POST") return Response.json({ book_id: "9", ...JSON.parse(text) }, { status: 201 });
  if (pathname === "/books")
    return Response.json([{ book_id: searchParams.get("limit") ?? "all", title: "Emma" }]);
  const title = [request.headers.get("x-trace") ?? "Emma", request.headers.get("x-own") ?? ""].join("");
  return Response.json({ book_id: pathname.slice(7), title });
};
`;
