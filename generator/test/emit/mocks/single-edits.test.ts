import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { emitModel } from "../../../src/emit/emit-model.ts";
import { emitMocks } from "../../../src/emit/mocks/emit-mocks.ts";
import type { JsonObject } from "../../../src/json.ts";
import { modelOf } from "../../mock/state/described.ts";

const components = `
responses:
  NotFound:
    description: Not there.
    content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } }
schemas:
  Failure: { type: object, required: [type], properties: { type: { type: string } } }
  Pet:
    type: object
    required: [pet_id, name]
    properties: { pet_id: { type: string, format: uuid }, name: { type: string } }
  Shop:
    type: object
    required: [shop_id]
    properties: { shop_id: { type: string, format: uuid }, name: { type: string } }
`;

/** The paths of a resource of its own tag. */
const paths = (noun: string, schema: string): string => `
/${noun}s:
  post:
    operationId: Create${schema}
    summary: Create one
    tags: [${schema}]
    responses:
      "201": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }
/${noun}s/{${noun}_id}:
  parameters: [{ name: ${noun}_id, in: path, required: true, schema: { type: string, format: uuid } }]
  get:
    operationId: Get${schema}
    tags: [${schema}]
    responses:
      "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }
      "404": { $ref: "#/components/responses/NotFound" }
`;

const before = `${paths("pet", "Pet")}${paths("shop", "Shop")}`;

/** The files that the mocks of a description have, by path. */
function filesOf(text: string, own: string): Map<string, string> {
  const model = emitModel(modelOf(text, parse(own) as JsonObject));
  return new Map(
    emitMocks(model, { scope: "@pets" }).map((file) => [file.path, JSON.stringify(file)]),
  );
}

function changed(after: string, own: string = components): string[] {
  const [one, other] = [filesOf(before, components), filesOf(after, own)];
  const all = new Set([...one.keys(), ...other.keys()]);
  return [...all]
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => path.replace("mocks/src/", ""))
    .toSorted();
}

describe("an edit of a description changes, of the mocks,", () => {
  it("the file of the operation's tag, where it is a summary", () => {
    expect(changed(before.replace("Create one", "Create a new one"))).toEqual([
      "operations/pet.ts",
    ]);
  });

  it("the file of the operation's tag and the answers of components, where it is a status", () => {
    const status = `    responses:
      "409": { $ref: "#/components/responses/NotFound" }
      "201"`;
    expect(changed(before.replace(`    responses:\n      "201"`, status))).toEqual([
      "component-answers.ts",
      "operations/pet.ts",
    ]);
  });

  it("the file of the tags that answer with a schema, where it is a member of that", () => {
    const size = components.replace("name: { type: string } }", "name: { type: integer } }");
    expect(changed(before, size)).toEqual(["operations/pet.ts"]);
  });

  it("the file of its tag and the resources, where it is an operation more", () => {
    const list = `
  get:
    operationId: ListShops
    tags: [Shop]
    responses:
      "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Shop" } } } } }
      "404": { $ref: "#/components/responses/NotFound" }
`;
    expect(changed(before.replace("/shops:", `/shops:${list.trimEnd()}`))).toEqual([
      "operations/shop.ts",
      "resources.ts",
    ]);
  });

  it("the files of its tag and what lists them, where it is a tag less", () => {
    expect(changed(paths("shop", "Shop"))).toEqual([
      "create-mock.ts",
      "description.ts",
      "mocks/README.md",
      "operations/pet.ts",
      "resources.ts",
    ]);
  });
});
