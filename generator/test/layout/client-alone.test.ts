import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Emitter } from "../../src/emit/emitted-file.ts";
import { emitModel, type EmitModel } from "../../src/emit/emit-model.ts";
import { emitPackages } from "../../src/emit/emitters.ts";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { goldenFolder, readTree, temporaryFolder } from "../support.ts";

const describedBy = (name: string): string => join(goldenFolder, name, "description.yaml");

/** What a run writes into a folder for a client, and how it goes on from there. */
async function clientOf(name: string, more: Partial<GenerateOptions> = {}) {
  const out = temporaryFolder();
  const run = (others: Partial<GenerateOptions> = {}) =>
    generate({
      spec: describedBy(name),
      out,
      layout: "folder",
      packages: ["client"],
      formatter: "none",
      ...more,
      ...others,
    });
  await run();
  const files = (): Record<string, string> => readTree(out);
  /** The modules of the contract that are not of one tag. */
  const contract = (): string[] =>
    Object.keys(files()).flatMap((path) => /^contract\/([\w/-]+)\.ts$/.exec(path)?.[1] ?? []);
  return { run, files, contract };
}

const ofAll = ["error-bodies", "operation-table", "ops", "received", "serializers", "validators"];

describe("a client alone in a folder", () => {
  it.for(["validators", "refusals", "mocks"])(
    "has what it calls with and its callers use, and nothing for servers: %s",
    async (name) => {
      const { run, files, contract } = await clientOf(name);
      expect(contract().filter((path) => ofAll.some((one) => path.startsWith(one)))).toEqual([]);
      expect(contract()).toEqual(expect.arrayContaining(["index", "api", "schema"]));
      expect(Object.values(files()).join("")).not.toContain("WithDefaults");
      await run({ packages: ["client", "mocks"] });
      expect(contract()).toEqual(
        expect.arrayContaining(["operation-table", "ops", "serializers", "validators"]),
      );
    },
  );

  it("keeps guards of unions and the places of secrets, which callers use", async () => {
    expect((await clientOf("discriminators")).contract()).toContain("guards");
    expect((await clientOf("sensitive")).contract()).toContain("sensitive");
  });

  it("has validators where they are asked for, and loses them when they no longer are", async () => {
    const { run, files, contract } = await clientOf("validators", { validators: true });
    const validators = contract().filter((path) => path.includes("validators"));
    expect(validators).toEqual(
      expect.arrayContaining(["schema-validators", "validators", "validators/schemas"]),
    );
    expect(contract()).not.toContain("operation-table");
    expect(files()["contract/AGENTS.md"]).not.toContain("--validators");
    const { changes } = await run({ validators: false });
    const removed = changes.flatMap(({ kind, path }) => (kind === "obsolete" ? [path] : []));
    expect(removed.toSorted()).toEqual(validators.map((path) => `contract/${path}.ts`).toSorted());
    expect(contract().filter((path) => path.includes("validators"))).toEqual([]);
    expect(files()["contract/AGENTS.md"]).toContain("--validators");
    const all = await clientOf("validators", { allSchemaValidators: true });
    expect(all.contract()).toContain("schema-validators");
  });

  it("checks webhooks, with the validators of these alone", async () => {
    const { contract, files } = await clientOf("webhooks");
    expect(files()["client/webhooks/receiver.ts"]).toContain("/contract/validators/webhooks.ts");
    const validators = contract().filter((path) => path.includes("validators"));
    expect(validators).toEqual(["validators/schemas", "validators/webhooks"]);
  });

  it("is alone beside emitters that need nothing but types", async () => {
    const ofTypes: Emitter = Object.assign(() => [], { dependencies: ["types"] as const });
    const ofAnything: Emitter = () => [];
    const { run, contract } = await clientOf("validators", { packages: ["client", ofTypes] });
    expect(contract()).not.toContain("validators");
    await run({ packages: ["client", ofAnything] });
    expect(contract()).toContain("validators");
  });

  it("compiles no validators and plans no answers", async () => {
    const { model } = buildApiModel(await loadDocument(describedBy("mocks")));
    const refused = ["validators", "serializers", "mock", "errorBodies", "received"] as const;
    const prepared = emitModel(model);
    for (const name of refused)
      Object.defineProperty(prepared, name, {
        get: (): EmitModel => {
          throw new Error(`${name} is read`);
        },
      });
    expect(() => emitPackages(prepared, { layout: "folder" }, ["client"])).not.toThrow();
    expect(() => emitPackages(prepared, { layout: "folder" }, ["server"])).toThrow(/is read/);
  });
});
