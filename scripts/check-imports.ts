import { findCycles, importsOf, type ImportStatement } from "./import-graph.ts";
import {
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";
import { packageOf, stageOf, stages } from "./stages.ts";

/** Matches the names of the workspace's packages, hand-written and generated. */
const packageName = /^(?:@openapi-packages|@genai-app)\/([^/]+)|^openapi-packages(?=\/|$)/;

/** The workspace packages that each package may import. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  mock: ["runtime"],
  description: [],
  compiler: ["description"],
  cli: ["description", "compiler"],
  generator: ["description", "compiler", "cli"],
  verify: ["description", "compiler", "cli", "runtime", "mock"],
  zod: [],
  mcp: ["runtime"],
  contract: ["runtime"],
  client: ["contract", "runtime"],
  server: ["contract", "runtime"],
  mocks: ["contract", "runtime", "mock"],
  service: ["server", "contract", "runtime"],
};

/** The packages that generated code runs on. The packages that generate it may import their types. */
const engines = ["runtime", "mock"];

/** The packages that may import the types of `engines`. */
const engineTypeUsers = ["description", "compiler", "cli", "generator"];

/** The folder that runs a mock without generated code, and so may import the code of `engines` too. */
const mockRunner = "packages/compiler/src/mock/serve/";

/** The entry of the generator for emitters, and the packages with emitters, which may import nothing else of it. */
const emitterEntry = "openapi-packages/emitter";
const emitterPackages = ["zod", "mcp"];

/** Libraries that only these folders may import, so that replacing one changes no other folder. */
const allowedFolders: Readonly<Record<string, readonly string[]>> = {
  "ts-morph": ["project", "emit", "print", "scaffold", "commands/init", "changes"].map(
    (folder) => `generator/src/${folder}`,
  ),
  "openapi-typescript": ["generator/src/emit/schema-types"],
  typescript: ["emit/schema-types", "print", "surface", "changes"].map(
    (folder) => `generator/src/${folder}`,
  ),
};

/**
 * Checks that imports point one way: `runtime ← contract ← {client, server, mocks}`, `runtime ← mock ← mocks`,
 * `service → {server, contract}`, `description ← compiler ← cli ← generator` and `cli ← verify`; that the packages
 * that generate code import only types of the runtime and the mock engine, but for the runner of mocks; that the packages
 * with emitters import only the generator's entry for emitters; that each stage of a package imports only from earlier ones;
 * that some libraries are imported only by the folders in `allowedFolders`; that the product's sources import no file outside
 * their own folder; and that there are no import cycles, type imports included. Tests and scripts may import anything.
 */
export function checkImports(sources: readonly SourceText[]): Finding[] {
  const imports = sources.flatMap(importsOf);
  const cycles = findCycles(imports).map((cycle) => cycleFinding(cycle));
  const found = [directionFindings, stageFindings, libraryFindings].flatMap((find) =>
    imports.flatMap(find),
  );
  return [...found, ...cycles];
}

function directionFindings(statement: ImportStatement): Finding[] {
  const { path, line, specifier, target } = statement;
  const own = packageOf(path);
  const name = own?.replace(/^packages\//, "");
  if (own === undefined || name === undefined || allowedPackages[name] === undefined) return [];
  if (target !== undefined) {
    if (target.startsWith(`${own}/src/`)) return [];
    const message = `${name} imports ${target}, which is outside ${own}/src`;
    return [{ path, line, rule: "import-outside-folder", message }];
  }
  const found = packageName.exec(specifier);
  if (found === null) return [];
  const imported = found[1] ?? "generator";
  if (imported === name || isAllowed(name, imported, statement)) return [];
  if (imported === "generator" && emitterPackages.includes(name)) {
    const message = `${name} imports ${specifier}; it may import ${emitterEntry} alone`;
    return specifier === emitterEntry ? [] : [{ path, line, rule: "generator-entry", message }];
  }
  const isCode = engines.includes(imported) && engineTypeUsers.includes(name);
  const message = `${name} imports ${isCode ? "code of " : ""}${specifier}`;
  return [{ path, line, rule: "import-direction", message }];
}

function isAllowed(name: string, imported: string, { path, isTypeOnly }: ImportStatement): boolean {
  if (allowedPackages[name]?.includes(imported) === true) return true;
  const usesTypes = isTypeOnly && engineTypeUsers.includes(name);
  return engines.includes(imported) && (usesTypes || path.startsWith(mockRunner));
}

/** Checks that an import leads to the same stage or an earlier one of the same package. Type imports count too. */
function stageFindings({ path, line, target }: ImportStatement): Finding[] {
  const name = packageOf(path) ?? "";
  const own = stages[name];
  if (own === undefined || target === undefined || packageOf(target) !== name) return [];
  const [from, to] = [stageOf(path), stageOf(target)];
  if (from === undefined) {
    const message = `${path} belongs to no stage of ${name}`;
    return [{ path, line, rule: "stage-unknown", message }];
  }
  if (to === undefined || own.indexOf(to) <= own.indexOf(from)) return [];
  return [{ path, line, rule: "stage-order", message: `${from} imports ${target}, of ${to}` }];
}

function libraryFindings({ path, line, specifier }: ImportStatement): Finding[] {
  const [library = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const folders = allowedFolders[library];
  if (folders === undefined || packageOf(path) === undefined) return [];
  if (folders.some((folder) => path.startsWith(`${folder}/`))) return [];
  const message = `only ${folders.join(" and ")} imports ${specifier}`;
  return [{ path, line, rule: "library-place", message }];
}

function cycleFinding(cycle: readonly ImportStatement[]): Finding {
  const [first] = cycle;
  const path = first?.path ?? "";
  const message = [path, ...cycle.map(({ target }) => target)].join(" → ");
  return { path, line: first?.line ?? 0, rule: "import-cycle", message };
}

if (process.argv[1] === import.meta.filename) {
  const paths = listFiles("generator/src/*.ts", "packages/*/src/*.ts", "scripts/*.ts", "spec/*.ts");
  reportFindings(checkImports(readSources(paths)), `imports of ${paths.length} files`);
}
