import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { openapiTypescriptFlags } from "../../../packages/cli/src/options/choices.ts";
import { generate } from "../../src/generate.ts";
import type { OpenapiTypescriptFlag } from "../../src/emit/emitted-file.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-paths-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts that leave a comment, a string, a name, a type or a template literal. */
const hostile = [
  '"]; globalThis.tripped = 1; //',
  "'] | any; globalThis.tripped = 1; type X = ['",
  "*/ globalThis.tripped = 1; /*",
  "x\n globalThis.tripped = 1, //",
  '"+([][(![]+[])[+[]]]=[])+"',
];

/** Templates of paths are parsed as text, so these are left out where paths become types. */
const ofTemplates = "`+(globalThis.tripped = 1)+`";

async function moduleOf(
  texts: readonly string[],
  openapiTypescript: readonly OpenapiTypescriptFlag[],
): Promise<string> {
  const schemas = Object.fromEntries(
    texts.map((text, index) => [
      `Kind${index}${text}`,
      {
        description: text,
        enum: [text, "a"],
        "x-enum-descriptions": [text, text],
        "x-enum-varnames": [text, "a"],
      },
    ]),
  );
  const enums = texts.map((text) => ({ type: "string", enum: [text, "b"] }));
  const responses = {
    200: {
      description: texts.join("\n"),
      content: { "application/json": { schema: { prefixItems: enums, oneOf: enums } } },
    },
  };
  const paths = Object.fromEntries(
    texts.map((text, index) => [
      `/p${index}${text.replaceAll(/[{}?#]/g, "")}/{id}`,
      {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: `get${index}${text}`, summary: text, responses },
      },
    ]),
  );
  const spec = join(folder, "openapi.json");
  const info = { title: "Hostile", version: "1" };
  const description = { openapi: "3.1.0", info, paths, components: { schemas } };
  writeFileSync(spec, JSON.stringify(description));
  const out = join(folder, "out");
  await generate({ spec, out, packages: ["paths"], openapiTypescript, force: true });
  return readFileSync(join(out, "paths", "index.ts"), "utf8");
}

describe("hostile texts in the package paths", () => {
  it.each([[], ...openapiTypescriptFlags.map((flag) => [flag])])(
    "run nothing: %s",
    async (...flags) => {
      const needed = flags.some((flag) => flag.startsWith("root-types-"))
        ? (["root-types"] as const)
        : [];
      const text = await moduleOf(hostile, [...needed, ...flags]);
      expect(text).toContain("tripped");
      const { outputText, diagnostics } = ts.transpileModule(text, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
      });
      expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
      await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
      expect("tripped" in globalThis).toBe(false);
    },
  );

  it("refuses paths that leave the literal that they would be", async () => {
    const flags = ["path-params-as-types"] as const;
    await expect(moduleOf([ofTemplates], flags)).rejects.toThrow("leave out the flag");
    expect(await moduleOf([ofTemplates], [])).toContain("tripped");
  });
});
