import { execFile } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EmittedFile } from "../../src/emit/emitted-file.ts";
import { loadFormatter } from "../../src/print/formatter.ts";
import { printFiles } from "../../src/print/print-files.ts";
import type { PrintedFile } from "../../src/print/printed-file.ts";
import { codeBlocksOf, moduleOf } from "../../../scripts/code-blocks.ts";
import { typeCheck } from "../../../test/type-check.ts";
import { node, repository, writeTree } from "../support.ts";

const run = promisify(execFile);
const packages = ["contract", "client", "server", "mocks"];

/** The folder of the code blocks of a description's pages. */
const pages = "pages";

/** Packages of many descriptions, side by side where what they depend on is found. */
export class Workspace {
  readonly #folder: string;
  readonly #names: string[] = [];

  constructor(name: string) {
    this.#folder = join(repository, "node_modules", ".cache", name);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Prints the packages of a description; they have the scope `@name`. */
  async install(name: string, files: readonly EmittedFile[]): Promise<readonly PrintedFile[]> {
    const printed = await printFiles(files, await loadFormatter("none", "."));
    writeTree(
      join(this.#folder, name),
      Object.fromEntries(printed.map(({ path, text }) => [path, text])),
    );
    writeTree(join(this.#folder, name, pages), codeOf(printed));
    const modules = join(this.#folder, "node_modules", `@${name}`);
    mkdirSync(modules, { recursive: true });
    for (const one of packages) symlinkSync(join("..", "..", name, one), join(modules, one), "dir");
    this.#names.push(name);
    return printed;
  }

  /** What TypeScript 7 says of all of them in one program; nothing when it is content. */
  compile(): Promise<string> {
    const include = this.#names.flatMap((name) => [
      ...packages.map((one) => `${name}/${one}/src`),
      `${name}/${pages}`,
    ]);
    writeFileSync(
      join(this.#folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(repository, "tsconfig.json"),
        // An example may end before it uses everything.
        compilerOptions: { noUnusedLocals: false },
        include,
        exclude: [],
      }),
    );
    return typeCheck(this.#folder);
  }

  /** Imports every module of all of them, and uses what they export, where nothing else is allowed. */
  async load(): Promise<unknown> {
    const script = join(import.meta.dirname, "tripwire.ts");
    const { stdout } = await run(
      node,
      [
        "--permission",
        `--allow-fs-read=${repository}`,
        "--conditions=@openapi-packages/source",
        "--disable-warning=ExperimentalWarning",
        script,
        this.#folder,
        ...this.#names,
      ],
      { cwd: repository, maxBuffer: 2 ** 26 },
    );
    return JSON.parse(stdout);
  }
}

/** A module for each code block of the pages among printed files. */
function codeOf(printed: readonly PrintedFile[]): Readonly<Record<string, string>> {
  const blocks = printed.filter(({ path }) => path.endsWith(".md")).flatMap(codeBlocksOf);
  return Object.fromEntries(blocks.map((block, index) => [`block-${index}.ts`, moduleOf(block)]));
}
