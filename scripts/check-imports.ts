import { findCycles, importsOf, type ImportStatement } from "./import-graph.ts";
import {
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";
import { generatorFolder, stageOf, stages } from "./generator-stages.ts";

/** Matches the names of the workspace's packages, hand-written and generated. */
const packageName = /^(?:@openapi-packages|@genai-app)\/([^/]+)|^openapi-packages(?=\/|$)/;

/** The workspace packages that each package may import. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  generator: [],
  runtime: [],
  mock: ["runtime"],
  zod: [],
  mcp: ["runtime"],
  verify: ["runtime", "mock"],
  contract: ["runtime"],
  client: ["contract", "runtime"],
  server: ["contract", "runtime"],
  mocks: ["contract", "runtime", "mock"],
  service: ["server", "contract", "runtime"],
};

/** Libraries that only these folders may import, so that replacing one changes no other folder. */
const allowedFolders: Readonly<Record<string, readonly string[]>> = {
  "ts-morph": ["project", "emit", "print", "scaffold", "impact", "codemod", "cli/init"].map(
    (folder) => `${generatorFolder}/${folder}`,
  ),
  "openapi-typescript": [`${generatorFolder}/emit/schema-types`],
  typescript: ["emit/schema-types", "print", "surface", "impact", "codemod"].map(
    (folder) => `${generatorFolder}/${folder}`,
  ),
};

/** The packages that import the generator, each with the one public entry that it may import. */
const generatorEntries: Readonly<Record<string, string>> = {
  zod: "openapi-packages/emitter",
  mcp: "openapi-packages/emitter",
  verify: "openapi-packages/description",
};

/** The packages whose types the generator may import; its command `mock` may also import their code. */
const engines = ["runtime", "mock"];

/**
 * Checks that imports point one way: `runtime ← contract ← {client, server, mocks}`, `runtime ← mock ← mocks`,
 * `service → {server, contract}`; that no package imports the generator, and the generator only types of
 * the runtime and the mock engine, which its command `mock` loads; that the packages with emitters import only the
 * generator's entry for emitters, and `verify` only its entry for descriptions; that each stage of the generator imports
 * only from earlier ones; that some libraries are imported only by the folders in `allowedFolders`; that the product's
 * sources import no file outside their own folder; and that there are no import cycles, type imports included.
 * Tests and scripts may import anything.
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
  const [, folder, name] = /^((?:packages\/)?([\w-]+)\/src)\//.exec(path) ?? [];
  if (folder === undefined || name === undefined || allowedPackages[name] === undefined) return [];
  if (target !== undefined) {
    if (target.startsWith(`${folder}/`)) return [];
    const message = `${name} imports ${target}, which is outside ${folder}`;
    return [{ path, line, rule: "import-outside-folder", message }];
  }
  const found = packageName.exec(specifier);
  if (found === null) return [];
  const imported = found[1] ?? "generator";
  if (imported === name || allowedTo(name, statement).includes(imported)) return [];
  const entry = generatorEntries[name];
  if (imported === "generator" && entry !== undefined) {
    const message = `${name} imports ${specifier}; it may import ${entry} alone`;
    return specifier === entry ? [] : [{ path, line, rule: "generator-entry", message }];
  }
  const what = engines.includes(imported) && name === "generator" ? `code of ` : "";
  return [{ path, line, rule: "import-direction", message: `${name} imports ${what}${specifier}` }];
}

function allowedTo(name: string, { path, isTypeOnly }: ImportStatement): readonly string[] {
  const isEngineUser =
    name === "generator" && (isTypeOnly || path.startsWith(`${generatorFolder}/mock/serve/`));
  return isEngineUser ? engines : (allowedPackages[name] ?? []);
}

/** Checks that an import leads to the same stage or an earlier one. Type imports count too. */
function stageFindings({ path, line, target }: ImportStatement): Finding[] {
  if (target === undefined || !path.startsWith(`${generatorFolder}/`)) return [];
  if (!target.startsWith(`${generatorFolder}/`)) return [];
  const [own, other] = [stageOf(path), stageOf(target)];
  if (own === undefined) {
    const message = `${path} belongs to no stage of the generator`;
    return [{ path, line, rule: "stage-unknown", message }];
  }
  if (other === undefined || stages.indexOf(other) <= stages.indexOf(own)) return [];
  return [{ path, line, rule: "stage-order", message: `${own} imports ${target}, of ${other}` }];
}

function libraryFindings({ path, line, specifier }: ImportStatement): Finding[] {
  const folders = allowedFolders[specifier];
  if (folders === undefined || !path.startsWith(`${generatorFolder}/`)) return [];
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
