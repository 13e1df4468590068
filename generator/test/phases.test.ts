import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emitModel } from "../src/emit/emit-model.ts";
import { emitParts, loadEmitters } from "../src/emit/emitters.ts";
import { contractPlace, needPlans, wantedParts } from "../src/emit/parts.ts";
import { generate } from "../src/generate.ts";
import type { GenerateOptions } from "../src/generate-types.ts";
import { Phases } from "../src/generate/phases.ts";
import { loadDocument } from "../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../packages/description/src/model/build-api-model.ts";
import { caseNames, goldenFolder, temporaryFolder } from "./support.ts";

const describedBy = (name: string): string => join(goldenFolder, name, "description.yaml");

/** A run of the generator: its phases, and the codes of its warnings. */
async function runOf(name: string, options: Partial<GenerateOptions>) {
  const phases: string[] = [];
  const { warnings } = await generate({
    spec: describedBy(name),
    out: temporaryFolder(),
    scope: "@case",
    onStage: (phase) => phases.push(phase),
    ...options,
  });
  return { phases, codes: [...new Set(warnings.map(({ code }) => code))].toSorted() };
}

const phasesOf = async (options: Partial<GenerateOptions>): Promise<readonly string[]> =>
  (await runOf("mocks", options)).phases;

const folder = { layout: "folder" } as const;

describe("a run", () => {
  it("does for types and for a client alone what these need", async () => {
    const stages = (part: readonly string[]) => ["load", "model", "emit", ...part, "print"];
    expect(await phasesOf({ ...folder, packages: ["types"], formatter: "none" })).toEqual([
      ...stages(["types"]),
      "format",
      "write",
    ]);
    expect(await phasesOf({ ...folder, packages: ["client"] })).toEqual([
      ...stages(["client", "types", "agents"]),
      "format",
      "write",
    ]);
  });

  it("compiles validators for a client that asks for them, and plans nothing", async () => {
    const asked = await phasesOf({ ...folder, packages: ["client"], validators: true });
    expect(asked).toContain("validators");
    expect(asked.filter((phase) => phase.endsWith("plan") || phase === "serializers")).toEqual([]);
  });

  it("plans no mock for a contract", async () => {
    const contract = await phasesOf({ packages: ["contract"], compile: false });
    expect(contract).toEqual(
      expect.arrayContaining(["validators", "serializers", "error plan", "received plan"]),
    );
    expect(contract).not.toContain("mock plan");
    expect(contract).not.toContain("compile");
  });

  it("does all for all packages, and writes the reference on request", async () => {
    const all = await phasesOf({});
    expect(all).toEqual(expect.arrayContaining(["mock plan", "mocks", "readmes", "compile"]));
    expect(all).not.toContain("reference");
    expect(await phasesOf({ reference: true })).toContain("reference");
  });

  it("checks examples for mocks, and the bodies of errors for a contract of servers", async () => {
    const ofExamples = (options: Partial<GenerateOptions>) => runOf("examples", options);
    expect((await ofExamples({})).codes).toContain("example-invalid");
    expect((await ofExamples({ packages: ["contract", "server"] })).codes).toEqual([]);
    const ofErrors = (options: Partial<GenerateOptions>) => runOf("refusals", options);
    expect((await ofErrors({ packages: ["contract"] })).codes).toContain("error-not-filled");
    expect((await ofErrors({ packages: ["types"] })).codes).toEqual([]);
    expect((await ofErrors({ ...folder, packages: ["client"] })).codes).toEqual([]);
  });
});

describe("parts that need no plans", () => {
  it.for(caseNames(goldenFolder))("are emitted without any: %s", async (name) => {
    const { model } = buildApiModel(await loadDocument(describedBy(name)));
    for (const [layout, one] of [
      ["folder", "client"],
      ["folder", "types"],
      ["packages", "types"],
    ] as const) {
      const place = contractPlace(model, { layout }, [one]);
      const parts = wantedParts({ layout, ...place }, [one]);
      if (needPlans(parts, model)) continue;
      const emitters = await loadEmitters(parts);
      const prepared = emitModel(model, undefined, { place });
      expect(emitParts(prepared, { layout, scope: "@case", ...place }, emitters)).not.toEqual([]);
    }
  });
});

describe("the times of phases", () => {
  it("count each moment once, for the phase that was entered last", async () => {
    let now = 0;
    const work = (milliseconds: number): void => {
      now += milliseconds;
    };
    const phases = new Phases(undefined, () => now);
    const thread = Promise.withResolvers<undefined>();
    await phases.await("print", async () => {
      work(1);
      const formatted = phases.await("format", () => thread.promise);
      work(2);
      phases.run("print", () => work(4));
      work(8);
      thread.resolve(undefined);
      await formatted;
      work(16);
    });
    phases.run("write", () => work(32));
    const times: Record<string, number> = {};
    phases.report((name, milliseconds) => {
      times[name] = milliseconds;
    });
    expect(times).toEqual({ print: 21, format: 10, write: 32 });
  });

  it("are reported of a run that fails, too", async () => {
    const phases: string[] = [];
    const failed = generate({
      spec: describedBy("mocks"),
      out: temporaryFolder(),
      packages: [
        () => {
          throw new Error("no files");
        },
      ],
      onStage: (phase) => phases.push(phase),
    });
    await expect(failed).rejects.toThrow("no files");
    expect(phases).toEqual(["load", "model", "emit"]);
  });
});
