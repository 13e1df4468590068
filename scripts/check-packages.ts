import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { offlineScenarios } from "../test/consumers/offline.ts";
import { runScenarios } from "../test/consumers/scenario.ts";
import { pack, packPublished, run, unpack, type Tarball } from "../test/consumers/tarballs.ts";
import { repositoryRoot } from "./repository.ts";

const generated = ["contract", "client", "server", "mocks"];
const folder = join(repositoryRoot, "node_modules", ".cache", "consumers", "application");
const out = join(folder, "packages");

/** Packs what is generated from this repository's description, and installs it for an application, with all else. */
function installPackages(published: readonly Tarball[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const tarball of published) unpack(tarball, folder);
  // The repository holds their sources alone; whoever generates them gets what runs as well.
  for (const name of generated)
    cpSync(join(repositoryRoot, "packages", name, "package.json"), join(out, name, "package.json"));
  const cli = join(repositoryRoot, "generator", "src", "cli.ts");
  const description = join(repositoryRoot, "spec", "openapi.yaml");
  const options = ["--out", out, "--scope", "@genai-app"];
  run(repositoryRoot, process.execPath, cli, "generate", description, ...options);
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  for (const name of generated) unpack(pack(join(out, name), tarballs), folder);
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

const tarballs = packPublished(
  join(repositoryRoot, "node_modules", ".cache", "consumers", "tarballs"),
);
installPackages(tarballs);
for (const file of ["published-app.ts", "published-types.ts"])
  copyFileSync(join(repositoryRoot, "test", "consumers", file), join(folder, file));
writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
checkTypes();
checkPlatforms();
run(folder, process.execPath, "published-app.js");
const count = tarballs.length + generated.length;
console.log(`${count} packages, built and packed: an application compiles with them and runs`);
await runScenarios(offlineScenarios(tarballs));
