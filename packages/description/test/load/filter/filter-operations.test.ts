import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/diagnostics/usage-error.ts";
import { generate } from "../../../../../generator/src/generate.ts";
import {
  filterOperations,
  withOperationsOf,
  type OperationFilters,
} from "../../../src/load/filter/filter-operations.ts";
import { valueAt, type Json, type JsonObject } from "../../../src/json/json.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { readTree, temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const schema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const answer = (name: string): JsonObject => ({
  "200": { description: "Done.", content: { "application/json": { schema: schema(name) } } },
});

const operation = (operationId: string, tags: string[], name: string, more = {}): JsonObject => ({
  operationId,
  tags,
  responses: answer(name),
  ...more,
});

/** Operations that share some schemas, and have some of their own. */
const document: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Zoo", version: "1.0.0" },
  tags: [{ name: "admin" }, { name: "animals" }, { name: "unused" }],
  paths: {
    "/animals": {
      get: operation("ListAnimals", ["animals"], "Animals"),
      post: operation("AddAnimal", ["animals", "admin"], "Animal", { deprecated: true }),
    },
    "/keepers": { get: operation("ListKeepers", ["admin"], "Keeper", { security: [{ key: [] }] }) },
    "/status": { get: { responses: answer("Status") } },
  },
  webhooks: { born: { post: operation("Born", ["animals"], "Birth") } },
  components: {
    schemas: {
      Animals: { type: "array", items: schema("Animal") },
      Animal: { type: "object", discriminator: { propertyName: "kind" } },
      Cat: { allOf: [schema("Animal"), { properties: { friend: schema("Cat") } }] },
      Keeper: { type: "object", properties: { office: schema("Office") } },
      Office: { type: "object" },
      Status: { type: "string" },
      Birth: {
        oneOf: [schema("Kitten")],
        discriminator: { propertyName: "kind", mapping: { cub: "Cub" } },
      },
      Kitten: { type: "object" },
      Cub: { type: "object" },
      NeverUsed: { type: "object" },
    },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "key" } },
  },
};

/** What a filter keeps, in short. */
function kept(filters: OperationFilters) {
  const { document: result, leftOut } = filterOperations(document, filters);
  const names = (pointer: string): string[] =>
    Object.keys((valueAt(result, pointer) as JsonObject | undefined) ?? {});
  return {
    paths: [...names("/paths"), ...names("/webhooks")],
    schemas: names("/components/schemas"),
    tags: (result["tags"] as unknown as { name: string }[]).map(({ name }) => name),
    leftOut,
  };
}

