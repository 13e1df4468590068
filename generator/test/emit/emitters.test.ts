import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitModel } from "../../src/emit/emit-model.ts";
import type { EmittedFile } from "../../src/emit/emitted-file.ts";
import { emitters } from "../../src/emit/emitters.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import type { ApiModel } from "../../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { caseNames, goldenFolder } from "../support.ts";

async function modelOf(name: string): Promise<ApiModel> {
  return buildApiModel(await loadDocument(join(goldenFolder, name, "description.yaml"))).model;
}

/** What the emitters give when they run in this order, by package. */
function emitAll(model: ApiModel, order: readonly string[]): Record<string, EmittedFile[]> {
  const prepared = emitModel(model);
  const emitted = order.map((folder) => [folder, emitters[folder]?.(prepared, { scope: "@case" })]);
  return Object.fromEntries(emitted) as Record<string, EmittedFile[]>;
}

describe("an emitter", () => {
  it.for(caseNames(goldenFolder))("leaves the model as it is: %s", async (name) => {
    const model = await modelOf(name);
    const before = structuredClone(model);
    emitAll(model, Object.keys(emitters));
    // Marks that no author writes are no data.
    expect(structuredClone(model)).toEqual(before);
  });

  it.for(["schema-types", "examples"])("does not mind what ran before it: %s", async (name) => {
    const order = Object.keys(emitters);
    const forwards = emitAll(await modelOf(name), order);
    const backwards = emitAll(await modelOf(name), order.toReversed());
    expect(JSON.stringify(order.map((folder) => backwards[folder]))).toBe(
      JSON.stringify(order.map((folder) => forwards[folder])),
    );
  });

  it.for(caseNames(goldenFolder))("stays in the folder of its package: %s", async (name) => {
    const emitted = emitAll(await modelOf(name), Object.keys(emitters));
    for (const [folder, files] of Object.entries(emitted)) {
      const paths = files.map(({ path }) => path);
      const own = [
        "clientContract",
        "serializers",
        "types",
        "validators",
        "webhookValidators",
      ].includes(folder)
        ? "contract"
        : folder;
      expect(paths.filter((path) => !path.startsWith(`${own}/`))).toEqual([]);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    }
  });
});
