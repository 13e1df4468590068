import { describe, expect, it } from "vitest";
import { attemptDocument } from "../../../../../generator/test/hostile/attempt.ts";
import { described, named, paths, told } from "./naming.ts";

describe("names that would be one", () => {
  it.each([
    [
      ["pet", "Pet"],
      ["Pet2", "Pet"],
    ],
    [
      ["foo-bar", "foo bar", "FooBar"],
      ["FooBar3", "FooBar2", "FooBar"],
    ],
    [
      ["pet", "Pet", "Pet2"],
      ["Pet3", "Pet", "Pet2"],
    ],
    [
      ["pet", "Pet", "pet2", "Pet2"],
      ["Pet3", "Pet", "Pet22", "Pet2"],
    ],
    [
      ["record", "Record"],
      ["Record2", "Record_"],
    ],
  ])("of schemas %j become %j", (names, types) => {
    const schemas = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    expect(named(described({ components: { schemas } })).schemas).toEqual(types);
  });

  it.each([
    [
      ["listPets", "ListPets"],
      ["listPets2", "listPets"],
    ],
    [
      ["getURL", "getUrl"],
      ["getURL", "getUrl2"],
    ],
    [
      ["delete", "delete_"],
      ["delete", "delete2"],
    ],
    [
      ["con", "con_"],
      ["con", "con2"],
    ],
    [
      ["fooExample", "mockFoo"],
      ["fooExample", "mockFoo2"],
    ],
    [
      ["list-pets", "ListPets", "listPets2"],
      ["listPets3", "listPets", "listPets2"],
    ],
  ])("of operations %j become %j", (ids, methods) => {
    expect(Object.values(named(described({ paths: paths(ids) })).operations)).toEqual(methods);
  });

  it.each([
    [
      ["Pet shops", "pet-shops"],
      ["petShops", "petShops2"],
    ],
    [
      ["http", "index"],
      ["http2", "index2"],
    ],
    [
      ["petShops", "PetShops", "petShops2"],
      ["petShops3", "petShops", "petShops2"],
    ],
    [["webhook receiver"], ["webhookReceiver2"]],
  ])("of tags %j become %j", (tags, names) => {
    const ids = tags.map((_, index) => `get${index}`);
    const { groups } = named(described({ paths: paths(ids, (index) => tags[index] ?? "") }));
    expect(Object.values(groups).map(([name]) => name)).toEqual(names);
  });

  it("leave the schemas that are called so by x-name alone", () => {
    const schemas = { Pet: { type: "string" }, animal: { type: "string", "x-name": "Pet" } };
    expect(named(described({ components: { schemas } })).schemas).toEqual(["Pet2", "Pet"]);
  });

  it("may be exchanged by x-name", () => {
    const schemas = {
      A: {
        "x-name": "B",
        type: "object",
        properties: { other: { $ref: "#/components/schemas/B" } },
      },
      B: {
        "x-name": "A",
        type: "object",
        properties: { same: { $ref: "#/components/schemas/B" } },
      },
    };
    const outcome = attemptDocument(described({ components: { schemas } }), "@x");
    const file =
      "files" in outcome
        ? outcome.files.find(({ path }) => path === "contract/src/schema.ts")
        : undefined;
    const [text] = file?.kind === "module" ? (file.structure.statements as string[]) : [];
    expect(text?.trimStart().split("export interface components")[0]).toBe(
      "export interface B {\n    other?: A;\n}\nexport interface A {\n    same?: A;\n}\n",
    );
  });
});

describe("what is told", () => {
  it("has both places, the name, and the way out", () => {
    const text = [
      "openapi: 3.1.1",
      "info: { title: Told, version: 1.0.0 }",
      "paths:",
      "  /a: { get: { operationId: list, tags: [Pets], responses: { '204': { description: Done. } } } }",
      "  /b: { get: { operationId: List, tags: [pets], responses: { '204': { description: Done. } } } }",
      "  /c: { get: { operationId: list, responses: { '204': { description: Done. } } } }",
      "components:",
      "  schemas:",
      "    pet: { type: string }",
      "    Pet: { type: string }",
      "",
    ].join("\n");
    expect(told(text))
      .toBe(`api.yaml:4:16  warning name-collision  operation list and operation List get the same name, so this one is called List2
    pointer: #/paths/~1a/get/operationId
    see: api.yaml:5:16
    hint: change an operationId, or give one of the operations an x-name
api.yaml:5:9  warning tag-collision  tag pets and tag Pets get the same name, so this one is called pets2
    pointer: #/paths/~1b/get
    see: api.yaml:4:9
    hint: rename one of the tags, or give it an x-name
api.yaml:6:16  warning operation-id-duplicate  operationId list is used twice, so operation GET /c is called GetC
    pointer: #/paths/~1c/get/operationId
    see: api.yaml:4:16
    hint: change one of them: every operationId names one operation
api.yaml:9:5  warning name-collision  schema pet and schema Pet get the same name, so this one is called Pet2
    pointer: #/components/schemas/pet
    see: api.yaml:10:5
    hint: rename one of them, or give it an x-name`);
  });
});
