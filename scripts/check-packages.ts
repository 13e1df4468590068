import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.ts";

/** The packages by their folders, with their scopes. */
const written = {
  runtime: "@openapi-packages",
  mock: "@openapi-packages",
  zod: "@openapi-packages",
};
const generated = {
  contract: "@genai-app",
  client: "@genai-app",
  server: "@genai-app",
  mocks: "@genai-app",
};
const folder = join(repositoryRoot, "node_modules", ".cache", "consumers");
const tarballs = join(folder, "tarballs");

/** Runs a program in a folder. @throws with its output if it fails */
function run(cwd: string, program: string, ...args: string[]): void {
  try {
    execFileSync(program, args, { cwd, stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${[program, ...args].join(" ")} failed\n${stdout}${stderr}`, { cause: error });
  }
}

/** Makes the packages as for publication, packs them, and installs them for an application. */
function installPackages(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(tarballs, { recursive: true });
  for (const [name, scope] of Object.entries(written)) {
    const source = join(repositoryRoot, "packages", name);
    rmSync(join(source, "dist"), { recursive: true, force: true });
    run(source, "npm", "run", "build");
    install(source, name, scope);
  }
  // The repository holds their sources alone; whoever generates them gets what runs as well.
  const out = join(folder, "packages");
  for (const name of Object.keys(generated))
    cpSync(join(repositoryRoot, "packages", name, "package.json"), join(out, name, "package.json"));
  const cli = join(repositoryRoot, "generator", "src", "cli.ts");
  const description = join(repositoryRoot, "spec", "openapi.yaml");
  const options = ["--out", out, "--scope", "@genai-app"];
  run(repositoryRoot, process.execPath, cli, "generate", description, ...options);
  for (const [name, scope] of Object.entries(generated)) install(join(out, name), name, scope);
}

function install(source: string, name: string, scope: string): void {
  run(source, "npm", "pack", "--pack-destination", tarballs);
  const target = join(folder, "node_modules", scope, name);
  mkdirSync(target, { recursive: true });
  const tarball = readdirSync(tarballs).find((file) =>
    file.startsWith(`${scope.slice(1)}-${name}-`),
  );
  if (tarball === undefined) throw new Error(`npm pack made no tarball of ${name}`);
  run(target, "tar", "-xzf", join(tarballs, tarball), "--strip-components=1");
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
      JSON.stringify({ compilerOptions, files: ["app.ts"] }),
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
      JSON.stringify({ compilerOptions, files: ["plain.ts"] }),
    );
    for (const compiler of compilers) {
      const tsc = join(repositoryRoot, "node_modules", compiler, "bin", "tsc");
      run(folder, process.execPath, tsc, "--project", configuration);
    }
  }
}

try {
  installPackages();
  for (const file of ["app.ts", "plain.ts"])
    copyFileSync(join(repositoryRoot, "test", "consumers", file), join(folder, file));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  checkTypes();
  checkPlatforms();
  run(folder, process.execPath, "app.js");
  console.log(
    `${Object.keys({ ...written, ...generated }).length} packages, built and packed: an application compiles with them and runs`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
