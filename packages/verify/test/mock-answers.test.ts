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
components:
  schemas:
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
