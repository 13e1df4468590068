/**
 * What `npm test` knows of packages as they are published: the dry run of a release, then an application and projects of strangers
 * with what it packed.
 */
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offlineScenarios } from "../test/consumers/offline.ts";
import { runScenarios } from "../test/consumers/scenario.ts";
import { prepareRelease } from "./release/prepare.ts";
import { run } from "./release/run.ts";
import { contentsTable } from "./release/table.ts";
import { unpack, type Tarball } from "./release/tarball.ts";
import { repositoryRoot } from "./repository.ts";

const cache = join(repositoryRoot, "node_modules", ".cache", "consumers");
const folder = join(cache, "application");

/** Installs all packages for an application. */
function installPackages(tarballs: readonly Tarball[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const tarball of tarballs) unpack(tarball, folder);
}

/** The compilers, and below the module resolutions, that must find the packages. */
const compilers = ["typescript-7", "typescript"];
const resolutions = [
  { module: "NodeNext", moduleResolution: "NodeNext" },
  { module: "ESNext", moduleResolution: "Bundler" },
];

function checkTypes(): void {
  for (const [index, resolution] of resolutions.entries()) {
    const configuration = `tsconfig.${index}.json`;
    const compilerOptions = {
      ...resolution,
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      resolveJsonModule: true,
      skipLibCheck: true,
    };
    writeFileSync(
      join(folder, configuration),
      JSON.stringify({ compilerOptions, files: ["published-app.ts"] }),
    );
    for (const compiler of compilers) {
      const tsc = join(repositoryRoot, "node_modules", compiler, "bin", "tsc");
      run(folder, process.execPath, tsc, "--project", configuration);
    }
  }
}

/** The types of the web platform that a project may have: the DOM library, Node's, both, or none. */
const platforms = [
  { lib: ["ES2023"], types: [] },
  { lib: ["ES2023"], types: ["node"] },
  { lib: ["ES2023", "DOM", "DOM.Iterable"], types: [] },
  { lib: ["ES2023", "DOM", "DOM.Iterable"], types: ["node"] },
];

/** Compiles with whichever types of the platform, the declarations of the packages included. */
function checkPlatforms(): void {
  for (const [index, platform] of platforms.entries()) {
    const configuration = `tsconfig.platform-${index}.json`;
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
      join(folder, configuration),
      JSON.stringify({ compilerOptions, files: ["published-types.ts"] }),
    );
    for (const compiler of compilers) {
      const tsc = join(repositoryRoot, "node_modules", compiler, "bin", "tsc");
      run(folder, process.execPath, tsc, "--project", configuration);
    }
  }
}

const { tarballs, findings } = await prepareRelease(join(cache, "tarballs"));
console.log(contentsTable(tarballs));
for (const finding of findings) console.log(finding);
installPackages(tarballs);
for (const file of ["published-app.ts", "published-types.ts"])
  copyFileSync(join(repositoryRoot, "test", "consumers", file), join(folder, file));
writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
checkTypes();
checkPlatforms();
run(folder, process.execPath, "published-app.js");
console.log(
  `${tarballs.length} packages, built and packed: an application compiles with them and runs`,
);
const isOfStrangers = ({ name }: Tarball): boolean => !name.startsWith("@genai-app/");
await runScenarios(offlineScenarios(tarballs.filter(isOfStrangers)));
if (findings.length > 0) process.exitCode = 1;
