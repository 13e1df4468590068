import type { Json } from "@openapi-packages/description";
import { expect, test } from "vitest";
import { verifiedApi } from "../../src/description/verified-api.ts";
import { schemaWalkOf } from "../../src/check/derived/schema-walk.ts";
import { describe as read } from "../support.ts";

const answer = (schema: string): string =>
  `responses: { "200": { description: It., content: { application/json: { schema: ${schema} } } } }`;

const pets = `openapi: 3.1.1
info: { title: Pets, version: "1" }
paths:
  /pets: { get: { operationId: listPets, ${answer('{ type: array, items: { $ref: "#/components/schemas/Pet" } }')} } }
  /pet: { get: { operationId: getPet, ${answer('{ $ref: "#/components/schemas/Pet" }')} } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }, owner: { $ref: "#/components/schemas/Owner" } } }
    Owner: { type: object, properties: { name: { type: string } } }
`;

test("a search sees each schema once, however many operations answer with it", async () => {
  const api = verifiedApi(await read(pets));
  const seen: Json[] = [];
  const rules = schemaWalkOf(api).rules((schema) => {
    seen.push(schema);
    return [schema];
  });
  expect(new Set(seen).size).toBe(seen.length);
  const placesOf = (id: string): string[] =>
    (rules.get(id) ?? []).map(({ place }) => place.join("/"));
  expect(placesOf("getPet")).toEqual(expect.arrayContaining(["", "owner", "owner/name"]));
  expect(placesOf("listPets")).toEqual(expect.arrayContaining(["*", "*/owner", "*/owner/name"]));
  expect(schemaWalkOf(api)).toBe(schemaWalkOf(api));
});
