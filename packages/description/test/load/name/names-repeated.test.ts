import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { valueAt } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { attempt } from "../../../../../generator/test/hostile/attempt.ts";
import { described, documentOf, done, named } from "./naming.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

describe("an operationId that stands twice", () => {
  it("is the first one's, by path and method; others are called by theirs", () => {
    const get = { operationId: "list", responses: done };
    const { places } = named(described({ paths: { "/b": { put: get, get }, "/a": { get } } }));
    expect(places).toEqual({
      "/paths/~1a/get": "list list",
      "/paths/~1b/get": "GetB getB",
      "/paths/~1b/put": "PutB putB",
    });
  });

  it("leaves an operation alone that is called as another would be", () => {
    const get = { operationId: "list", responses: done };
    const post = { operationId: "GetB", responses: done };
    expect(named(described({ paths: { "/b": { get, post }, "/a": { get } } })).places).toEqual({
      "/paths/~1a/get": "list list",
      "/paths/~1b/get": "GetB2 getB2",
      "/paths/~1b/post": "GetB getB",
    });
  });

  it("is nobody else's, also where their names in code differ", () => {
    const get = { responses: done };
    const post = { operationId: "GetB", "x-name": "other", responses: done };
    expect(named(described({ paths: { "/b": { get, post } } })).operations).toEqual({
      GetB2: "getB2",
      GetB: "other",
    });
  });

  it("may stand in callbacks and path items that are shared", () => {
    const item = { post: { operationId: "notify", responses: done } };
    const parent = (operationId: string): object => ({
      operationId,
      callbacks: { onEvent: { "{$request.body#/url}": item } },
      responses: done,
    });
    const shared = { get: { operationId: "shared", responses: done } };
    const { operations, errors } = named(
      described({
        paths: {
          "/a": { post: parent("first") },
          "/b": { post: parent("second") },
          "/c": { $ref: "#/components/pathItems/shared" },
          "/d": { $ref: "#/components/pathItems/shared" },
        },
        components: { pathItems: { shared } },
      }),
    );
    expect({ errors, operations }).toEqual({
      errors: [],
      operations: {
        first: "first",
        second: "second",
        shared: "shared",
        GetD: "getD",
        notify: "notify",
        SecondOnEventCallback: "secondOnEventCallback",
      },
    });
  });

  it("may be an alias of YAML", () => {
    const text = [
      'openapi: "3.1.1"',
      "info: { title: Alias, version: 1.0.0 }",
      "paths:",
      "  /a: &a { get: { operationId: list, responses: { '204': { description: Done. } } } }",
      "  /b: *a",
      "",
    ].join("\n");
    const outcome = attempt(text, "@x");
    expect("files" in outcome ? outcome.warnings.map(({ message }) => message) : []).toEqual([
      "operationId list is used twice, so operation GET /b is called GetB",
    ]);
  });
});

describe("names that are exchanged", () => {
  it("are so once, where aliases of YAML refer to them", () => {
    const text = [
      'openapi: "3.1.1"',
      "info: { title: Alias, version: 1.0.0 }",
      "components:",
      "  schemas:",
      "    A: { x-name: B, type: object, properties: { one: &b { $ref: '#/components/schemas/B' } } }",
      "    B: { x-name: A, type: object, properties: { two: *b } }",
      "",
    ].join("\n");
    const { value } = documentOf("/nowhere/openapi.yaml", text);
    const schemas = valueAt(value, "/components/schemas");
    expect(schemas).toMatchObject({
      B: { properties: { one: { $ref: "#/components/schemas/A" } } },
      A: { properties: { two: { $ref: "#/components/schemas/A" } } },
    });
  });

  it("are found where they stand", async () => {
    const folder = temporaryFolder();
    const root = {
      openapi: "3.1.1",
      info: { title: "Places", version: "1.0.0" },
      components: { schemas: { A: { $ref: "a.json" }, B: { "x-name": "A", type: "string" } } },
    };
    writeTree(folder, {
      "openapi.json": JSON.stringify(root),
      "a.json": JSON.stringify({ "x-name": "B", type: "number" }),
    });
    const { locate } = await loadDocument(join(folder, "openapi.json"));
    const places = ["A", "B"].map((name) => locate(`/components/schemas/${name}/type`));
    expect(places.map(({ file, pointer }) => [basename(file), pointer])).toEqual([
      ["openapi.json", "/components/schemas/B/type"],
      ["a.json", "/type"],
    ]);
  });
});
