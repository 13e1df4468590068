import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitModel } from "../../src/emit/emit-model.ts";
import type { EmittedFile } from "../../src/emit/emitted-file.ts";
import { loadEmitters } from "../../src/emit/emitters.ts";
import type { PartName } from "../../src/emit/parts.ts";
import { planners } from "../../src/emit/planners.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import type { ApiModel } from "../../../packages/description/src/model/api-model.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { caseNames, goldenFolder } from "../support.ts";

async function modelOf(name: string): Promise<ApiModel> {
  return buildApiModel(await loadDocument(join(goldenFolder, name, "description.yaml"))).model;
}

/** The parts whose emitters write modules. */
const parts: readonly PartName[] = [
  "types",
  "contract",
  "clientContract",
  "client",
  "server",
  "validators",
  "webhookValidators",
  "serializers",
  "mocks",
];
const emitters = await loadEmitters(new Set(parts));

/** Returns the files of the emitters by part, run in this order. */
function emitAll(model: ApiModel, order: readonly PartName[]): Record<string, EmittedFile[]> {
  const prepared = emitModel(model, planners);
  const emitted = order.map((part) => [
    part,
    emitters.get(part)?.(prepared, { scope: "@case" }, new Set(parts)),
  ]);
  return Object.fromEntries(emitted) as Record<string, EmittedFile[]>;
}

describe("an emitter", () => {
  it.for(caseNames(goldenFolder))("leaves the model as it is: %s", async (name) => {
    const model = await modelOf(name);
    const before = structuredClone(model);
    emitAll(model, parts);
    // Marks that no author writes are no data.
    expect(structuredClone(model)).toEqual(before);
  });

  it.for(["schema-types", "examples"])("does not mind what ran before it: %s", async (name) => {
    const forwards = emitAll(await modelOf(name), parts);
    const backwards = emitAll(await modelOf(name), parts.toReversed());
    expect(JSON.stringify(parts.map((part) => backwards[part]))).toBe(
      JSON.stringify(parts.map((part) => forwards[part])),
    );
  });

  it.for(caseNames(goldenFolder))("stays in the folder of its package: %s", async (name) => {
    const emitted = emitAll(await modelOf(name), parts);
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
