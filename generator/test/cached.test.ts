import * as fc from "fast-check";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { filterOperations } from "../src/load/filter/filter-operations.ts";
import { valueAt, type Json, type JsonObject } from "../src/json.ts";
import { emitPackages } from "../src/emit/emitters.ts";
import { documentFrom, loadDocument } from "../src/load/load-document.ts";
import { ReferenceResolver } from "../src/load/bundle/reference-resolver.ts";
import { parseSourceFile } from "../src/load/read/source-file.ts";
import { buildApiModel, type ModelResult } from "../src/model/build-api-model.ts";
import { printPackages, type PrintedPackages } from "../src/print/print-packages.ts";
import { noCache, openTextCache, type TextCache } from "../src/write/text-cache.ts";
import { everything } from "./hostile/description.ts";
import { mutate, mutation } from "./fuzz/mutations.ts";
import { repository, temporaryFolder } from "./support.ts";

// Packages are printed many times.
vi.setConfig({ testTimeout: 60_000 });

const own = await loadDocument(join(repository, "spec", "openapi.yaml"));
const includeOperations = ["CreateAssistantRun", "GetEvent", "ListAssistants", "UpdateAssistant"];
const someOperations = filterOperations(own.value, { includeOperations }).document;

/** The model of a description, and what is said of it; `undefined` where it is refused. */
function modelOf(description: JsonObject, cache: TextCache): ModelResult | undefined {
  try {
    const root = parseSourceFile("/nowhere/description.json", JSON.stringify(description));
    const document = documentFrom(
      root,
      new ReferenceResolver(root, { folders: [], origins: new Set() }),
    );
    const { model, diagnostics } = buildApiModel(document, cache);
    const found = [...document.diagnostics, ...diagnostics];
    const isRefused = found.some(({ severity }) => severity === "error");
    return isRefused ? undefined : { model, diagnostics: found };
  } catch {
    return undefined;
  }
}

async function print(
  description: JsonObject,
  cache: TextCache,
): Promise<(PrintedPackages & Pick<ModelResult, "diagnostics">) | undefined> {
  const { model, diagnostics } = modelOf(description, cache) ?? {};
  if (model === undefined || diagnostics === undefined) return undefined;
  return { ...(await printPackages(model, { scope: "@case" }, cache, () => {})), diagnostics };
}

/** A cache as each run opens it, with what the runs before have kept. */
function reopened(folder: string): TextCache {
  return openTextCache({ folder, version: "1" });
}

const copyOf = (description: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(description)) as JsonObject;

/** A pet, by way of its owner, has a name. */
function pets(): JsonObject {
  const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const content = { "application/json": { schema: reference("Pet") } };
  return {
    openapi: "3.1.1",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": {
        post: {
          operationId: "AddPet",
          requestBody: { content },
          responses: { "200": { description: "A pet.", content } },
        },
      },
    },
    components: {
      schemas: {
        Pet: { allOf: [reference("Owner")], type: "object", required: ["name"] },
        Owner: { type: "object", properties: { name: reference("Name") } },
        Name: { type: "string" },
      },
    },
  };
}

