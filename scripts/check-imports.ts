import { findRings, importsOf, type ImportStatement } from "./import-graph.ts";
import {
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";

/** The packages of the workspace: those that are written by hand, and those that are generated. */
const packageName = /^(?:@openapi-packages|@genai-app)\/([^/]+)|^openapi-packages(?=\/|$)/;

/** The workspace packages that each package may import. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  generator: [],
  runtime: [],
  mock: ["runtime"],
  contract: ["runtime"],
  client: ["contract", "runtime"],
  server: ["contract", "runtime"],
  mocks: ["contract", "runtime", "mock"],
  service: ["server", "contract", "runtime"],
};

/**
 * Checks that imports point one way: `runtime ← contract ← {client, server, mocks}`, `runtime ← mock ← mocks`,
 * `service → {server, contract}`; that the generator and the packages know nothing of each other;
 * that the product's sources import no file outside their own folder; and that no files import each
 * other in a ring, type imports included. Tests and scripts may import anything.
 */
export function checkImports(sources: readonly SourceText[]): Finding[] {
  const imports = sources.flatMap(importsOf);
  const rings = findRings(imports).map((ring) => ringFinding(ring));
  return [...imports.flatMap(directionFindings), ...rings];
}

function directionFindings({ path, line, specifier, target }: ImportStatement): Finding[] {
  const [, folder, name] = /^((?:packages\/)?([\w-]+)\/src)\//.exec(path) ?? [];
  const allowed = name === undefined ? undefined : allowedPackages[name];
  if (folder === undefined || allowed === undefined) return [];
  if (target !== undefined) {
    if (target.startsWith(`${folder}/`)) return [];
    const message = `${name} imports ${target}, which is outside ${folder}`;
    return [{ path, line, rule: "import-outside-folder", message }];
  }
  const found = packageName.exec(specifier);
  if (found === null) return [];
  const imported = found[1] ?? "generator";
  if (imported === name || allowed.includes(imported)) return [];
  return [{ path, line, rule: "import-direction", message: `${name} imports ${specifier}` }];
}

function ringFinding(ring: readonly ImportStatement[]): Finding {
  const [first] = ring;
  const path = first?.path ?? "";
  const message = [path, ...ring.map(({ target }) => target)].join(" → ");
  return { path, line: first?.line ?? 0, rule: "import-ring", message };
}

if (process.argv[1] === import.meta.filename) {
  const paths = listFiles("generator/src/*.ts", "packages/*/src/*.ts", "scripts/*.ts", "spec/*.ts");
  reportFindings(checkImports(readSources(paths)), `imports of ${paths.length} files`);
}
