import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { lineAt, type SourceText } from "./repository.ts";

/** A TypeScript block of a Markdown file. */
export interface CodeBlock {
  readonly path: string;
  /** The line, from 1, of the block's first line of code. */
  readonly line: number;
  /** Code before the block that the reader does not see; may be empty. */
  readonly prelude: string;
  readonly code: string;
}

const block =
  /(?:^<!-- prelude:(?<prelude>[\s\S]*?)-->\s*)?^(?<indent> *)```(?:ts|typescript)\b(?![^\n]* title=)[^\n]*\n(?<code>[\s\S]*?)^ *```$/gm;

/**
 * Finds the fenced blocks marked `ts` or `typescript` (CommonMark, section 4.5). A comment
 * `<!-- prelude: … -->` directly before a block is its prelude. Blocks with a title are left out: they are files of a
 * project that `test/consumers` builds.
 */
export function codeBlocksOf({ path, text }: SourceText): CodeBlock[] {
  return [...text.matchAll(block)].map(({ 0: whole, index, groups }) => {
    const { prelude = "", code = "" } = groups ?? {};
    const fence = whole.indexOf("```", whole.indexOf("-->") + 1);
    const line = lineAt(text, index + fence) + 1;
    return { path, line, prelude: prelude.trim(), code };
  });
}

/** Makes a module of a block: the prelude, then the code. */
export function moduleOf({ prelude, code }: CodeBlock): string {
  return `${prelude}\n${code}\nexport {};\n`;
}

/**
 * Maps a line of the block's module to the line of the Markdown file; lines of the prelude map to the
 * block's first line.
 */
export function markdownLine(codeBlock: CodeBlock, moduleLine: number): number {
  const preludeLines = codeBlock.prelude.split("\n").length;
  const lines = codeBlock.code.split("\n").length;
  const offset = Math.min(Math.max(moduleLine - preludeLines - 1, 0), Math.max(lines - 2, 0));
  return codeBlock.line + offset;
}

/**
 * Makes the packages of the guides, such as `@acme/client`, resolve to those of this repository's description: the guides
 * have a neutral scope.
 *
 * @param modules - the `node_modules` that the blocks resolve from
 * @param packages - the folder that has `client`, `mocks` and the others
 */
export function linkGuidePackages(modules: string, packages: string): void {
  const link = join(modules, "@acme");
  mkdirSync(modules, { recursive: true });
  rmSync(link, { recursive: true, force: true });
  symlinkSync(packages, link, "junction");
}
