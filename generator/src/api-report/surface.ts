import { entryModules, entryPart } from "./entry-modules.ts";
import type { ApiReport } from "./report-file.ts";
import { isRelative, modulePath, type Declaration } from "./report-module.ts";

/** A declaration with the module that it stands in. */
export interface PlacedDeclaration {
  readonly report: ApiReport;
  /** The path of its module. */
  readonly path: string;
  readonly declaration: Declaration;
}

/** What an exported name is. */
export interface ExportedName {
  /** Whether it is a type to those who import it, whatever it is declared as. */
  readonly isTypeOnly: boolean;
  /** Where it is declared; `undefined` where another package is, of which there is no report here. */
  readonly declared: PlacedDeclaration | undefined;
  /** The other package and the name there; `undefined` of what the package declares itself. */
  readonly origin: string | undefined;
}

/** The public surface of packages that are generated together. */
export class Surface {
  readonly reports: readonly ApiReport[];
  readonly #specifiers: ReadonlyMap<ApiReport, ReadonlyMap<string, string>>;
  readonly #exports = new Map<string, ReadonlyMap<string, ExportedName>>();

  constructor(reports: readonly ApiReport[]) {
    this.reports = reports;
    this.#specifiers = new Map(reports.map((report) => [report, specifiersOf(report)]));
  }

  /** The entries of a package as they are imported: `@acme/client/pets` → the path of the module. */
  specifiers(report: ApiReport): ReadonlyMap<string, string> {
    return this.#specifiers.get(report) ?? new Map();
  }

  /** What a module exports, by name; all of another package is under the name `* from` that package. */
  exportsOf(report: ApiReport, path: string): ReadonlyMap<string, ExportedName> {
    const key = `${report.packageName} ${path}`;
    const known = this.#exports.get(key);
    if (known !== undefined) return known;
    const found = new Map<string, ExportedName>();
    this.#collect(report, path, false, found, new Set());
    this.#exports.set(key, found);
    return found;
  }

  /** The declaration that a name has in a module: its own, or an imported one; `undefined` of names of others. */
  resolve(report: ApiReport, path: string, name: string): PlacedDeclaration | undefined {
    const [first = "", ...rest] = name.split(".");
    const module = report.modules.get(path);
    const own = module?.declarations.get(first);
    if (own !== undefined) return { report, path, declaration: own };
    const imported = module?.imports.get(first);
    if (imported === undefined) return undefined;
    const target = this.#moduleOf(report, path, imported.from);
    const there = imported.name === "*" ? rest[0] : imported.name;
    if (target === undefined || there === undefined) return undefined;
    return this.exportsOf(...target).get(there)?.declared;
  }

  #collect(
    report: ApiReport,
    path: string,
    isTypeOnly: boolean,
    found: Map<string, ExportedName>,
    seen: Set<string>,
  ): void {
    const module = report.modules.get(path);
    const key = `${report.packageName} ${path}`;
    if (module === undefined || seen.has(key)) return;
    seen.add(key);
    for (const [name, declaration] of module.declarations)
      if (declaration.isExported && !found.has(name))
        found.set(name, {
          isTypeOnly,
          declared: { report, path, declaration },
          origin: undefined,
        });
    for (const one of module.reexports) {
      const type = isTypeOnly || one.isTypeOnly;
      const target = this.#moduleOf(report, path, one.from);
      const origin = isRelative(one.from) || one.from === "" ? undefined : one.from;
      if (one.as === "*" && origin === undefined && target !== undefined)
        this.#collect(...target, type, found, seen);
      else if (one.as === "*")
        found.set(`* from ${one.from}`, { isTypeOnly: type, declared: undefined, origin });
      else {
        const from = one.from === "" ? ([report, path] as const) : target;
        const other = from && this.#exportedOrOwn(...from, one.name);
        found.set(one.as, {
          isTypeOnly: type,
          declared: other?.declared,
          origin: origin === undefined ? other?.origin : `${origin} ${one.name}`,
        });
      }
    }
  }

  #exportedOrOwn(report: ApiReport, path: string, name: string): ExportedName | undefined {
    const declaration = report.modules.get(path)?.declarations.get(name);
    if (declaration !== undefined)
      return { isTypeOnly: false, declared: { report, path, declaration }, origin: undefined };
    return this.exportsOf(report, path).get(name);
  }

  #moduleOf(
    report: ApiReport,
    path: string,
    from: string,
  ): readonly [ApiReport, string] | undefined {
    if (isRelative(from)) return [report, modulePath(path, from)];
    const other = this.reports.find(
      ({ packageName }) => from === packageName || from.startsWith(`${packageName}/`),
    );
    const module = other && this.specifiers(other).get(from);
    return other === undefined || module === undefined ? undefined : [other, module];
  }
}

function specifiersOf({ packageName, entries, modules }: ApiReport): ReadonlyMap<string, string> {
  const paths = [...modules.keys()];
  const all = [...entries].flatMap(([entry, target]) =>
    entryModules([target], paths).map((path) => {
      const part = entryPart(target, path) ?? "";
      return [`${packageName}${entry.slice(1).replace("*", part)}`, path] as const;
    }),
  );
  return new Map(all);
}
