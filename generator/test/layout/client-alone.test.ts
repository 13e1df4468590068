import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Emitter } from "../../src/emit/emitted-file.ts";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
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
  /** The modules of a part. */
  const modulesOf = (part: string): string[] =>
    Object.keys(files())
      .filter((path) => path.startsWith(`${part}/`) && path.endsWith(".ts"))
      .map((path) => path.slice(part.length + 1, -".ts".length));
  const contract = (): string[] => modulesOf("contract");
  return { run, files, contract, client: () => modulesOf("client") };
}

describe("a client alone in a folder", () => {
  it("has a file for each tag, and three for all of them", async () => {
    const { files, run, client } = await clientOf("overview");
    expect(client().toSorted()).toEqual(["core", "index", "pets", "types/schema"]);
    expect(Object.keys(files()).filter((path) => !path.endsWith(".ts"))).toEqual([
      "client/.openapi-packages.json",
      "client/AGENTS.md",
    ]);
    const { changes } = await run({ packages: ["client", "server"] });
    expect(changes.map(({ path }) => path)).toContain("contract/operations/pets.ts");
    expect(files()["client/pets.ts"]).toContain('from "../contract/operations/pets.ts"');
    await run();
    expect(Object.keys(files()).filter((path) => !path.startsWith("client/"))).toEqual([]);
  });

  it("is not warned of the time that validators take, which it does not have", async () => {
    const { run } = await clientOf("sensitive");
    const codesOf = async (options: Partial<GenerateOptions>): Promise<string[]> =>
      (await run({ ...options, strict: false })).warnings.map(({ code }) => code);
    expect(await codesOf({})).toEqual([]);
    expect(await codesOf({ packages: ["paths"] })).toEqual([]);
    expect(await codesOf({ validators: true })).toEqual(["schema-slow"]);
    expect(await codesOf({ packages: ["server"] })).toEqual(["schema-slow"]);
  });

  it.for(["validators", "refusals", "mocks", "enums"])(
    "has what it calls with and its callers use, and nothing for servers: %s",
    async (name) => {
      const { files, run, contract } = await clientOf(name);
      const code = Object.values(files()).join("");
      expect(code).not.toContain("WithDefaults");
      expect(code).not.toContain("OperationDescriptor");
      expect(code).not.toContain("openapi-fetch");
      expect(contract()).toEqual([]);
      await run({ packages: ["client", "mocks"] });
      expect(contract()).toEqual(
        expect.arrayContaining(["operation-table", "ops", "serializers", "validators"]),
      );
    },
  );

  it("describes operations by what their calls read", async () => {
    const codeOf = async (name: string, more: Partial<GenerateOptions> = {}) =>
      Object.values((await clientOf(name, more)).files()).join("");
    expect(await codeOf("overview")).toContain('path: "/pets/{id}", responses: ');
    // Calls read the parameters of pages and of other writers, and bodies with a codec.
    expect(await codeOf("pagination")).toMatch(/ parameters: \[[^;]* pagination: /);
    expect(await codeOf("parameters")).toMatch(/ parameters: \[[^;]* writeParameters: /);
    expect(await codeOf("dates", { dates: "Date" })).toMatch(
      / requestBody: \{[^;]* writeBody: jsonBody/,
    );
    const plain = await codeOf("undocumented");
    expect(plain).toContain("writeBody: jsonBody");
    expect(plain).not.toContain("requestBody: ");
  });

  it("keeps guards of unions, codecs and the places of secrets, which callers use", async () => {
    expect((await clientOf("discriminators")).client()).toContain("types/guards");
    expect((await clientOf("sensitive")).files()["client/core.ts"]).toContain("const sensitive:");
    const dated = await clientOf("mocks", { dates: "Date" });
    expect(dated.contract()).toEqual([]);
    expect(dated.client()).toContain("types/codecs");
  });

  it("has validators where they are asked for, and loses them when they no longer are", async () => {
    const { run, files, contract } = await clientOf("validators", { validators: true });
    expect(contract()).toEqual(
      expect.arrayContaining(["schema-validators", "validators", "validators/schemas"]),
    );
    expect(contract()).not.toContain("operation-table");
    expect(files()["contract/AGENTS.md"]).not.toContain("--validators");
    await run({ validators: false });
    expect(contract()).toEqual([]);
    const all = await clientOf("validators", { allSchemaValidators: true });
    expect(all.contract()).toContain("schema-validators");
  });

  it("has an openapi-fetch client where it is asked for, typed by the contract", async () => {
    const { files, client, contract } = await clientOf("pagination", { openapiFetch: true });
    expect(client()).toContain("http");
    expect(contract()).toContain("api");
    expect(files()["client/http.ts"]).toContain('from "openapi-fetch"');
  });

  it("checks webhooks, with the validators of these alone", async () => {
    const { client, contract, files } = await clientOf("webhooks");
    expect(contract()).toEqual([]);
    expect(files()["client/webhooks/receiver.ts"]).toContain('"../types/validators/webhooks.ts"');
    const validators = client().filter((path) => path.includes("validators"));
    expect(validators).toEqual(["types/validators/schemas", "types/validators/webhooks"]);
  });

  it("is alone beside emitters that need nothing but types", async () => {
    const ofTypes: Emitter = Object.assign(() => [], { dependencies: ["types"] as const });
    const ofAnything: Emitter = () => [];
    const { run, contract } = await clientOf("validators", { packages: ["client", ofTypes] });
    expect(contract()).not.toContain("validators");
    await run({ packages: ["client", ofAnything] });
    expect(contract()).toContain("validators");
  });
});
