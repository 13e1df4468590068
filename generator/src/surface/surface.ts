import ts from "typescript";
import { normalText } from "./normal-text.ts";
import { isRelative, modulePath, type PackageSurface } from "./package-surface.ts";

/** The statements that declare something. */
export type DeclarationNode =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration;

/** The declaration of a name in a module; overloads belong together. */
export interface Declaration {
  readonly package: PackageSurface;
  /** The path of its module. */
  readonly path: string;
  readonly name: string;
  readonly nodes: readonly DeclarationNode[];
  readonly isDeprecated: boolean;
  /** Its text in a normal form that ignores the layout. */
  readonly text: string;
}

/** An exported name and its declaration. */
export interface ExportedName {
  /** True if importers can only use it as a type. */
  readonly isTypeOnly: boolean;
  /** Its declaration; `undefined` if it is in a package that was not generated. */
  readonly declared: Declaration | undefined;
}

/**
 * The surfaces of packages that were generated together. TypeScript resolves the names between
 * them.
 */
export class Surface {
  readonly packages: readonly PackageSurface[];
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #declarations = new Map<ts.Symbol, Declaration>();

  constructor(packages: readonly PackageSurface[]) {
    this.packages = packages;
    const files = surfaceFiles(packages, "");
    this.#program = ts.createProgram({
      rootNames: [...files.keys()],
      options: { noLib: true, target: ts.ScriptTarget.ES2022, types: [] },
      host: memoryHost(files, packages, ""),
    });
    this.#checker = this.#program.getTypeChecker();
    for (const one of packages)
      for (const path of one.modules.keys())
        for (const declaration of this.#declared(one, path)) this.#declarations.set(...declaration);
  }

  /** Returns the declarations of all modules. */
  declarations(): readonly Declaration[] {
    return [...this.#declarations.values()];
  }

  /**
   * Returns the exports of a module by name. A re-export of everything from an external package has
   * the name `* from` plus that package.
   */
  exportsOf(one: PackageSurface, path: string): ReadonlyMap<string, ExportedName> {
    const file = this.#program.getSourceFile(fileOf(one, path));
    const module = file && this.#checker.getSymbolAtLocation(file);
    if (file === undefined || module === undefined) return new Map();
    const values = this.#checker.getTypeOfSymbol(module);
    const names = this.#checker.getExportsOfModule(module).map((symbol) => {
      const isTypeOnly = values.getProperty(symbol.name) === undefined;
      return [symbol.name, { isTypeOnly, declared: this.#declarationOf(symbol) }] as const;
    });
    return new Map([...names, ...this.#starsOf(file)]);
  }

  /** Returns the declaration that a name refers to; `undefined` if it is external. */
  resolve(name: ts.EntityName | ts.Expression): Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return symbol && this.#declarationOf(symbol);
  }

  #declarationOf(symbol: ts.Symbol): Declaration | undefined {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return this.#declarations.get(isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol);
  }

  #starsOf(file: ts.SourceFile): [string, ExportedName][] {
    return file.statements.flatMap((node): [string, ExportedName][] => {
      const isStar = ts.isExportDeclaration(node) && node.exportClause === undefined;
      const from = isStar ? node.moduleSpecifier : undefined;
      if (from === undefined || this.#checker.getSymbolAtLocation(from) !== undefined) return [];
      const name = ts.isStringLiteral(from) ? from.text : "";
      return [[`* from ${name}`, { isTypeOnly: false, declared: undefined }]];
    });
  }

  #declared(one: PackageSurface, path: string): (readonly [ts.Symbol, Declaration])[] {
    const statements = this.#program.getSourceFile(fileOf(one, path))?.statements ?? [];
    const nodes = statements.flatMap(declarationNodes).flatMap((node) => {
      const symbol = node.name && this.#checker.getSymbolAtLocation(node.name);
      return symbol === undefined ? [] : [{ symbol, node }];
    });
    return [...Map.groupBy(nodes, ({ symbol }) => symbol)].map(([symbol, own]) => {
      const all = own.map(({ node }) => node);
      return [symbol, declarationOf(one, path, symbol.name, all)] as const;
    });
  }
}

function declarationOf(
  one: PackageSurface,
  path: string,
  name: string,
  nodes: readonly DeclarationNode[],
): Declaration {
  let text: string | undefined;
  return {
    package: one,
    path,
    name,
    nodes,
    isDeprecated: nodes.every((node) => ts.getJSDocDeprecatedTag(node) !== undefined),
    get text() {
      text ??= nodes.map(declarationText).join("\n");
      return text;
    },
  };
}

const declarationText = (node: DeclarationNode): string =>
  ts.isVariableDeclaration(node) ? `const ${normalText(node)};` : normalText(node);

/** Returns the declarations in a statement of a module. */
export function declarationNodes(statement: ts.Statement): readonly DeclarationNode[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isOne =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isOne ? [statement] : [];
}

/** Returns the modules as files in memory, below a root folder. */
export function surfaceFiles(
  packages: readonly PackageSurface[],
  root: string,
): Map<string, string> {
  const files = packages.flatMap((one) =>
    [...one.modules].map(([path, text]) => [root + fileOf(one, path), text] as const),
  );
  return new Map(files);
}

const fileOf = ({ folder }: PackageSurface, path: string): string => `/${folder}/${path}.d.ts`;

/**
 * Creates a compiler host that reads modules only from memory and resolves their imports of each
 * other.
 */
export function memoryHost(
  files: ReadonlyMap<string, string>,
  packages: readonly PackageSurface[],
  root: string,
): ts.CompilerHost {
  return {
    fileExists: (file) => files.has(file),
    readFile: (file) => files.get(file),
    getSourceFile: (file, version) => {
      const text = files.get(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
    },
    getDefaultLibFileName: () => "lib.d.ts",
    writeFile: () => {},
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map(({ text }) => {
        const resolvedFileName = importedFile(text, containing, packages, root);
        return resolvedFileName === undefined || !files.has(resolvedFileName)
          ? { resolvedModule: undefined }
          : { resolvedModule: { resolvedFileName, extension: ts.Extension.Dts } };
      }),
  };
}

/** Returns the file in memory that an import refers to; `undefined` if it is external. */
export function importedFile(
  specifier: string,
  containing: string,
  packages: readonly PackageSurface[],
  root: string,
): string | undefined {
  if (isRelative(specifier)) return `${modulePath(containing, specifier)}.d.ts`;
  for (const one of packages) {
    const path = one.entries.get(specifier);
    if (path !== undefined) return root + fileOf(one, path);
  }
  return undefined;
}
