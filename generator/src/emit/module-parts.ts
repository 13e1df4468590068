import type { DataConst } from "@openapi-packages/compiler/compile/data";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import type { EmitOptions, EmittedFile, ModuleStatement, PathsOptions } from "./emitted-file.ts";
import { ModuleScope } from "./module-scope.ts";
import { moduleHome, type ContractPlace } from "./package-names.ts";
import { constantStatement, moduleFile } from "./statements.ts";

/** The options of emitters of the contract and of the client. */
export type PlacedOptions = EmitOptions & PathsOptions & ContractPlace;

/** A part of a module, which is the whole module or stands beside others in one. */
export interface ModulePart {
  /** The names that it declares. */
  readonly declared: readonly string[];
  /** Returns its statements and, after them, its constants. */
  write(names: ModuleScope): WrittenPart;
}

/** The statements of a {@link ModulePart}. */
export interface WrittenPart {
  readonly statements?: readonly ModuleStatement[];
  readonly data?: readonly DataConst[];
}

/**
 * Creates the scope of a module of the contract or the client, which finds symbols where their
 * modules stand.
 *
 * @param redirect maps a symbol to the one that the package has instead
 */
export function placedScope(
  path: string,
  options: PlacedOptions,
  declared: Iterable<string>,
  redirect: (symbol: ModuleSymbol) => ModuleSymbol = (symbol) => symbol,
): ModuleScope {
  return new ModuleScope(moduleHome(path, options), options, declared, (given) => {
    const symbol = redirect(given);
    return { ...symbol, module: moduleHome(symbol.module, options) };
  });
}

/**
 * Emits a module of parts; no file if there are none.
 *
 * @param redirect see {@link placedScope}
 */
export function moduleOf(
  path: string,
  options: PlacedOptions,
  parts: readonly ModulePart[],
  redirect?: (symbol: ModuleSymbol) => ModuleSymbol,
): EmittedFile[] {
  if (parts.length === 0) return [];
  const declared = parts.flatMap((part) => part.declared);
  const names = placedScope(path, options, declared, redirect);
  const statements = parts.flatMap((part) => {
    const { statements: own = [], data = [] } = part.write(names);
    return [...own, ...data.map(constantStatement)];
  });
  return [moduleFile(moduleHome(path, options), names, statements)];
}
