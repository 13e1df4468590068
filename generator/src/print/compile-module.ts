import type * as Oxc from "oxc-transform";
import { loadNative } from "./native-library.ts";

/** A TypeScript module as ECMAScript and as declarations, made of this module alone. */
export interface CompiledModule {
  readonly code: string;
  readonly map: Mappings;
  readonly declaration: string;
  readonly declarationMap: Mappings;
}

/** The parts of a source map that depend on the code (ECMA-426). */
export type Mappings = Pick<Oxc.SourceMap, "names" | "mappings">;

/**
 * Compiles the text of a module whose exports have their types written out (`isolatedDeclarations`).
 * Relative imports of `.ts` become imports of `.js`, in code and declarations.
 *
 * @throws {SyntaxError} when the text is no module of that kind
 */
export type ModuleCompiler = (path: string, text: string) => Promise<CompiledModule>;

/**
 * As {@link ModuleCompiler}, the declarations alone, at once.
 *
 * @throws {SyntaxError} when the text is no module of that kind
 */
export type DeclarationPrinter = (path: string, text: string) => string;

const target = "es2022";

/**
 * Loads the compiler: oxc, native and in threads of its own.
 *
 * @throws {NotInstalledError} when its binary is not installed
 */
export async function loadCompiler(): Promise<ModuleCompiler> {
  const { transform } = await loadOxc();
  return async (path, text) => {
    const { code, map, declaration, declarationMap, errors } = await transform("module.ts", text, {
      sourcemap: true,
      target,
      typescript: {
        onlyRemoveTypeImports: true,
        rewriteImportExtensions: "rewrite",
        declaration: {},
      },
    });
    const [error] = errors;
    if (error !== undefined) throw notCompiled(path, text, error.labels[0]?.start, error.message);
    if (map === undefined || declaration === undefined || declarationMap === undefined)
      throw new TypeError(`${path} has no maps`);
    return { code, map, declaration: withCompiledImports(declaration), declarationMap };
  };
}

/**
 * Loads oxc for the declarations of single modules.
 *
 * @throws {NotInstalledError} when its binary is not installed
 */
export async function loadDeclarationPrinter(): Promise<DeclarationPrinter> {
  const { isolatedDeclarationSync } = await loadOxc();
  return (path, text) => {
    const { code, errors } = isolatedDeclarationSync("module.ts", text);
    const [error] = errors;
    if (error !== undefined) throw notCompiled(path, text, error.labels[0]?.start, error.message);
    return withCompiledImports(code);
  };
}

const loadOxc = (): Promise<typeof Oxc> =>
  loadNative(
    "oxc-transform",
    () => import("oxc-transform"),
    'generate sources only, by "compile": false in the configuration',
  );

function notCompiled(path: string, text: string, at = 0, message: string): SyntaxError {
  const line = text.slice(0, at).split("\n").length;
  return new SyntaxError(`${path}:${line} cannot be compiled: ${message}`);
}

/** oxc prints an import or export of other modules in a line of its own, and does not rewrite it in declarations. */
const withCompiledImports = (declaration: string): string =>
  declaration.replace(/^((?:import|export) .*from "\.{1,2}\/[^"]*)\.ts";$/gm, '$1.js";');
