import type * as Oxc from "oxc-transform";
import { loadNative } from "./native-library.ts";

/** A TypeScript module compiled by itself to ECMAScript and declarations. */
export interface CompiledModule {
  readonly code: string;
  readonly declaration: string;
  /** The source maps; only if they were asked for. */
  readonly maps?: { readonly code: Mappings; readonly declaration: Mappings };
}

/** The parts of a source map that depend on the code (ECMA-426). */
export type Mappings = Pick<Oxc.SourceMap, "names" | "mappings">;

/**
 * Compiles a module whose exports have explicit types (`isolatedDeclarations`). Relative imports of `.ts`
 * become imports of `.js`, in code and declarations.
 *
 * @throws {SyntaxError} if the text is not such a module
 */
export type ModuleCompiler = (path: string, text: string) => Promise<CompiledModule>;

/**
 * Creates the declarations of a module synchronously, as {@link ModuleCompiler} does.
 *
 * @throws {SyntaxError} if the text is not such a module
 */
export type DeclarationPrinter = (path: string, text: string) => string;

const target = "es2022";

/**
 * Loads the compiler, oxc, which is native and runs in threads of its own.
 *
 * @param hasMaps true for source maps of code and declarations
 * @throws {NotInstalledError} if its binary is not installed
 */
export async function loadCompiler(hasMaps = false): Promise<ModuleCompiler> {
  const { transform } = await loadOxc();
  return async (path, text) => {
    const { code, map, declaration, declarationMap, errors } = await transform("module.ts", text, {
      sourcemap: hasMaps,
      target,
      typescript: {
        onlyRemoveTypeImports: true,
        rewriteImportExtensions: "rewrite",
        declaration: {},
      },
    });
    const [error] = errors;
    if (error !== undefined) throw notCompiled(path, text, error.labels[0]?.start, error.message);
    if (declaration === undefined) throw new TypeError(`${path} has no declarations`);
    const compiled = { code, declaration: withCompiledImports(declaration) };
    if (!hasMaps) return compiled;
    if (map === undefined || declarationMap === undefined)
      throw new TypeError(`${path} has no maps`);
    return { ...compiled, maps: { code: map, declaration: declarationMap } };
  };
}

/**
 * Loads oxc for the declarations of single modules.
 *
 * @throws {NotInstalledError} if its binary is not installed
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

/**
 * Rewrites imports of `.ts` in declarations, which oxc does not do. It prints each import on a line of its
 * own.
 */
const withCompiledImports = (declaration: string): string =>
  declaration.replace(/^((?:import|export) .*from "\.{1,2}\/[^"]*)\.ts";$/gm, '$1.js";');
