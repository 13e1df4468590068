import { posix } from "node:path";
import ts from "typescript";
import type { PackageSurface } from "./package-surface.ts";
import {
  declarationNodes,
  importedFile,
  surfaceFiles,
  type Declaration,
  type Surface,
} from "./surface.ts";

/** Two types of the same name whose assignability is to be checked. */
export interface TypeQuestion {
  readonly base: Declaration;
  readonly head: Declaration;
  /** The path to a member of both; empty for the declarations themselves. */
  readonly member: readonly string[];
}

/** Whether each type can be assigned to the other. */
export interface TypeAnswer {
  /** True if a value of the earlier type can be passed where the later one is expected. */
  readonly isBaseAssignable: boolean;
  /** True if a value of the later type can be used where the earlier one is expected. */
  readonly isHeadAssignable: boolean;
}

/**
 * Asks TypeScript whether types are assignable to each other, with strict function types and exact
 * optional properties. Both surfaces are modules in memory. Types of other packages are resolved
 * from the generator; unresolved ones are `any`, and if that is the whole type, the answer is no.
 */
export function judgeTypes(
  base: Surface,
  head: Surface,
  questions: readonly TypeQuestion[],
): TypeAnswer[] {
  const files = new Map([...judgedFiles(base, "/base"), ...judgedFiles(head, "/head")]);
  files.set(questionFile, questions.map(questionText).join("\n"));
  const program = ts.createProgram({
    rootNames: [questionFile],
    options,
    host: judgeHost(files, { "/base": base.packages, "/head": head.packages }),
  });
  const checker = program.getTypeChecker();
  const types = new Map<string, ts.Type>();
  for (const node of program.getSourceFile(questionFile)?.statements ?? [])
    if (ts.isTypeAliasDeclaration(node))
      types.set(node.name.text, checker.getTypeFromTypeNode(node.type));
  return questions.map((_question, index) => {
    const [one, other] = [types.get(`Base${index}`), types.get(`Head${index}`)];
    const isAssignable = (from: ts.Type | undefined, to: ts.Type | undefined): boolean =>
      isKnown(from) && isKnown(to) && checker.isTypeAssignableTo(from, to);
    return {
      isBaseAssignable: isAssignable(one, other),
      isHeadAssignable: isAssignable(other, one),
    };
  });
}

const questionFile = "/questions.d.ts";

const isKnown = (type: ts.Type | undefined): type is ts.Type =>
  type !== undefined && (type.flags & ts.TypeFlags.Any) === 0;

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  customConditions: ["@openapi-packages/source"],
  noEmit: true,
  types: [],
};

function questionText({ base, head, member }: TypeQuestion, index: number): string {
  return [
    `type Base${index} = ${typeText(base, "/base", member)};`,
    `type Head${index} = ${typeText(head, "/head", member)};`,
  ].join("\n");
}

function typeText(
  { package: { folder }, path, name: own, nodes: [node] }: Declaration,
  root: string,
  member: readonly string[],
): string {
  const isType =
    node !== undefined && (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const isInstance = node !== undefined && ts.isClassDeclaration(node) && member.length > 0;
  const parameters = isType || isInstance ? (node.typeParameters ?? []) : [];
  const values = parameters.map(() => "any").join(", ");
  const from = JSON.stringify(`${root}/${folder}/${path}.js`);
  const name = `import(${from}).${own}${values === "" ? "" : `<${values}>`}`;
  const whole = isType || isInstance ? name : `typeof ${name}`;
  return member.reduce((type, key) => `NonNullable<${type}>[${JSON.stringify(key)}]`, whole);
}

/** Returns the modules of a surface, transformed by {@link judged}. */
function judgedFiles({ packages }: Surface, root: string): [string, string][] {
  const printer = ts.createPrinter({ removeComments: true });
  return [...surfaceFiles(packages, root)].map(([file, text]) => {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    const { transformed } = ts.transform(source, [judged]);
    return [file, printer.printFile(transformed[0] ?? source)];
  });
}

/**
 * Makes declarations comparable: exports all of them, turns methods into properties, whose
 * parameters TypeScript compares strictly, and turns interfaces into types, which can be assigned
 * to index signatures.
 */
const judged: ts.TransformerFactory<ts.SourceFile> = (context) => (file) => {
  const { factory } = ts;
  const visit = (given: ts.Node): ts.Node => {
    const node = ts.visitEachChild(given, visit, context);
    if (ts.isMethodSignature(node) && node.type !== undefined)
      return factory.createPropertySignature(
        node.modifiers,
        node.name,
        node.questionToken,
        factory.createFunctionTypeNode(node.typeParameters, node.parameters, node.type),
      );
    if (ts.isInterfaceDeclaration(node) && node.heritageClauses === undefined)
      return factory.createTypeAliasDeclaration(
        node.modifiers,
        node.name,
        node.typeParameters,
        factory.createTypeLiteralNode(node.members),
      );
    return node;
  };
  const statements = file.statements.map((given) =>
    exported(ts.visitNode(given, visit, ts.isStatement)),
  );
  return factory.updateSourceFile(file, statements);
};

function exported(node: ts.Statement): ts.Statement {
  if (declarationNodes(node).length === 0 || !ts.canHaveModifiers(node)) return node;
  const modifiers = ts.getModifiers(node) ?? [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return node;
  const modifier = ts.factory.createModifier(ts.SyntaxKind.ExportKeyword);
  return ts.factory.replaceModifiers(node, [modifier, ...modifiers]);
}

/**
 * Creates a compiler host that reads the modules from memory, and resolves imports of other
 * packages from the generator.
 */
function judgeHost(
  files: ReadonlyMap<string, string>,
  sides: Readonly<Record<"/base" | "/head", readonly PackageSurface[]>>,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const library = posix.dirname(ts.getDefaultLibFilePath(options));
  const ownFile = (specifier: string, containing: string): string | undefined => {
    if (containing === questionFile) return specifier.replace(/\.js$/, ".d.ts");
    const root = containing.startsWith("/base/") ? "/base" : "/head";
    return importedFile(specifier, containing, sides[root], root);
  };
  return {
    ...host,
    getDefaultLibLocation: () => library,
    fileExists: (file) => files.has(file) || host.fileExists(file),
    readFile: (file) => files.get(file) ?? host.readFile(file),
    getSourceFile: (file, version) => {
      const text = files.get(file);
      return text === undefined
        ? host.getSourceFile(file, version)
        : ts.createSourceFile(file, text, version);
    },
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map(({ text }) => {
        const own = files.has(containing) ? ownFile(text, containing) : undefined;
        if (own !== undefined && files.has(own))
          return { resolvedModule: { resolvedFileName: own, extension: ts.Extension.Dts } };
        const from = files.has(containing) ? import.meta.filename : containing;
        return ts.resolveModuleName(text, from, options, host);
      }),
  };
}
