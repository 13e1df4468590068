import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { generateSources } from "../../../src/changes/impact/generated-sources.ts";
import { typeCheck } from "../../../../test/type-check.ts";
import { repository } from "../../support.ts";
import { readEdited, type Edit } from "./edited.ts";

/** The lines of the project in this folder that do not compile with what is generated of a description, with their errors. */
export interface ProjectErrors {
  readonly callers: readonly string[];
  readonly handlers: readonly string[];
  /** Errors in generated code: there are to be none. */
  readonly generated: readonly string[];
}

/**
 * Generates the code of each description and compiles callers and handlers of the base with it, all in one run of TypeScript 7,
 * which reads the libraries once.
 */
export async function compiledEdits(edits: readonly Edit[]): Promise<readonly ProjectErrors[]> {
  const root = mkdtempSync(join(tmpdir(), "compiled-edits-"));
  try {
    for (const [index, edit] of edits.entries()) await writeEdit(join(root, String(index)), edit);
    symlinkSync(join(repository, "node_modules"), join(root, "node_modules"), "dir");
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    const tsconfig = {
      extends: join(repository, "tsconfig.json"),
      include: ["*/project"],
      exclude: [],
    };
    writeFileSync(join(root, "tsconfig.json"), JSON.stringify(tsconfig));
    const errors = await compile(root);
    return edits.map((_edit, index) => {
      const own = errors.filter(({ file }) => file.startsWith(`${index}/`));
      const inFile = (name: string): string[] =>
        own.flatMap(({ file, text }) => (file === `${index}/project/${name}.ts` ? [text] : []));
      return {
        callers: inFile("callers"),
        handlers: inFile("handlers"),
        generated: own.flatMap(({ file, text }) =>
          file.startsWith(`${index}/project/`) ? [] : [`${file}: ${text}`],
        ),
      };
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

async function writeEdit(folder: string, edit: Edit): Promise<void> {
  mkdirSync(folder);
  const { document } = await readEdited(join(folder, "openapi.json"), edit);
  const api = join(folder, "api");
  const sources = await generateSources(document, {
    spec: join(folder, "openapi.json"),
    out: api,
    layout: "folder",
    openapiFetch: true,
    importExtension: "ts",
  });
  for (const path of sources.paths) {
    if (!path.endsWith(".ts")) continue;
    mkdirSync(dirname(join(api, path)), { recursive: true });
    writeFileSync(join(api, path), sources.read(path) ?? "");
  }
  cpSync(join(import.meta.dirname, "project"), join(folder, "project"), { recursive: true });
}

async function compile(
  folder: string,
): Promise<{ readonly file: string; readonly text: string }[]> {
  const said = await typeCheck(folder);
  const lines = said.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+: .*)$/gm);
  return [...lines].map(([, file = "", line, text]) => ({ file, text: `${line}: ${text}` }));
}
