import * as fc from "fast-check";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { filterOperations } from "../src/load/filter-operations.ts";
import type { Json, JsonObject } from "../src/load/json.ts";
import { documentFrom, loadDocument } from "../src/load/load-document.ts";
import { ReferenceResolver } from "../src/load/reference-resolver.ts";
import { parseSourceFile } from "../src/load/source-file.ts";
import type { ApiModel } from "../src/model/api-model.ts";
import { buildApiModel } from "../src/model/build-api-model.ts";
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

/** The model of a description; `undefined` where it is refused. */
function modelOf(description: JsonObject): ApiModel | undefined {
  try {
    const root = parseSourceFile("/nowhere/description.json", JSON.stringify(description));
    const document = documentFrom(
      root,
      new ReferenceResolver(root, { folders: [], origins: new Set() }),
    );
    const { model, diagnostics } = buildApiModel(document);
    const found = [...document.diagnostics, ...diagnostics];
    return found.some(({ severity }) => severity === "error") ? undefined : model;
  } catch {
    return undefined;
  }
}

async function print(
  description: JsonObject,
  cache: TextCache,
): Promise<PrintedPackages | undefined> {
  const model = modelOf(description);
  if (model === undefined) return undefined;
  return printPackages(model, { scope: "@case" }, cache, () => {});
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
      const model = modelOf(description) as ApiModel;
      const { declareHere } = await import("../src/emit/contract/schema-types.ts");
      const names: string[] = [];
      const declare: typeof declareHere = (task) => {
        names.push(...Object.keys(task.wanted));
        return declareHere(task);
      };
      await printPackages(model, { scope: "@case" }, reopened(folder), () => {}, declare);
      return names;
    };
    const description = {
      openapi: "3.1.1",
      info: { title: "Pets", version: "1.0.0" },
      components: {
        schemas: {
          Pet: { type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } },
          Owner: { type: "object", properties: { name: { type: "string" } } },
          Tag: { type: "string" },
        } as JsonObject,
      },
    };
    expect(await declared(description)).toEqual(["Pet", "Owner", "Tag"]);
    expect(await declared(description)).toEqual([]);
    description.components.schemas["Tag"] = { type: "string", description: "A word." };
    expect(await declared(description)).toEqual(["Tag"]);
    const named: Json = { type: "object", properties: { name: { type: "number" } } };
    description.components.schemas["Owner"] = named;
    expect(await declared(description)).toEqual(["Owner"]);
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
