import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../../../../generator/src/generate.ts";
import type { OperationName } from "../../../src/load/name/operation-name.ts";
import { readTree, temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

const responses = { 204: { description: "Done." } };

/** As FastAPI makes operationIds: of a function's name, the path and the method. */
const paths = {
  "/items/": {
    get: { operationId: "list_items_items__get", tags: ["items"], responses },
    post: { operationId: "create_item_items__post", tags: ["items"], responses },
  },
  "/items/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { operationId: "read_item_items__id__get", tags: ["items"], responses },
    put: { operationId: "update", "x-name": "replaceItem", tags: ["items"], responses },
    delete: { tags: ["items"], responses },
  },
};

/** The function's name alone, as people write it for FastAPI. */
const functionName: OperationName = ({ operationId, path, method }) => {
  const made = `${path.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  return operationId?.endsWith(made) ? operationId.slice(0, -made.length) : undefined;
};

async function generated(operationName: OperationName) {
  const root = temporaryFolder();
  const openapi = { openapi: "3.1.0", info: { title: "Items", version: "1" }, paths };
  writeTree(root, { "openapi.json": JSON.stringify(openapi) });
  const [spec, out] = [join(root, "openapi.json"), join(root, "out")];
  const result = await generate({ spec, out, scope: "@case", packages: ["client"], operationName });
  return { ...result, files: readTree(out) };
}

/** The methods of the client's interface. */
const methods = (files: Readonly<Record<string, string>>): string[] =>
  [...(files["client/src/items.ts"] ?? "").matchAll(/^ {2}(\w+)\(/gmu)].map(
    ([, name]) => name ?? "",
  );

describe("operationName", () => {
  it("names operations in code that have no x-name, and leaves their operationIds", async () => {
    const { files, warnings } = await generated(functionName);
    expect(methods(files).toSorted()).toEqual([
      "createItem",
      "deleteItemsById",
      "listItems",
      "readItem",
      "replaceItem",
    ]);
    expect(files["contract/src/operations/items.ts"]).toContain("export interface ReadItemInput");
    expect(files["contract/src/operations/items.ts"]).toContain('"list_items_items__get"');
    expect(files["contract/src/operation-table.ts"]).toContain(
      "list_items_items__get: items.listItems",
    );
    expect(warnings.filter(({ code }) => code === "name-collision")).toEqual([]);
  });

  it("tells apart what it names alike, with a warning for each", async () => {
    const { files, warnings } = await generated(() => "item");
    expect(methods(files).filter((one) => one.startsWith("item")).length).toBeGreaterThan(1);
    expect(new Set(methods(files)).size).toBe(5);
    expect(warnings.map(({ code }) => code)).toContain("name-collision");
  });

  it.for([
    [() => "", 'operationName gives "", which is not a name, for GET /items/'],
    [() => 7 as unknown as string, "operationName gives 7, which is not a name, for GET /items/"],
    [
      () => {
        throw new Error("what?");
      },
      "operationName throws what? for GET /items/",
    ],
  ] as [OperationName, string][])("is held to names: %#", async ([operationName, message]) => {
    await expect(generated(operationName)).rejects.toThrow(message);
  });
});
