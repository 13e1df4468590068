import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "oxfmt";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import {
  caseNames,
  caseOptions,
  goldenFolder,
  isUpdate,
  readTree,
  temporaryFolder,
} from "./support.ts";

const expectedWarnings: Readonly<Record<string, readonly string[]>> = {
  dates: ["error-not-filled"],
  int64: ["error-not-filled"],
  renamed: ["renamed-from-expired"],
  examples: ["example-invalid"],
  "mock-examples": ["example-invalid", "example-invalid"],
  sensitive: ["schema-slow"],
  refusals: ["error-not-filled"],
  "given-names": ["name-collision", "name-collision"],
  "name-collisions": [
    "tag-collision",
    "tag-reserved",
    "tag-reserved",
    "name-collision",
    "name-collision",
    "name-collision",
    "operation-id-duplicate",
    "name-collision",
    "name-collision",
    "name-collision",
  ],
  "no-responses": ["responses-missing", "responses-missing", "responses-missing"],
  parameters: ["default-invalid"],
  places: ["name-collision"],
};

/**
 * Each case is a description with one behaviour, and those of its files that show the behaviour.
 * `UPDATE_GOLDEN=1` writes what is emitted over what is expected.
 */
describe("a description becomes packages", () => {
  it.for(caseNames(goldenFolder))("%s", async (name) => {
    const out = temporaryFolder();
    const spec = join(goldenFolder, name, "description.yaml");
    const { warnings } = await generate({
      ...caseOptions(join(goldenFolder, name)),
      spec,
      out,
      scope: "@case",
      openapiJson: true,
    });
    const emitted = readTree(out);
    if (isUpdate) updateExpected(name, emitted);
    const expected = readTree(join(goldenFolder, name, "expected"));
    expect(warnings.map(({ code }) => code)).toEqual(expectedWarnings[name] ?? []);
    expect(Object.keys(expected)).not.toEqual([]);
    expect(await laidOut(pick(emitted, Object.keys(expected)))).toEqual(await laidOut(expected));
    expect(Object.keys(emitted).filter((path) => !isInPackage(path))).toEqual([]);
    expect(Object.entries(emitted).filter(([path, text]) => compilesAtRunTime(path, text))).toEqual(
      [],
    );
  });
});

function updateExpected(name: string, emitted: Files): void {
  const folder = join(goldenFolder, name, "expected");
  for (const path of Object.keys(readTree(folder))) {
    writeFileSync(join(folder, path), emitted[path] ?? "");
  }
}

type Files = Readonly<Record<string, string>>;

function pick(files: Files, paths: readonly string[]): Files {
  return Object.fromEntries(paths.map((path) => [path, files[path] ?? "missing"]));
}

/** Files in one layout, whichever they have: how code is laid out is no behaviour. */
async function laidOut(files: Files): Promise<Files> {
  const options = { printWidth: 100, objectWrap: "collapse" } as const;
  const entries = Object.entries(files).map(async ([path, text]) => {
    const isCode = /\.[jt]s$/.test(path);
    return [path, isCode ? (await format(path, text, options)).code : text] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function isInPackage(path: string): boolean {
  return /^(contract|client|server|mocks)\//.test(path) && !path.includes("..");
}

function compilesAtRunTime(path: string, text: string): boolean {
  return /\.[jt]s$/.test(path) && /\beval\s*\(|\bnew Function\b/.test(text);
}
