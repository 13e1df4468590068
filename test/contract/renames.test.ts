import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goldenFolder, printPackages } from "../../generator/test/support.ts";
import { prepareWorkspace, repository } from "../descriptions/install.ts";

const workspace = mkdtempSync(join(tmpdir(), "renames-"));

/** Code of before: each line but the first ones names something by an earlier name. */
const before = `
import { createClient, type Pet } from "@after/client";
const api = createClient();
api.animals.getPet({ path: { animal_id: "1" } });
api.pets.getAnimal({ path: { animal_id: "1" } });
export const nameOf = (pet: Pet): string => pet.label;
`;

/** The same by today's names. */
const today = `
import { createClient, type Animal } from "@after/client";
const api = createClient();
api.animals.getAnimal({ path: { animal_id: "1" } });
export const nameOf = (animal: Animal): string => animal.label;
`;

beforeAll(async () => {
  prepareWorkspace(workspace);
  const description = join(goldenFolder, "renamed", "description.yaml");
  for (const { path, text } of await printPackages(description, "@after")) {
    const file = join(workspace, "after", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(join(workspace, "node_modules", "@after"));
  for (const name of ["contract", "client"])
    symlinkSync(
      join("..", "..", "after", name),
      join(workspace, "node_modules", "@after", name),
      "dir",
    );
  writeFileSync(join(workspace, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(workspace, "before.ts"), before);
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
  const lines = [2, 4, 5, 6].map((line) => `line ${line}`);
  expect([...new Set(deprecated)].toSorted()).toEqual(lines);
});

it("sends what is called by an earlier name as today's operation", async () => {
  // oxlint-disable-next-line typescript/no-explicit-any
  const load = (path: string): Promise<any> =>
    import(/* @vite-ignore */ join(workspace, "after", "client", "src", path));
  const { createClient, RejectionApiError } = await load("index.ts");
  const { getPet } = await load("pets.ts");
  const seen: string[] = [];
  const { core, pets } = createClient({
    baseUrl: "https://animals.example.com",
    fetch: ({ method, url }: Request) => {
      seen.push(`${method} ${new URL(url).pathname}`);
      return Promise.resolve(
        method === "GET"
          ? Response.json({ id: "1", label: "Fritz", kind: "cat" })
          : Response.json({ reason: "no" }, { status: 422 }),
      );
    },
    retries: 0,
  });
  expect(await pets.getPet({ path: { animal_id: "1" } })).toMatchObject({ label: "Fritz" });
  expect(await getPet(core, { path: { animal_id: "2" } })).toMatchObject({ label: "Fritz" });
  const refused = pets.addPet({ body: { label: "Fritz", kind: "cat" } });
  await expect(refused).rejects.toBeInstanceOf(RejectionApiError);
  expect(seen).toEqual(["GET /animals/1", "GET /animals/2", "POST /animals"]);
});
