import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  codeBlocksOf,
  linkGuidePackages,
  markdownLine,
  moduleOf,
  type CodeBlock,
} from "./code-blocks.ts";
import {
  listFiles,
  readSources,
  reportFindings,
  repositoryRoot,
  type Finding,
} from "./repository.ts";

/** Inside node_modules, so that the workspace's packages resolve by name and git ignores it. */
const cache = join(repositoryRoot, "node_modules/.cache");
const compiler = join(repositoryRoot, "node_modules/typescript-7/bin/tsc");

/**
 * Compiles each block separately with the repository's strict options and TypeScript 7, and reports
 * errors at their line in the Markdown file.
 *
 * @param name - the folder in the cache for the blocks
 * @throws if the compiler fails without an error in a block
 */
export function checkCodeBlocks(blocks: readonly CodeBlock[], name = "readme"): Finding[] {
  if (blocks.length === 0) return [];
  const folder = join(cache, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  linkGuidePackages(join(folder, "node_modules"), join(repositoryRoot, "node_modules/@genai-app"));
  const files = blocks.map((block, index) => {
    writeFileSync(join(folder, `block-${index}.ts`), moduleOf(block));
    return `block-${index}.ts`;
  });
  const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false };
  const extended = join(repositoryRoot, "tsconfig.json");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: extended, compilerOptions, files, include: [], exclude: [] }),
  );
  const parameters = [compiler, "--project", folder, "--pretty", "false"];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: folder,
    encoding: "utf8",
  });
  const findings = stdout.split("\n").flatMap((line) => findingOf(line, blocks));
  if (status !== 0 && findings.length === 0) throw new Error(`${stdout}${stderr}`);
  return findings;
}

function findingOf(output: string, blocks: readonly CodeBlock[]): Finding[] {
  const match = /^block-(\d+)\.ts\((\d+),\d+\): error (TS\d+): (.*)$/.exec(output);
  const block = blocks[Number(match?.[1])];
  if (match === null || block === undefined) return [];
  const [, , line, code, message] = match;
  return [
    {
      path: block.path,
      line: markdownLine(block, Number(line)),
      rule: code ?? "",
      message: message ?? "",
    },
  ];
}

/** Pages whose blocks are the files of one project, which a test in `generator/test` builds. */
const testedElsewhere = ["docs/emitter.md", "docs/overlays.md"];

if (process.argv[1] === import.meta.filename) {
  const paths = listFiles(
    "README.md",
    "CONTRIBUTING.md",
    "generator/README.md",
    "packages/*/README.md",
    "docs/*.md",
  ).filter((path) => !testedElsewhere.includes(path));
  const blocks = readSources(paths).flatMap(codeBlocksOf);
  reportFindings(checkCodeBlocks(blocks), `${blocks.length} code blocks of ${paths.length} files`);
}