describe("what is kept between runs", () => {
  it.for<readonly [string, JsonObject]>([
    ["of the project", someOperations],
    ["with every kind of object", everything],
  ])("changes nothing of what is printed, whatever is edited: %s", async ([, description]) => {
    const folder = join(temporaryFolder(), "cache");
    const first = await print(description, reopened(folder));
    expect(first).toEqual(await print(description, noCache));
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const edited = copyOf(description);
        for (const one of mutations) mutate(edited, one);
        expect(await print(edited, reopened(folder))).toEqual(await print(edited, noCache));
        expect(await print(description, reopened(folder))).toEqual(first);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it("is used: nothing is declared again, and after an edit what was edited", async () => {
    const folder = join(temporaryFolder(), "cache");
    const declared = async (description: JsonObject): Promise<string[]> => {
      const cache = reopened(folder);
      const { model } = modelOf(description, cache) as ModelResult;
      const { declareHere } = await import("../src/emit/contract/schema-types.ts");
      const names: string[] = [];
      const declare: typeof declareHere = (task) => {
        names.push(...Object.keys(task.wanted));
        return declareHere(task);
      };
      await printPackages(model, { scope: "@case" }, cache, () => {}, declare);
      return names;
    };
    const description = {
      openapi: "3.1.1",
      info: { title: "Pets", version: "1.0.0" },
      components: {
        schemas: {
          // Names with quotes, and such line ends, are left to openapi-typescript.
          Pet: {
            type: "object",
            properties: { '"owner"': { $ref: "#/components/schemas/Owner" } },
          },
          Owner: { type: "object", properties: { '"name"': { type: "string" } } },
          Tag: { type: "string", title: "A\u2028tag" },
          Word: { type: "string" },
        } as JsonObject,
      },
    };
    expect(await declared(description)).toEqual(["Pet", "Owner", "Tag"]);
    expect(await declared(description)).toEqual([]);
    description.components.schemas["Tag"] = { type: "string", title: "A\u2028word" };
    expect(await declared(description)).toEqual(["Tag"]);
    const named: Json = { type: "object", properties: { '"name"': { type: "number" } } };
    description.components.schemas["Owner"] = named;
    expect(await declared(description)).toEqual(["Owner"]);
  });

  it("is used: what is made again after an edit is what has to do with it", async () => {
    const cache = reopened(join(temporaryFolder(), "cache"));
    const description = copyOf(someOperations);
    const keys = async (): Promise<Map<string, string>> => {
      const { model } = modelOf(description, cache) as ModelResult;
      const files = await emitPackages(model, { scope: "@case", cache });
      return new Map(
        files.flatMap((file) => (file.kind === "kept" ? [[file.path, file.key]] : [])),
      );
    };
    const first = await keys();
    const madeAgain = async (): Promise<string[]> =>
      [...(await keys())].filter(([path, key]) => first.get(path) !== key).map(([path]) => path);
    expect(await madeAgain()).toEqual([]);

    const operation = valueAt(description, "/paths/~1assistants/get") as JsonObject;
    operation["summary"] = "Lists what assists.";
    expect(await madeAgain()).toEqual([
      "contract/src/operations/assistants.ts",
      "client/src/assistants.ts",
      "server/src/assistants.ts",
      "mocks/src/examples/assistants.ts",
      "mocks/src/assistants.ts",
      "mocks/src/mock/description.ts",
    ]);
    delete operation["summary"];
    Object.assign(operation, valueAt(someOperations, "/paths/~1assistants/get"));

    const schemas = valueAt(description, "/components/schemas") as JsonObject;
    (schemas["AssistantRun"] as JsonObject)["description"] = "What has happened.";
    expect(await madeAgain()).toEqual([
      "mocks/src/examples/assistant-runs.ts",
      "mocks/src/mock/create-mock.ts",
      "mocks/src/mock/state.ts",
    ]);
  });

  it.for<readonly [string, (schemas: JsonObject) => void]>([
    ["what a schema is made of", (schemas) => (schemas["Name"] = { const: "Rex" })],
    ["which members a part has", (schemas) => (schemas["Owner"] = { type: "object" })],
    ["a schema by another name", (schemas) => (schemas["name"] = { type: "string" })],
    ["a member that only responses have", (schemas) => (schemas["Name"] = { readOnly: true })],
  ])("does not hide an edit at a remove: %s", async ([, edit]) => {
    const folder = join(temporaryFolder(), "cache");
    const description = pets();
    await print(description, reopened(folder));
    edit((description["components"] as JsonObject)["schemas"] as JsonObject);
    const edited = await print(description, noCache);
    expect(edited).toBeDefined();
    expect(edited).not.toEqual(await print(pets(), noCache));
    expect(await print(description, reopened(folder))).toEqual(edited);
  });

  it("may be damaged", async () => {
    const folder = join(temporaryFolder(), "cache");
    const first = await print(everything, reopened(folder));
    const files = readdirSync(folder);
    expect(files).not.toEqual([]);
    for (const file of files) writeFileSync(join(folder, file), "damage");
    expect(await print(everything, reopened(folder))).toEqual(first);
  });
});
