import { expect, it } from "vitest";
import { modelFromText } from "../../../../../generator/src/emitter-testing.ts";

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

async function namesOf(entry: string, version?: string) {
  const { groups } = await modelFromText(description(`x-renamed-from: ${entry}`, version));
  const [operation] = groups.flatMap(({ operations }) => operations);
  return operation?.earlierNames.map(({ id, methodName }) => [id, methodName]);
}

it.each([
  ["GetPet", [["GetPet", "getPet"]]],
  [
    "[GetPet, { name: ReadPet }]",
    [
      ["GetPet", "getPet"],
      ["ReadPet", "readPet"],
    ],
  ],
])("reads %s", async (entry, names) => {
  expect(await namesOf(entry)).toEqual(names);
});

it("has no alias of an entry that says anything else than a name and its version", async () => {
  expect(await namesOf('{ name: GetPet, path: "/pets/{id}" }')).toEqual([]);
  expect(await namesOf("{ name: GetPet, since: soon }")).toEqual([]);
});

it("has no alias after the major version of a name", async () => {
  const entry = "{ name: GetPet, since: 1.1.0 }";
  expect(await namesOf(entry)).toEqual([["GetPet", "getPet"]]);
  expect(await namesOf(entry, "2.0.0")).toEqual([]);
});
