import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeBlocksOf, moduleOf } from "../../scripts/code-blocks.ts";
import { packages, repository } from "./install.ts";

/** The folder of a description's code blocks, beside its packages. */
export const readmeFolder = "readme";

/** The file in {@link readmeFolder} that lists the blocks that do not run, as {@link BlockFailure}. */
export const failuresFile = "failures.json";

/** A code block of a page of a generated package: its README, AGENTS.md or a page of the reference. */
export interface ReadmeBlock {
  /** False where it only declares what others use, so that there is nothing to run. */
  readonly isRun: boolean;
  /** The module that has its code. */
  readonly file: string;
  readonly readme: string;
  readonly line: number;
}

/** A block that does not run, at `client/README.md:19`. */
export interface BlockFailure {
  readonly place: string;
  readonly reason: string;
}

/**
 * Writes a module for each code block of the pages of a description's packages, and `blocks.json`, which lists
 * them.
 *
 * @param folder - the folder of the packages
 * @param firstCall - a program that runs like a block
 * @param others - paths in the repository of READMEs whose blocks import the same packages
 */
export function writeReadmeBlocks(
  folder: string,
  firstCall: string | undefined,
  others: readonly string[] = [],
): void {
  mkdirSync(join(folder, readmeFolder), { recursive: true });
  writeFileSync(join(folder, readmeFolder, "package.json"), JSON.stringify({ type: "module" }));
  const sources = [
    ...pagesOf(folder).map((path) => ({ path, root: folder })),
    ...others.map((path) => ({ path, root: repository })),
  ];
  const blocks = sources.flatMap(({ path, root }) => {
    const text = readFileSync(join(root, path), "utf8");
    return codeBlocksOf({ path, text }).map((block): ReadmeBlock => {
      const file = `${path.replaceAll("/", "-")}-${block.line}.ts`;
      writeFileSync(join(folder, readmeFolder, file), moduleOf(block));
      const isRun = !path.includes("/reference/") || /^const (api|mock) = /m.test(block.code);
      return { file, readme: path, line: block.line, isRun };
    });
  });
  if (firstCall !== undefined) {
    const file = "first-call.ts";
    writeFileSync(join(folder, readmeFolder, file), firstCall);
    blocks.push({ file, readme: "first call", line: 1, isRun: true });
  }
  writeFileSync(join(folder, readmeFolder, "blocks.json"), JSON.stringify(blocks));
}

/** The pages in Markdown of the packages in a folder: `client/README.md`, `contract/dist/reference/pets/GetPet.md`. */
export function pagesOf(folder: string): readonly string[] {
  return packages.flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md") && !path.startsWith("node_modules"))
      .toSorted()
      .map((path) => `${name}/${path.replaceAll("\\", "/")}`),
  );
}
