import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import {
  diagnosticCodes,
  type CodeMeaning,
} from "../../packages/description/src/diagnostics/diagnostic-codes.ts";
import {
  countLines,
  DiagnosticsError,
  formatDiagnostics,
} from "../../packages/description/src/diagnostics/diagnostics.ts";
import {
  diagnosticMarkdown,
  diagnosticPages,
} from "../../packages/cli/src/explain/diagnostic-page.ts";
import { generate } from "../src/generate.ts";
import {
  caseNames,
  caseOptions,
  isUpdate,
  readTree,
  repository,
  temporaryFolder,
} from "./support.ts";

const lenientFolder = join(import.meta.dirname, "lenient");
const meanings: Readonly<Record<string, CodeMeaning>> = diagnosticCodes;

/** Each case is a description with faults that packages are generated from, and all that a person is told of them. */
describe("a description with faults is generated from", () => {
  it.for(caseNames(lenientFolder))("%s", async (name) => {
    const folder = join(lenientFolder, name);
    const spec = join(folder, descriptionIn(folder));
    const options = { spec, out: temporaryFolder(), scope: "@case", ...caseOptions(folder) };
    const { warnings, infos } = await generate(options);
    const all = [...warnings, ...infos];
    const said = `${formatDiagnostics(all)}\n${countLines(all).join("\n")}\n`;
    const expectedFile = join(folder, "expected.txt");
    if (isUpdate) writeFileSync(expectedFile, withoutFolder(said, folder));
    expect(withoutFolder(said, folder)).toBe(readFileSync(expectedFile, "utf8"));
    expect(all.filter(({ code, severity }) => meanings[code]?.severity !== severity)).toEqual([]);
    expect(all.filter(({ hint = "" }) => hint === "")).toEqual([]);
  });

  it("is refused when it is asked to be strict, and nothing is written", async () => {
    const out = temporaryFolder();
    const spec = join(lenientFolder, "path-parameters", "description.yaml");
    const refused = (strict: boolean | string[]): Promise<unknown> =>
      generate({ spec, out, scope: "@case", strict }).catch((error: unknown) => error);
    expect(await refused(true)).toBeInstanceOf(DiagnosticsError);
    expect(await refused(["path-parameter-unused"])).toBeInstanceOf(DiagnosticsError);
    expect(await refused(["path-paramter-unused"])).toMatchObject({
      name: "UsageError",
      message:
        'there is no code "path-paramter-unused" of warnings to be strict about; the nearest is path-parameter-unused',
    });
    expect(await refused(["openapi-lifted"])).toMatchObject({ name: "UsageError" });
    expect(readTree(out)).toEqual({});
    expect(await refused(["enum-empty"])).toMatchObject({
      operations: expect.any(Number) as number,
    });
  });
});

/** The text of the tests of what is read with a description, or instead of one of OpenAPI 3. */
function testsOf(folder: string): string {
  const path = join(repository, "packages", "description", "test", "load", folder);
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), "utf8"))
    .join("");
}

describe("the table of codes", () => {
  const folders = ["rejected", "lenient"].map((name) => join(import.meta.dirname, name));
  const said = (): string[] =>
    folders.flatMap((folder) =>
      caseNames(folder).map((name) => readFileSync(join(folder, name, "expected.txt"), "utf8")),
    );

  it("has a case for each code", () => {
    const text = said().join("") + testsOf("overlay") + testsOf("swagger");
    const lacking = Object.keys(meanings).filter(
      (code) => !text.match(new RegExp(`[ "]${code}[ "]`)),
    );
    expect(lacking.toSorted()).toEqual(withoutCase);
  });

  it("is the one that people read, with the fix of each code", async () => {
    const file = join(import.meta.dirname, "..", "DIAGNOSTICS.md");
    const text = readFileSync(file, "utf8");
    const written = await format(withPages(text), { parser: "markdown", printWidth: 100 });
    if (isUpdate) writeFileSync(file, written);
    expect(isUpdate ? written : text).toBe(written);
  });
});

/** Codes of faults that no file of this repository can have. */
const withoutCase = [
  "description-not-found",
  "file-unreadable",
  "name-too-long",
  "too-deep",
  "type-name-collision",
];

function withPages(text: string): string {
  const [head = ""] = text.split("\n| code");
  const pages = diagnosticPages();
  const rows = pages.map(
    ({ code, severity, cause, assumed = "" }) =>
      `| [\`${code}\`](#${code}) | ${severity} | ${cause} | ${assumed} |`,
  );
  const table = `| code | severity | cause | what is assumed |\n| --- | --- | --- | --- |\n${rows.join("\n")}`;
  return `${head}\n${table}\n\n## How to fix each\n\n${pages.map(diagnosticMarkdown).join("\n\n")}\n`;
}

function descriptionIn(folder: string): string {
  return readdirSync(folder).find((file) => file.startsWith("description.")) ?? "description.yaml";
}

/** Diagnostics show paths as seen from the working directory. */
function withoutFolder(text: string, folder: string): string {
  const shown = relative(process.cwd(), folder).split(sep).join("/");
  return shown === "" ? text : text.replaceAll(`${shown}/`, "");
}
