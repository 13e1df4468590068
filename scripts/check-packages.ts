/**
 * Checks the packages as they are published: packs them in a dry run of a release, then tries the tarballs in applications
 * and in projects outside the repository.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { offlineScenarios } from "../test/consumers/offline.ts";
import { runScenarios } from "../test/consumers/scenario.ts";
import {
  checkCombination,
  compile,
  formatOutcome,
} from "../test/consumers/types/check-combination.ts";
import { checks, compilers, resolutions } from "../test/consumers/types/combinations.ts";
import { installProjects, type Projects } from "../test/consumers/types/projects.ts";
import { isTestAll, sampled } from "../test/test-all.ts";
import { prepareRelease } from "./release/prepare.ts";
import { run } from "./release/run.ts";
import { contentsTable } from "./release/table.ts";
import type { Tarball } from "./release/tarball.ts";
import { repositoryRoot } from "./repository.ts";

const cache = join(repositoryRoot, "node_modules", ".cache", "consumers");

/** The TypeScript versions that {@link checkPlatforms} compiles with. */
const platformCompilers = isTestAll ? ["5.9", "7"] : ["7"];

/**
 * Compiles programs with one compiler and one module resolution; `test/consumers/types/run.ts` tries all.
 *
 * @throws {Error} with the compiler's output, if it is not the expected one
 */
function checkTypes(projects: Projects): void {
  for (const compiler of compilers.filter(({ version }) => version === "7"))
    for (const resolution of resolutions.filter(({ name }) => name === "nodenext"))
      for (const check of checks) {
        const outcome = checkCombination(projects, check, compiler, resolution);
        if (outcome?.succeeded === false) throw new Error(formatOutcome(outcome));
      }
}

/** Runs the programs that the newest compiler has emitted, as ECMAScript modules and as CommonJS. */
function runPrograms(projects: Projects): void {
  for (const [folder, names] of [
    ["module", ["application", "mocked", "published-app"]],
    ["commonjs", ["application", "mocked"]],
  ] as const)
    for (const name of names)
      run(
        projects.folderOf({ project: "with MSW", folder }),
        process.execPath,
        join("out", `${name}.js`),
      );
}

/** The type libraries that a project may use: the DOM's, Node's, both or none. */
const platforms = [
  { lib: ["ES2023"], types: [] },
  { lib: ["ES2023"], types: ["node"] },
  { lib: ["ES2023", "DOM", "DOM.Iterable"], types: [] },
  { lib: ["ES2023", "DOM", "DOM.Iterable"], types: ["node"] },
];

/** Compiles a project and the declarations of the packages with each of the {@link platforms}. */
function checkPlatforms(projects: Projects): void {
  const folder = projects.folderOf({ project: "without MSW", folder: "module" });
  for (const platform of sampled(platforms, platforms.length)) {
    const compilerOptions = {
      ...platform,
      target: "ES2023",
      module: "NodeNext",
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["published-types.ts"] }),
    );
    for (const compiler of compilers.filter(({ version }) => platformCompilers.includes(version))) {
      const { output } = compile(compiler, folder);
      if (output !== "") throw new Error(`${JSON.stringify(platform)}\n${output}`);
    }
  }
}

const { tarballs, findings } = await prepareRelease(join(cache, "tarballs"));
console.log(contentsTable(tarballs));
for (const finding of findings) console.log(finding);
const projects = installProjects(tarballs);
try {
  checkTypes(projects);
  runPrograms(projects);
  checkPlatforms(projects);
} finally {
  projects.dispose();
}
console.log(
  `${tarballs.length} packages, built and packed: applications compile with them and run`,
);
const isOfStrangers = ({ name }: Tarball): boolean => !name.startsWith("@genai-app/");
const scenarios = offlineScenarios(tarballs.filter(isOfStrangers));
await runScenarios(isTestAll ? scenarios : scenarios.slice(0, 2));
if (findings.length > 0) process.exitCode = 1;
