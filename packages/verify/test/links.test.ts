import { createMock } from "@openapi-packages/mock";
import { verifyServer, type FetchHandler } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const linked =
  pets.replace(
    `"201":
          description: Created.`,
    `"201":
          description: Created.
          links:
            pet: { operationId: GetPet, parameters: { petId: $response.body#/id } }
            others: { $ref: "#/components/links/others" }
            another: { operationId: CreatePet, parameters: {} }`,
  ) +
  `  links:
    others: { operationRef: "#/paths/~1pets/get", parameters: { query.limit: 5 } }
`;

const description = await read(linked);

const verified = (fetch: FetchHandler) =>
  verifyServer({
    description,
    server: { fetch },
    replay: ["CreatePet/link/pet", "CreatePet/link/others", "CreatePet/link/another"],
  });

test("links lead to operations that answer", async () => {
  const targets: string[] = [];
  const mock = createMock(description.mock);
  const report = await verified((request) => {
    const { pathname, search } = new URL(request.url);
    targets.push(pathname.replace(/[^/]{9,}$/, "{id}") + search);
    return mock.fetch(request);
  });
  expect(report).toMatchObject({ failures: [], errors: [] });
  expect(targets).toEqual(expect.arrayContaining(["/pets/{id}", "/pets?limit=5"]));
});

test("finds a link that leads nowhere, at its place in the description", async () => {
  const mock = createMock(description.mock);
  const { failures } = await verified(async (request) => {
    const response = await mock.fetch(request);
    if (request.method !== "POST") return response;
    const body = (await response.json()) as object;
    return Response.json({ ...body, id: "nothing-has-it" }, { status: 201 });
  });
  expect(failures).toEqual([
    expect.objectContaining({
      check: "link",
      operationId: "CreatePet",
      pointer: "/paths/~1pets/post/responses/201/links/pet",
    }),
  ]);
});

test("does not blame a link for a conflict of a body that it does not give", async () => {
  const mock = createMock(description.mock);
  const names = new Set<unknown>();
  const { failures } = await verified(async (request) => {
    if (request.method !== "POST") return mock.fetch(request);
    const { name } = (await request.clone().json()) as { readonly name?: unknown };
    if (names.has(name)) return Response.json({ message: "It is taken." }, { status: 409 });
    names.add(name);
    return mock.fetch(request);
  });
  expect(failures.filter(({ check }) => check === "link")).toEqual([]);
});

/** Notes of which a link leads to a replacement that needs the current tag, and what a link gives as tag. */
const tagged = (given: string): string => `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /notes:
    post:
      operationId: AddNote
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
          links: { replace: { operationId: PutNote, parameters: { id: $response.body#/id${given} } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetNote
      responses:
        "200":
          description: The note.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
        "404": { description: None. }
    put:
      operationId: PutNote
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        "200":
          description: Replaced.
          content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } }
        "404": { description: None. }
        "412": { description: Changed. }
        "428": { description: Without a tag. }
components:
  schemas: { Note: { type: object, required: [id], properties: { id: { type: string } } } }
`;

/** Serves notes whose tags are their keys, so that no two notes have one. */
function notes(): FetchHandler {
  const keys = new Set<string>();
  return (request) => {
    const id = new URL(request.url).pathname.split("/")[2] ?? `n-${keys.size + 1}`;
    const headers = { etag: `"${id}"` };
    if (request.method === "POST") {
      keys.add(id);
      return Response.json({ id }, { status: 201, headers });
    }
    if (!keys.has(id)) return new Response(null, { status: 404 });
    const match = request.headers.get("if-match");
    if (request.method === "PUT" && match === null) return new Response(null, { status: 428 });
    if (request.method === "PUT" && match !== headers.etag)
      return new Response(null, { status: 412 });
    return Response.json({ id }, { headers });
  };
}

test("a link to a change that needs the current tag is followed with it, unless the link gives one", async () => {
  const messages = async (given: string): Promise<string[]> => {
    const options = { description: await read(tagged(given)), server: { fetch: notes() } };
    const replay = ["AddNote/example", "PutNote/example", "AddNote/link/replace"];
    const { failures } = await verifyServer({ ...options, disposable: true, replay });
    return failures.filter(({ check }) => check === "link").map(({ message }) => message);
  };
  expect(await messages("")).toEqual([]);
  expect(await messages(", If-Match: '\"other\"'")).toEqual([
    "its link replace leads to PutNote, which answers 412",
  ]);
});

/** Rooms with a plan, which a link of each room leads to. */
const plans = (put: string): string => `openapi: 3.1.0
info: { title: Rooms, version: "1" }
paths:
  /rooms/{id}:
    parameters: [{ name: id, in: path, required: true, example: r-1, schema: { type: string } }]
    get:
      operationId: GetRoom
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }
          links: { plan: { operationId: GetPlan, parameters: { id: $response.body#/id } } }
        "404": { description: None. }
  /rooms/{id}/plan:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetPlan
      responses: { "200": { description: It., content: { application/pdf: {} } }, "404": { description: None. } }
    ${put}
`;

test("a link may lead to what is not stored yet, if an operation stores it", async () => {
  const put = `put: { operationId: PutPlan, requestBody: { content: { application/pdf: {} } }, responses: { "204": { description: Stored. } } }`;
  const messages = async (operation: string): Promise<string[]> => {
    const server: FetchHandler = ({ url, method }) =>
      url.endsWith("/rooms/r-1") && method === "GET"
        ? Response.json({ id: "r-1" })
        : new Response(null, { status: 404 });
    const { failures } = await verifyServer({
      description: await read(plans(operation)),
      server: { fetch: server },
      replay: ["GetRoom/link/plan"],
    });
    return failures.map(({ message }) => message);
  };
  expect(await messages(put)).toEqual([]);
  expect(await messages("")).toEqual(["its link plan leads to GetPlan, which answers 404"]);
});
