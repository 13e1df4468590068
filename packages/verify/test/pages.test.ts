import { createMock } from "@openapi-packages/mock";
import { verifyServer, type CheckName, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { shelterService, type Fault } from "./shelter-service.ts";
import { shelters } from "./shelters.ts";
import { describe as read } from "./support.ts";

const description = await read(shelters);

const verified = (...faults: Fault[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: shelterService(...faults) },
    credentials: { token: "right" },
    replay: ["ListPets/pages"],
  });

test("pages that hold every item once have no failure", async () => {
  const report = await verified();
  expect(report).toMatchObject({ failures: [], errors: [] });
  expect(report.exchanges).toBeLessThan(25);
});

test.each<[Fault, CheckName]>([
  ["takes the page before", "pages"],
  ["leaves one out", "pages"],
  ["does not end", "pages"],
  ["counts wrong", "pages"],
  ["takes no limit", "pages"],
])("finds a list that %s", async (fault, check) => {
  const { failures } = await verified(fault);
  expect(failures).toEqual([expect.objectContaining({ check, operationId: "ListPets" })]);
});

/** A list of notes in each style; `x-pagination` is put in. */
const notes = (pagination: string): string => `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: ListNotes
      parameters:
        - { name: at, in: query, schema: { type: ${/style: cursor/.test(pagination) ? "string" : "integer"} } }
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 10 } }
      x-pagination: ${pagination}
      responses:
        "200":
          description: Notes.
          headers: { Link: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                required: [notes]
                properties:
                  notes: { type: array, items: { $ref: "#/components/schemas/Note" } }
                  next: { type: [string, "null"] }
    post:
      operationId: CreateNote
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [text], properties: { text: { type: string } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
components:
  schemas:
    Note:
      type: object
      required: [note_id, text]
      properties: { note_id: { type: string }, text: { type: string } }
`;

test.each([
  "{ style: page, request: { page: at, pageSize: size }, response: { items: /notes } }",
  "{ style: offset, request: { offset: at, limit: size }, response: { items: /notes } }",
  "{ style: cursor, request: { cursor: at, limit: size }, response: { items: /notes, nextCursor: /next } }",
  "{ style: link, request: { page: at, pageSize: size }, response: { items: /notes } }",
])("walks the pages of a mock: %s", async (pagination) => {
  const own = await read(notes(pagination));
  const mock = createMock(own.mock);
  const run = (fetch: (request: Request) => Promise<Response>) =>
    verifyServer({ description: own, server: { fetch }, replay: ["ListNotes/pages"] });
  expect((await run(mock.fetch)).failures).toEqual([]);
  const { failures } = await run(async (request) => {
    const response = await mock.fetch(request);
    const { searchParams } = new URL(request.url);
    if (request.method !== "GET" || searchParams.get("size") !== "2") return response;
    const body = (await response.json()) as { notes: unknown[] };
    const link = response.headers.get("link");
    const headers = link === null ? {} : { link };
    return Response.json({ ...body, notes: [body.notes[0], body.notes[0]] }, { headers });
  });
  expect(failures).toContainEqual(expect.objectContaining({ check: "pages" }));
});
