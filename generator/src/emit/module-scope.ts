import { posix } from "node:path";
import type { ModuleSymbol } from "../module-symbol.ts";

export type { ModuleSymbol };

/** One import declaration of a generated file. */
export interface ModuleImport {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  /** `Pet`, or `Pet as Pet_`. */
  readonly names: readonly string[];
}

interface Import {
  readonly symbol: ModuleSymbol;
  readonly local: string;
}

/** What functions of generated files call their parameters and variables; an import must not hide behind one. */
const parameterNames = ["answer", "core", "handlers", "http", "input", "options"];

/**
 * The names of one generated file. Using a symbol imports it; a name that the file has already is
 * imported under another one, so that a schema called `Call` and the runtime's `Call` can meet.
 */
export class ModuleScope {
  readonly #path: string;
  readonly #scope: string;
  readonly #taken: Set<string>;
  readonly #imports = new Map<string, Import>();
  readonly #redirect: (symbol: ModuleSymbol) => ModuleSymbol;

  /**
   * @param path the file's path relative to the output folder
   * @param scope the npm scope of the packages
   * @param declared names that the file declares itself
   * @param redirect what to take for a symbol, where a package has its own
   */
  constructor(
    path: string,
    scope: string,
    declared: Iterable<string>,
    redirect: (symbol: ModuleSymbol) => ModuleSymbol = (symbol) => symbol,
  ) {
    this.#path = path;
    this.#scope = scope;
    this.#taken = new Set([...parameterNames, ...declared]);
    this.#redirect = redirect;
  }

  /** The name by which the file knows a symbol. */
  use(wanted: ModuleSymbol): string {
    const symbol = this.#redirect(wanted);
    if (symbol.module === this.#path) return symbol.name;
    const key = `${symbol.module}#${symbol.name}`;
    const known = this.#imports.get(key);
    if (known !== undefined) return known.local;
    let local = symbol.localName ?? symbol.name;
    while (this.#taken.has(local)) local = `${local}_`;
    this.#taken.add(local);
    this.#imports.set(key, { symbol, local });
    return local;
  }

  /** The imports, packages before files, each in alphabetical order. */
  imports(): ModuleImport[] {
    const byModule = new Map<string, Import[]>();
    const specifiers = new Map<string, string>();
    for (const entry of this.#imports.values()) {
      const { module, isType } = entry.symbol;
      const specifier = specifiers.get(module) ?? this.#specifier(module);
      specifiers.set(module, specifier);
      const key = `${specifier}\n${isType ? "type" : "value"}`;
      const entries = byModule.get(key);
      if (entries === undefined) byModule.set(key, [entry]);
      else entries.push(entry);
    }
    return [...byModule]
      .toSorted(([a], [b]) => compareModules(a, b))
      .map(([key, entries]) => moduleImport(key, entries));
  }

  /** Files of one package import each other by relative path, those of another by its entry. */
  #specifier(module: string): string {
    const [own] = this.#path.split("/");
    const [other, ...rest] = module.split("/");
    if (module.startsWith("@") || !module.endsWith(".ts")) return module;
    if (own === other) {
      const relative = posix.relative(posix.dirname(this.#path), module);
      return relative.startsWith(".") ? relative : `./${relative}`;
    }
    const entry = /^src\/(serializers|validators)\.ts$/.exec(rest.join("/"))?.[1];
    return entry !== undefined ? `${this.#scope}/${other}/${entry}` : `${this.#scope}/${other}`;
  }
}

function compareModules(a: string, b: string): number {
  const rank = (key: string): number => (key.startsWith(".") ? 1 : 0);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
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
