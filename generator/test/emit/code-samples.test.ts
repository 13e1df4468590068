import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isObject, member } from "../../../packages/description/src/json/json.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { generate } from "../../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder } from "../support.ts";

const description = (name: string): string => join(goldenFolder, name, "description.yaml");

/** Generates packages with an overlay, and returns the files and the path of the overlay. */
async function sampled(spec: string, options: Partial<GenerateOptions>) {
  const out = temporaryFolder();
  await generate({ spec, out, scope: "@case", compile: false, formatter: "none", ...options });
  return { out, overlay: join(out, "contract", "code-samples.overlay.json") };
}

/** A sample of code. */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The samples of each operation of a description to which an overlay is applied. */
async function appliedTo(spec: string, overlay: string): Promise<Map<string, CodeSample[]>> {
  const document = await loadDocument(spec, { overlays: [overlay] });
  const own = document.diagnostics.filter(({ location }) => location.file === overlay);
  expect(own).toEqual([]);
  const paths = Object.entries(document.value["paths"] ?? {});
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(isObject(item) ? item : {})
        .filter(([, operation]) => member(operation, "responses") !== undefined)
        .map(([method, operation]): [string, CodeSample[]] => [
          `${method} ${path}`,
          (member(operation, "x-codeSamples") ?? []) as unknown as CodeSample[],
        ]),
    ),
  );
}

it("has the code of the reference, for each operation to which it is applied", async () => {
  const spec = description("reference");
  const options = { codeSamples: ["client", "curl"], reference: true, compile: true } as const;
  const { out, overlay } = await sampled(spec, options);
  const samples = await appliedTo(spec, overlay);
  const pages = Object.entries(readTree(join(out, "contract", "dist", "reference")))
    .map(([, text]) => text)
    .join("\n");
  expect(samples.size).toBe(4);
  for (const [operation, own] of samples) {
    expect({ operation, count: own.length }).toEqual({ operation, count: 2 });
    for (const { source } of own) expect(pages).toContain(`\n${source}`);
  }
  const all = [...samples.values()].flat();
  const tabs = new Set(all.map(({ lang, label }) => `${lang} ${label}`));
  expect(tabs).toEqual(new Set(["TypeScript @case/client", "Shell curl"]));
});

it.each([
  [["client"], undefined, ["TypeScript"]],
  [["curl"], undefined, ["Shell"]],
  // Nothing calls without a client.
  [["client", "curl"], ["server"], ["Shell"]],
  [["client"], ["server"], undefined],
  [[], undefined, undefined],
] as const)("writes %j with the packages %j as %j", async (codeSamples, packages, expected) => {
  const { out, overlay } = await sampled(description("minimal"), {
    codeSamples,
    ...(packages === undefined ? {} : { packages }),
  });
  expect(existsSync(overlay)).toBe(expected !== undefined);
  const manifest = JSON.parse(readFileSync(join(out, "contract", "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  expect(manifest.files.includes("code-samples.overlay.json")).toBe(codeSamples.length > 0);
  if (expected === undefined) return;
  const samples = [...(await appliedTo(description("minimal"), overlay)).values()].flat();
  expect([...new Set(samples.map(({ lang }) => lang))]).toEqual(expected);
});

it("finds paths whose names have quotes and backslashes", async () => {
  const folder = temporaryFolder();
  const spec = join(folder, "description.json");
  const responses = { 204: { description: "" } };
  const names = ["/it's", '/"quoted"', "/back\\slash", "/a/~0/b", "/é"];
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: Object.fromEntries(
      names.map((name, index) => [name, { get: { operationId: `get${index}`, responses } }]),
    ),
  };
  writeFileSync(spec, JSON.stringify(document));
  const { overlay } = await sampled(spec, { codeSamples: ["client", "curl"] });
  const samples = await appliedTo(spec, overlay);
  expect([...samples].map(([operation, own]) => [operation, own.length])).toEqual(
    names.map((name) => [`get ${name}`, 2]),
  );
});

it("imports from the folder of an application", async () => {
  const spec = description("minimal");
  const options = { codeSamples: ["client"], layout: "folder", packages: ["client"] } as const;
  const { overlay } = await sampled(spec, options);
  const [first] = [...(await appliedTo(spec, overlay)).values()].flat();
  expect(first?.source).toContain('from "./client/index.ts"');
  expect(first?.label).toBe("TypeScript");
});
