import { join } from "node:path";
import { ts as bundled } from "ts-morph";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { fileErrors } from "../../../src/changes/impact/compile-project.ts";
import { readUserProjects } from "../../../src/changes/impact/user-projects.ts";
import { temporaryFolder, writeTree } from "../../support.ts";

/** The compiler of the sources, and that of the published command, which is ts-morph's. */
const compilers = [ts, bundled as unknown as typeof ts];

/** A program whose errors depend on the defaults that TypeScript 6 changed. */
const text = `import "./missing.css";
export const first = (value) => value;
export const second: number = fromTypes;
`;

function errorsOf(compiler: typeof ts, version: string): number[] {
  const folder = temporaryFolder();
  writeTree(folder, {
    "tsconfig.json": JSON.stringify({ compilerOptions: { noLib: true }, files: ["main.ts"] }),
    "main.ts": text,
    "node_modules/@types/pets/index.d.ts": "declare const fromTypes: string;",
    "node_modules/typescript/package.json": JSON.stringify({ version }),
  });
  const { projects } = readUserProjects(compiler, [folder]);
  return projects.flatMap(({ files, options }) => {
    const program = compiler.createProgram(files, options);
    const main = program.getSourceFile(join(folder, "main.ts"));
    return main === undefined ? [] : fileErrors(program, main).map(({ code }) => code);
  });
}

describe.each(compilers)("TypeScript $version", (compiler) => {
  it("has the defaults of TypeScript 5 for a project that installs it", () => {
    expect(errorsOf(compiler, "5.9.3")).toEqual([2322]);
  });

  it("has the defaults of TypeScript 6 for a project that installs a later one", () => {
    expect(errorsOf(compiler, "7.0.2")).toEqual([
      // TypeScript 6 says it of styles by another code.
      expect.toSatisfy((code) => code === 2307 || code === 2882),
      7006,
      2304,
    ]);
  });
});
