import { isObject, type JsonObject } from "../json.ts";
import type { ModuleCompiler } from "../print/compile-module.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import type { PrintedFile } from "../print/printed-file.ts";
import { entryModules } from "./entry-modules.ts";
import { reportText, type ApiReport } from "./report-file.ts";
import { isRelative, modulePath, readModule, type ReportModule } from "./report-module.ts";
import { reportPath } from "./report-path.ts";

/**
 * The API reports of packages, a file for each that has `exports`. They are made of the declarations that were compiled
 * of each module; where sources alone were printed, those that are exported are compiled for it.
 *
 * @param loadCompiler gives the compiler, where it is needed
 * @throws {SyntaxError} when a module cannot be compiled by itself
 */
export async function makeReports(
  printed: readonly PrintedFile[],
  loadCompiler: () => Promise<ModuleCompiler>,
): Promise<PrintedFile[]> {
  const texts = new Map(printed.map(({ path, text }) => [path, text]));
  const reports: PrintedFile[] = [];
  for (const { path, text, ownKeys } of printed) {
    const folder = path.slice(0, -"/package.json".length);
    if (ownKeys === undefined || path !== `${folder}/package.json`) continue;
    const report = await makeReport(folder, JSON.parse(text) as JsonObject, texts, loadCompiler);
    if (report !== undefined) reports.push({ path: reportPath(folder), text: reportText(report) });
  }
  return reports;
}

async function makeReport(
  folder: string,
  packageJson: JsonObject,
  texts: ReadonlyMap<string, string>,
  loadCompiler: () => Promise<ModuleCompiler>,
): Promise<ApiReport | undefined> {
  const entries = entriesOf(packageJson["exports"]);
  if (entries.size === 0) return undefined;
  const modules = new Map<string, ReportModule>();
  const sources = [...texts.keys()].flatMap((path) => sourceModule(path, folder));
  const waiting = entryModules([...entries.values()], sources);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (modules.has(path)) continue;
    const text = await declarationsOf(`${folder}/src/${path}`, folder, path, texts, loadCompiler);
    if (text === undefined) continue;
    const module = readModule(text);
    modules.set(path, module);
    waiting.push(...mentioned(module, path));
  }
  return { folder, packageName: String(packageJson["name"]), entries, modules };
}

/** The entries of `exports` that have types, with their modules: `./operations/*` → `operations/*`. */
function entriesOf(exports: unknown): ReadonlyMap<string, string> {
  const entries = Object.entries(isObject(exports) ? exports : {}).flatMap(([entry, target]) => {
    const types = isObject(target) ? target["types"] : undefined;
    const [, module] =
      /^\.\/[^/]+\/(.+)\.d\.ts$/.exec(typeof types === "string" ? types : "") ?? [];
    return module === undefined ? [] : [[entry, module] as const];
  });
  return new Map(entries);
}

/** The module of a file of sources, without its ending. */
function sourceModule(path: string, folder: string): string[] {
  const prefix = `${folder}/src/`;
  if (!path.startsWith(prefix) || !path.endsWith(".ts")) return [];
  return [path.slice(prefix.length).replace(/(?:\.d)?\.ts$/, "")];
}

async function declarationsOf(
  source: string,
  folder: string,
  path: string,
  texts: ReadonlyMap<string, string>,
  loadCompiler: () => Promise<ModuleCompiler>,
): Promise<string | undefined> {
  const known =
    texts.get(`${folder}/${compiledFolder}/${path}.d.ts`) ?? texts.get(`${source}.d.ts`);
  if (known !== undefined) return known;
  const text = texts.get(`${source}.ts`);
  if (text === undefined) return undefined;
  const compile = await loadCompiler();
  return (await compile(`${source}.ts`, text)).declaration;
}

/** The modules of the package that a module mentions. */
function mentioned({ imports, reexports }: ReportModule, path: string): string[] {
  return [...imports.values(), ...reexports]
    .filter(({ from }) => isRelative(from))
    .map(({ from }) => modulePath(path, from));
}
