import type { SourceMap } from "oxc-transform";
import type TypeScript from "typescript";

/** A TypeScript module as ECMAScript and as declarations, made of this module alone. */
export interface CompiledModule {
  readonly code: string;
  readonly map: Mappings;
  readonly declaration: string;
  readonly declarationMap: Mappings;
}

/** The parts of a source map that depend on the code (ECMA-426). */
export type Mappings = Pick<SourceMap, "names" | "mappings">;

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
 * Loads the compiler: oxc, native and in threads of its own. Where its binary for the platform is not
 * installed, TypeScript takes its place, which takes fifty times as long and lays out its output otherwise.
 */
export async function loadCompiler(): Promise<ModuleCompiler> {
  return oxc().catch(typescript);
}

/** Loads what makes the declarations of single modules: oxc or, where its binary is not installed, TypeScript. */
export async function loadDeclarationPrinter(): Promise<DeclarationPrinter> {
  try {
    const { isolatedDeclarationSync } = await import("oxc-transform");
    return (path, text) => {
      const { code, errors } = isolatedDeclarationSync("module.ts", text);
      const [error] = errors;
      if (error !== undefined) throw notCompiled(path, text, error.labels[0]?.start, error.message);
      return withCompiledImports(code);
    };
  } catch {
    const { default: compiler } = await import("typescript");
    const compilerOptions = { ...typescriptOptions(compiler), declaration: true };
    const options = { fileName: "module.ts", compilerOptions };
    return (_path, text) =>
      withCompiledImports(compiler.transpileDeclaration(text, options).outputText);
  }
}

async function oxc(): Promise<ModuleCompiler> {
  const { transform } = await import("oxc-transform");
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

async function typescript(): Promise<ModuleCompiler> {
  const { default: compiler } = await import("typescript");
  const common = typescriptOptions(compiler);
  const toCode = { ...common, sourceMap: true, rewriteRelativeImportExtensions: true };
  const toTypes = {
    ...common,
    declaration: true,
    declarationMap: true,
    isolatedDeclarations: true,
  };
  const options = { fileName: "module.ts", reportDiagnostics: true };
  const compile = (path: string, text: string): CompiledModule => {
    const code = compiler.transpileModule(text, { ...options, compilerOptions: toCode });
    const declaration = compiler.transpileDeclaration(text, {
      ...options,
      compilerOptions: toTypes,
    });
    const [error] = [...(code.diagnostics ?? []), ...(declaration.diagnostics ?? [])];
    if (error !== undefined) {
      const message = compiler.flattenDiagnosticMessageText(error.messageText, " ");
      throw notCompiled(path, text, error.start, message);
    }
    return {
      code: withoutMapComment(code.outputText),
      map: JSON.parse(code.sourceMapText ?? "") as Mappings,
      declaration: withCompiledImports(withoutMapComment(declaration.outputText)),
      declarationMap: JSON.parse(declaration.sourceMapText ?? "") as Mappings,
    };
  };
  return (path, text) => Promise.resolve().then(() => compile(path, text));
}

function typescriptOptions(compiler: typeof TypeScript): TypeScript.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
}

function notCompiled(path: string, text: string, at = 0, message: string): SyntaxError {
  const line = text.slice(0, at).split("\n").length;
  return new SyntaxError(`${path}:${line} cannot be compiled: ${message}`);
}

const withoutMapComment = (code: string): string =>
  code.replace(/\/\/# sourceMappingURL=\S+\s*$/, "");

/** Both compilers print an import or export of other modules in a line of its own, and neither rewrites it in declarations. */
const withCompiledImports = (declaration: string): string =>
  declaration.replace(/^((?:import|export) .*from "\.{1,2}\/[^"]*)\.ts";$/gm, '$1.js";');