describe("a filter", () => {
  it("by tag keeps operations that have it, and what they use", () => {
    expect(kept({ includeTags: ["admin"] })).toEqual({
      paths: ["/animals", "/keepers"],
      schemas: ["Animal", "Cat", "Keeper", "Office"],
      tags: ["admin", "animals"],
      leftOut: {
        operations: ["ListAnimals", "GetStatus", "Born"],
        components: ["Animals", "Status", "Birth", "Kitten", "Cub", "NeverUsed"].map(
          (name) => `schemas/${name}`,
        ),
      },
    });
  });

  it("against a tag drops operations that have it, whichever tag comes first", () => {
    const { paths, tags, leftOut } = kept({ excludeTags: ["admin"] });
    expect({ paths, tags }).toEqual({ paths: ["/animals", "/status", "born"], tags: ["animals"] });
    expect(leftOut.operations).toEqual(["AddAnimal", "ListKeepers"]);
    expect(leftOut.components).toContain("securitySchemes/key");
  });

  it("by operation takes ids, also those made of method and path", () => {
    const { paths, schemas } = kept({ includeOperations: ["GetStatus", "Born"] });
    expect(paths).toEqual(["/status", "born"]);
    expect(schemas).toEqual(["Status", "Birth", "Kitten", "Cub"]);
  });

  it("by operation adds to one by tag; one against takes away from both", () => {
    const includes = { includeTags: ["admin"], includeOperations: ["GetStatus"] };
    expect(kept(includes).leftOut.operations).toEqual(["ListAnimals", "Born"]);
    expect(kept({ ...includes, excludeDeprecated: true }).leftOut.operations).toEqual([
      "ListAnimals",
      "AddAnimal",
      "Born",
    ]);
  });

  it.each<[OperationFilters, readonly string[]]>([
    [{ includePaths: ["/animals"] }, ["ListKeepers", "GetStatus", "Born"]],
    [{ includePaths: ["/^/a/", "/born/"] }, ["ListKeepers", "GetStatus"]],
    [{ excludePaths: ["/^\\/(animals|keepers)$/"] }, ["ListAnimals", "AddAnimal", "ListKeepers"]],
    [{ excludeOperations: ["GetStatus", "POST /animals"] }, ["AddAnimal", "GetStatus"]],
    [{ excludeOperations: ["/^list/i"] }, ["ListAnimals", "ListKeepers"]],
    [
      { excludeOperations: ["/^(GET|POST) \\//"] },
      ["ListAnimals", "AddAnimal", "ListKeepers", "GetStatus"],
    ],
    [{ excludeTags: ["/^a/"] }, ["ListAnimals", "AddAnimal", "ListKeepers", "Born"]],
    [
      { includeTags: ["admin"], includePaths: ["/status"], excludeOperations: ["AddAnimal"] },
      ["ListAnimals", "AddAnimal", "Born"],
    ],
  ])("%j leaves out %j", (filters, expected) => {
    expect(kept(filters).leftOut.operations).toEqual(expected);
  });

  it("takes a text that is a name as that name, though it looks like a pattern", () => {
    const get = operation("Get", [], "Status");
    const paths = { "/a/": { get }, "/b/a/c": { get: { ...get, operationId: "Other" } } };
    const { leftOut } = filterOperations({ ...document, paths }, { excludePaths: ["/a/"] });
    expect(leftOut.operations).toEqual(["Get"]);
  });

  it("of schemas keeps those that no operation uses, and what they use", () => {
    const includes = { includeOperations: ["GetStatus"], includeSchemas: ["/^Ke/"] };
    expect(kept(includes).schemas).toEqual(["Keeper", "Office", "Status"]);
    expect(kept({ includeSchemas: ["NeverUsed"] }).schemas).toContain("NeverUsed");
  });

  it("leaves out the same of another form of the document", () => {
    const { document: filtered } = filterOperations(document, {
      includePaths: ["/status"],
      includeSchemas: ["NeverUsed"],
    });
    expect(withOperationsOf(document, filtered)["components"]).toEqual(filtered["components"]);
  });

  it("against schemas removes these alone", () => {
    const { schemas, leftOut } = kept({ excludeSchemas: ["/Used$/"] });
    expect(schemas).toHaveLength(9);
    expect(leftOut).toEqual({ operations: [], components: ["schemas/NeverUsed"] });
  });

  it("knows operations without a tag as those of default", () => {
    expect(kept({ includeTags: ["default"] }).paths).toEqual(["/status"]);
  });

  it("leaves the document that it is given as it is", () => {
    const before = structuredClone(document);
    kept({ includeTags: ["admin"], excludeDeprecated: true });
    expect(document).toEqual(before);
  });

  it("keeps what a reference into an operation meant, when the operation goes", () => {
    const given = structuredClone(document);
    const status = valueAt(given, "/paths/~1status/get") as JsonObject;
    const parameters: Json = [{ name: "at", in: "query", schema: schema("Office") }];
    status["parameters"] = [{ $ref: "#/paths/~1keepers/get/parameters/0" }];
    (valueAt(given, "/paths/~1keepers/get") as JsonObject)["parameters"] = parameters;
    const { document: result } = filterOperations(given, { excludeTags: ["admin"] });
    expect(valueAt(result, "/paths/~1status/get/parameters")).toEqual(parameters);
    expect(valueAt(result, "/components/schemas/Office")).toBeDefined();
  });

  it.each<[OperationFilters, string]>([
    [{ includeTags: ["Animal"] }, 'no tag "Animal"; the nearest is "animals"'],
    [{ excludeTags: ["amdin"] }, 'no tag "amdin"; the nearest is "admin"'],
    [
      { includeOperations: ["listKeeper"] },
      'no operation "listKeeper"; the nearest is "ListKeepers"',
    ],
    [{ includeTags: ["unused"] }, "exclude every operation"],
    [
      { excludeOperations: ["GET /animal"] },
      'no operation "GET /animal"; the nearest is "GET /animals"',
    ],
    [{ includePaths: ["/keeper"] }, 'no path "/keeper"; the nearest is "/keepers"'],
    [{ includeSchemas: ["Offices"] }, 'no schema "Offices"; the nearest is "Office"'],
    [{ excludePaths: ["/^/v2/"] }, "no path that /^/v2/ matches"],
    [{ excludePaths: ["/(/"] }, "the filter /(/ is no regular expression: "],
    [{ excludeSchemas: ["Office"] }, 'exclude the schema "Office", which GET /keepers uses'],
    [
      { excludeSchemas: ["Office"], excludePaths: ["/keepers"], includeSchemas: ["Keeper"] },
      'exclude the schema "Office", which schema "Keeper" uses',
    ],
  ])("%j is wrong usage", (filters, reason) => {
    expect(() => filterOperations(document, filters)).toThrow(UsageError);
    expect(() => filterOperations(document, filters)).toThrow(reason);
  });
});

describe("packages of a filtered description", () => {
  const project = () => {
    const folder = temporaryFolder();
    writeTree(folder, {
      "openapi.json": JSON.stringify(document, null, 2),
      "node_modules/.keep": "",
    });
    return { spec: join(folder, "openapi.json"), out: join(folder, "out"), scope: "@zoo" };
  };

  it("have nothing of what was left out", async () => {
    const options = project();
    const filters = { excludeTags: ["admin"] };
    const { operations, leftOut } = await generate({ ...options, filters });
    expect(operations).toBe(2);
    expect(leftOut.operations).toEqual(["AddAnimal", "ListKeepers"]);
    expect(JSON.stringify(readTree(options.out))).not.toMatch(/keeper|office/i);
  });

  it("are made anew when the filters change, and only then", async () => {
    const options = project();
    const filters = { excludeTags: ["admin"] };
    await generate({ ...options, filters });
    const again = await generate({ ...options, filters });
    expect(again).toMatchObject({
      isUnchanged: true,
      leftOut: { operations: ["AddAnimal", "ListKeepers"] },
    });
    expect((await generate(options)).changes).not.toEqual([]);
  });

  it("are described where they are, tags after one that was left out too", async () => {
    const { spec } = project();
    const loaded = await loadDocument(spec, { filters: { excludeTags: ["admin"] } });
    const text = JSON.stringify(document, null, 2).split("\n");
    const { line, pointer } = loaded.locate("/tags/0/name");
    expect(pointer).toBe("/tags/1/name");
    expect(text[line - 1]).toContain('"name": "animals"');
  });
});
