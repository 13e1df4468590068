import { expect, it } from "vitest";
import { modelFromText } from "../../../src/emitter-testing.ts";

const description = (operation: string, version = "1.2.0"): string => `
openapi: 3.1.1
info: { title: Animals, version: ${version} }
paths:
  /animals/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetAnimal
      ${operation}
      responses: { "204": { description: None. } }
`;

async function operationOf(entry: string, version?: string) {
  const { groups } = await modelFromText(description(`x-renamed-from: ${entry}`, version));
  const [operation] = groups.flatMap(({ operations }) => operations);
  return {
    names: operation?.earlierNames.map(({ id, methodName }) => [id, methodName]),
    routes: operation?.earlierRoutes,
  };
}

it.each([
  ["GetPet", [["GetPet", "getPet"]], []],
  [
    "[GetPet, ReadPet]",
    [
      ["GetPet", "getPet"],
      ["ReadPet", "readPet"],
    ],
    [],
  ],
  ['{ path: "/pets/{id}" }', [], [{ method: "GET", path: "/pets/{id}" }]],
  [
    "{ name: GetPet, method: post }",
    [["GetPet", "getPet"]],
    [{ method: "POST", path: "/animals/{id}" }],
  ],
])("reads %s", async (entry, names, routes) => {
  expect(await operationOf(entry)).toEqual({ names, routes });
});

it.each([
  '{ path: "/pets/{id" }',
  '{ path: "pets/{id}" }',
  '{ path: "/pets/{id}?a=b" }',
  "{ method: 'a b' }",
])("answers at no place that a router could not have: %s", async (entry) => {
  expect(await operationOf(entry)).toEqual({ names: [], routes: [] });
});

it("lets go of a name with its major version", async () => {
  const entry = "{ name: GetPet, since: 1.1.0 }";
  expect((await operationOf(entry)).names).toEqual([["GetPet", "getPet"]]);
  expect((await operationOf(entry, "2.0.0")).names).toEqual([]);
});
