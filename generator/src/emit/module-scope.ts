import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { importSpecifier, type PackageNaming } from "./package-names.ts";
import type { EmitOptions } from "./emitted-file.ts";

/** One import declaration of a generated file. */
export interface ModuleImport {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  /** The imported names: `Pet`, or `Pet as Pet_`. */
  readonly names: readonly string[];
  /** The namespace, such as `pets` in `import * as pets`; `names` is empty then. */
  readonly namespace?: string;
}

interface Import {
  readonly symbol: ModuleSymbol;
  readonly local: string;
}

interface NamespaceImport {
  readonly local: string;
  isTypeOnly: boolean;
}

/** Provides the names of symbols in a generated file. */
export type NameScope = Pick<ModuleScope, "use">;

/** The parameters and variables of generated functions, which must not hide an import. */
const parameterNames = ["answer", "core", "handlers", "http", "input", "options"];

/**
 * The names of one generated file. Using a symbol imports it; a name that the file has already is
 * imported under another one, so that a schema called `Call` and the runtime's `Call` can meet.
 */
export class ModuleScope {
  readonly #path: string;
  readonly #naming: PackageNaming;
  readonly #taken: Set<string>;
  readonly #imports = new Map<string, Import>();
  readonly #namespaces = new Map<string, NamespaceImport>();
  readonly #redirect: (symbol: ModuleSymbol) => ModuleSymbol;

  /**
   * @param path the file's path relative to the output folder
   * @param naming the names and the layout of the packages
   * @param declared names that the file declares itself
   * @param redirect maps a symbol to the one that the package has instead
   */
  constructor(
    path: string,
    naming: PackageNaming,
    declared: Iterable<string>,
    redirect: (symbol: ModuleSymbol) => ModuleSymbol = (symbol) => symbol,
  ) {
    this.#path = path;
    this.#naming = naming;
    this.#taken = new Set([...parameterNames, ...declared]);
    this.#redirect = redirect;
  }

  /**
   * Imports a symbol, or the one that the package has instead, and returns its name in the file.
   */
  use(symbol: ModuleSymbol): string {
    return this.useOriginal(this.#redirect(symbol));
  }

  /** Imports a symbol without redirection, and returns its name in the file. */
  useOriginal(symbol: ModuleSymbol): string {
    if (symbol.module === this.#path) return symbol.name;
    if (symbol.namespace !== undefined)
      return `${this.#useNamespace(symbol, symbol.namespace)}.${symbol.name}`;
    const key = `${symbol.module}#${symbol.name}`;
    const known = this.#imports.get(key);
    if (known !== undefined) return known.local;
    const local = this.#take(symbol.localName ?? symbol.name);
    this.#imports.set(key, { symbol, local });
    return local;
  }

  #useNamespace({ module, isType }: ModuleSymbol, name: string): string {
    const known = this.#namespaces.get(module) ?? { local: this.#take(name), isTypeOnly: true };
    known.isTypeOnly &&= isType;
    this.#namespaces.set(module, known);
    return known.local;
  }

  #take(name: string): string {
    let local = name;
    while (this.#taken.has(local)) local = `${local}_`;
    this.#taken.add(local);
    return local;
  }

  /** Returns the imports, packages before files, each group in alphabetical order. */
  imports(): ModuleImport[] {
    const byModule = new Map<string, Import[]>();
    const specifiers = new Map<string, string>();
    for (const entry of this.#imports.values()) {
      const { module, isType } = entry.symbol;
      const specifier = specifiers.get(module) ?? importSpecifier(this.#path, module, this.#naming);
      specifiers.set(module, specifier);
      const key = `${specifier}\n${isType ? "type" : "value"}`;
      const entries = byModule.get(key);
      if (entries === undefined) byModule.set(key, [entry]);
      else entries.push(entry);
    }
    const namespaces = [...this.#namespaces].map(([module, { local, isTypeOnly }]) => {
      return {
        specifier: importSpecifier(this.#path, module, this.#naming),
        isTypeOnly,
        names: [],
        namespace: local,
      };
    });
    return [
      ...[...byModule].map(([key, entries]) => moduleImport(key, entries)),
      ...namespaces,
    ].toSorted(compareImports);
  }
}

/**
 * Creates the scope of an emitter's TypeScript module.
 *
 * @param path the module's path relative to the output folder, such as `permissions/src/index.ts`
 * @param declared names that the module declares itself
 */
export function moduleScope(
  path: string,
  options: EmitOptions,
  declared: Iterable<string> = [],
): ModuleScope {
  return new ModuleScope(path, options, declared);
}

function compareImports(one: ModuleImport, other: ModuleImport): number {
  const rank = ({ specifier }: ModuleImport): number => (specifier.startsWith(".") ? 1 : 0);
  const key = ({ specifier, isTypeOnly }: ModuleImport): string =>
    `${specifier}\n${isTypeOnly ? "type" : "value"}`;
  return rank(one) - rank(other) || (key(one) < key(other) ? -1 : 1);
}

function moduleImport(key: string, entries: readonly Import[]): ModuleImport {
  const [specifier = "", kind] = key.split("\n");
  const sorted = entries.toSorted((a, b) => (a.symbol.name < b.symbol.name ? -1 : 1));
  return {
    specifier,
    isTypeOnly: kind === "type",
    names: sorted.map(({ symbol, local }) =>
      symbol.name === local ? local : `${symbol.name} as ${local}`,
    ),
  };
}
