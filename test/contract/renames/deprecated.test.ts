import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { printPackages } from "../../../generator/test/support.ts";
import { prepareWorkspace, repository } from "../../descriptions/install.ts";

const workspace = mkdtempSync(join(tmpdir(), "deprecated-"));

/** Code of before: each line but the first ones names something by an earlier name. */
const code = `
import { createClient, type Pet } from "@after/client";
import { createMock } from "@after/mocks";
const { pets } = createClient();
pets.getPet({ path: { animal_id: "1" } });
pets.getAnimal({ path: { pet_id: "1" } });
pets.listAnimals({ query: { limit: 1 }, header: { "X-Account": "me" } });
pets.createAnimal({ body: { name: "Fritz" } });
export const nameOf = (pet: Pet): string => pet.name;
createMock().on("GetPet", { status: 200, body: { id: "1", label: "Fritz" } });
`;

/** The same by today's names. */
const today = `
import { createClient, type Animal } from "@after/client";
import { createMock } from "@after/mocks";
const { pets } = createClient();
pets.getAnimal({ path: { animal_id: "1" } });
pets.listAnimals({ query: { max: 1 }, header: { "X-Account": "me" } });
pets.createAnimal({ body: { label: "Fritz" } });
export const nameOf = (animal: Animal): string => animal.label;
createMock().on("GetAnimal", { status: 200, body: { id: "1", label: "Fritz" } });
`;

beforeAll(async () => {
  prepareWorkspace(workspace);
  const spec = join(import.meta.dirname, "after.yaml");
  for (const { path, text } of await printPackages(spec, "@after")) {
    const file = join(workspace, "after", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(join(workspace, "node_modules", "@after"));
  for (const name of ["contract", "client", "mocks"])
    symlinkSync(
      join("..", "..", "after", name),
      join(workspace, "node_modules", "@after", name),
      "dir",
    );
  writeFileSync(join(workspace, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(workspace, "before.ts"), code);
  writeFileSync(join(workspace, "today.ts"), today);
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** What an editor strikes through, and what a compiler refuses, as lines of a file. */
function said(
  service: ts.LanguageService,
  name: string,
): { deprecated: string[]; errors: string[] } {
  const path = join(workspace, name);
  const textOf = ({ messageText }: ts.Diagnostic): string =>
    ts.flattenDiagnosticMessageText(messageText, "\n");
  return {
    deprecated: service
      .getSuggestionDiagnostics(path)
      .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined)
      .map(
        ({ file, start }) => `line ${(file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1}`,
      ),
    errors: service.getSemanticDiagnostics(path).map(textOf),
  };
}

it("shows editors what has another name by now, and leaves today's names alone", () => {
  const { config } = ts.readConfigFile(join(repository, "tsconfig.json"), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repository);
  const service = ts.createLanguageService({
    getScriptFileNames: () => ["before.ts", "today.ts"].map((name) => join(workspace, name)),
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => workspace,
    getCompilationSettings: () => ({ ...options, noEmit: true }),
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  });
  expect(said(service, "today.ts")).toEqual({ deprecated: [], errors: [] });
  const { deprecated, errors } = said(service, "before.ts");
  expect(errors).toEqual([]);
  // Of members that are written down in a literal TypeScript tells nobody, but where it lists what may be written.
  const lines = [2, 5, 9, 10].map((line) => `line ${line}`);
  expect([...new Set(deprecated)].toSorted()).toEqual(lines.toSorted());
});
