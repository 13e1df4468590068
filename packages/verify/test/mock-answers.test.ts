import { createMock } from "@openapi-packages/mock";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const sources = `openapi: 3.1.0
info: { title: Sources, version: 1.0.0 }
paths:
  /sources:
    get:
      operationId: ListSources
      parameters:
        - { name: object, in: query, schema: { type: string } }
      responses:
        "200":
          description: Sources.
          content:
            application/json:
              schema:
                type: object
                required: [object, data]
                properties:
                  object: { type: string, enum: [list, page] }
                  data: { type: array, items: { $ref: "#/components/schemas/Source" } }
    post:
      operationId: CreateSource
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Source" } } } }
      responses:
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Source" } } } }
  /readers:
    post:
      operationId: CreateReader
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses:
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Reader" } } } }
  /readers/{reader}:
    parameters: [{ name: reader, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetReader
      responses:
        "200":
          description: The reader, or what is left of it.
          content:
            application/json:
              schema: { anyOf: [{ $ref: "#/components/schemas/Reader" }, { $ref: "#/components/schemas/DeletedReader" }] }
    delete:
      operationId: DeleteReader
      responses:
        "200": { description: Deleted., content: { application/json: { schema: { $ref: "#/components/schemas/DeletedReader" } } } }
components:
  schemas:
    Reader: { type: object, required: [id, kind], properties: { id: { type: string }, kind: { type: string } } }
    DeletedReader: { type: object, required: [id, deleted], properties: { id: { type: string }, deleted: { enum: [true] } } }
    Source: { type: object, required: [id], properties: { id: { type: string }, object: { type: string } } }
`;

test("a mock repeats a query parameter in its answer only where the answer may have it", async () => {
  const mock = createMock((await read(sources)).mock);
  const objectOf = async (query: string): Promise<unknown> => {
    const response = await mock.fetch(`http://localhost/sources?object=${query}`);
    return ((await response.json()) as { readonly object: unknown }).object;
  };
  expect(await objectOf("page")).toBe("page");
  expect(await objectOf("bank")).toBe("list");
});

test("a mock says of what it deletes that it is deleted, where the answer is of another kind", async () => {
  const mock = createMock((await read(sources)).mock);
  const headers = { "content-type": "application/json" };
  const created = await mock.fetch("http://localhost/readers", {
    method: "POST",
    headers,
    body: "{}",
  });
  const { id } = (await created.json()) as { readonly id: string };
  const deleted = await mock.fetch(`http://localhost/readers/${id}`, { method: "DELETE" });
  expect(await deleted.json()).toEqual({ id, deleted: true });
});
