import { posix } from "node:path";
import ts from "typescript";
import { NormalText } from "./normal-text.ts";
import type { ApiReport } from "./report-file.ts";
import {
  declarationText,
  isRelative,
  modulePath,
  moduleText,
  type DeclarationNode,
} from "./report-module.ts";
import type { PlacedDeclaration, Surface } from "./surface.ts";

/** Two types of one name, of which it is asked whether values of one are values of the other. */
export interface TypeQuestion {
  readonly base: PlacedDeclaration;
  readonly head: PlacedDeclaration;
  /** The path to a member of both; empty for the declarations themselves. */
  readonly member: readonly string[];
}

/** Whether values of either type are values of the other. */
export interface TypeAnswer {
  /** What was given to the earlier type can be given to the later one. */
  readonly isBaseAssignable: boolean;
  /** What is got of the later type can be taken for the earlier one. */
  readonly isHeadAssignable: boolean;
}

/**
 * Asks TypeScript whether the types of declarations are assignable to each other, with strict functions and exact
 * optional properties: both surfaces are modules in memory. Types of other packages are those that the generator finds,
 * any other is `any`; where that is the whole type, the answer is no.
 */
export function judgeTypes(
  base: Surface,
  head: Surface,
  questions: readonly TypeQuestion[],
): TypeAnswer[] {
  const files = new Map([...surfaceFiles(base, "/base"), ...surfaceFiles(head, "/head")]);
  files.set(questionFile, questions.map(questionText).join("\n"));
  const program = ts.createProgram({
    rootNames: [questionFile],
    options,
    host: memoryHost(files),
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
  { report, path, declaration }: PlacedDeclaration,
  root: string,
  member: readonly string[],
): string {
  const [node] = declaration.nodes;
  const isType =
    node !== undefined && (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
  const isInstance = node !== undefined && ts.isClassDeclaration(node) && member.length > 0;
  const parameters = isType || isInstance ? (node.typeParameters ?? []) : [];
  const values = parameters.map(() => "any").join(", ");
  const from = JSON.stringify(`${root}/${report.folder}/${path}`);
  const name = `import(${from}).${declaration.name}${values === "" ? "" : `<${values}>`}`;
  const whole = isType || isInstance ? name : `typeof ${name}`;
  return member.reduce((type, key) => `NonNullable<${type}>[${JSON.stringify(key)}]`, whole);
}

/** The modules of a surface, in which every declaration is exported. */
function surfaceFiles(surface: Surface, root: string): [string, string][] {
  return surface.reports.flatMap((report) =>
    [...report.modules].map(([path, module]): [string, string] => {
      const placed = <Name extends { readonly from: string }>(one: Name): Name => ({
        ...one,
        from: specifierIn(surface, report, path, one.from, root),
      });
      const declarations = [...module.declarations].map(([name, one]) => {
        const printer = new NormalText(one.source, true);
        const text = one.nodes.map((node) => `export ${plainText(node, printer)}`).join("\n");
        return [name, { ...one, text }] as const;
      });
      const text = moduleText({
        imports: new Map([...module.imports].map(([name, one]) => [name, placed(one)])),
        reexports: module.reexports.map(placed),
        declarations: new Map(declarations),
      });
      return [`${root}/${report.folder}/${path}.d.ts`, text];
    }),
  );
}

/** An interface as a type: objects are assigned to an index signature where their own type is no interface. */
function plainText(node: DeclarationNode, printer: NormalText): string {
  if (!ts.isInterfaceDeclaration(node) || node.heritageClauses !== undefined)
    return declarationText(node, printer);
  const head = `type ${node.name.text}${printer.typeParameters(node.typeParameters)}`;
  return `${head} = ${printer.members(node.members)};`;
}

/** The module of the same side that an import means; that of another package stays as it is. */
function specifierIn(
  surface: Surface,
  { folder }: ApiReport,
  path: string,
  from: string,
  root: string,
): string {
  if (from === "") return from;
  if (isRelative(from)) return `${root}/${folder}/${modulePath(path, from)}`;
  for (const other of surface.reports) {
    const module = surface.specifiers(other).get(from);
    if (module !== undefined) return `${root}/${other.folder}/${module}`;
  }
  return from;
}

/** Reads modules from memory, and what they import of other packages from where the generator finds it. */
function memoryHost(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const library = posix.dirname(ts.getDefaultLibFilePath(options));
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
        if (files.has(`${text}.d.ts`))
          return {
            resolvedModule: { resolvedFileName: `${text}.d.ts`, extension: ts.Extension.Dts },
          };
        const from = files.has(containing) ? import.meta.filename : containing;
        return ts.resolveModuleName(text, from, options, host);
      }),
  };
}
