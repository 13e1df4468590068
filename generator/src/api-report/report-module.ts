import { posix } from "node:path";
import ts from "typescript";
import { inOrder, NormalText } from "./normal-text.ts";

/** A name that a module takes from another one. */
export interface ImportedName {
  /** The other module as the import has it, relative ones without their ending: `./schema`, `@acme/contract`. */
  readonly from: string;
  /** The name there; `*` for all of the module. */
  readonly name: string;
}

/** A name that a module passes on from another one. */
export interface Reexport extends ImportedName {
  /** The name that it has here; `*` for all names of the other module. */
  readonly as: string;
  readonly isTypeOnly: boolean;
}

/** A declaration of a module; those of one name, such as overloads, are one. */
export interface Declaration {
  readonly name: string;
  /** Whether others can import it; one that cannot be is there since an exported one mentions it. */
  readonly isExported: boolean;
  readonly isDeprecated: boolean;
  readonly nodes: readonly DeclarationNode[];
  readonly source: ts.SourceFile;
  /** Its text in a report. */
  readonly text: string;
}

/** The statements that declare something. */
export type DeclarationNode =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
  | ts.ModuleDeclaration;

/** What a module declares, takes from others and passes on. */
export interface ReportModule {
  readonly imports: ReadonlyMap<string, ImportedName>;
  readonly reexports: readonly Reexport[];
  readonly declarations: ReadonlyMap<string, Declaration>;
}

/** Reads a module of declarations (`.d.ts`), of which those without `export` are exported too where nothing is. */
export function readModule(text: string): ReportModule {
  const source = ts.createSourceFile("module.d.ts", text, {
    languageVersion: ts.ScriptTarget.ES2022,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const printer = new NormalText(source);
  const imports = new Map<string, ImportedName>();
  const reexports: Reexport[] = [];
  const declarations = new Map<string, Declaration>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, imports);
    else if (ts.isExportDeclaration(statement)) reexports.push(...readReexports(statement));
    else
      for (const node of declared(statement)) {
        const own = declarationOf(node, statement, printer, source);
        const known = declarations.get(own.name);
        declarations.set(own.name, known === undefined ? own : merged(known, own));
      }
  }
  return { imports, reexports, declarations };
}

/** The path of a module that another one imports by a relative path, from the folder of sources, without an ending. */
export function modulePath(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}

/** True for the specifier of a module of the same package. */
export const isRelative = (specifier: string): boolean => specifier.startsWith(".");

const specifierOf = (node: ts.Expression): string => {
  const text = ts.isStringLiteral(node) ? node.text : "";
  return isRelative(text) ? text.replace(/(?:\.d)?\.[jt]s$/, "") : text;
};

function readImport(
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
  imports: Map<string, ImportedName>,
): void {
  const from = specifierOf(moduleSpecifier);
  if (importClause?.name !== undefined)
    imports.set(importClause.name.text, { from, name: "default" });
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imports.set(bindings.name.text, { from, name: "*" });
  else
    for (const { name, propertyName } of bindings.elements)
      imports.set(name.text, { from, name: (propertyName ?? name).text });
}

function readReexports(node: ts.ExportDeclaration): readonly Reexport[] {
  const { moduleSpecifier, exportClause } = node;
  if (moduleSpecifier === undefined && exportClause === undefined) return [];
  const from = moduleSpecifier === undefined ? "" : specifierOf(moduleSpecifier);
  if (exportClause === undefined)
    return [{ from, name: "*", as: "*", isTypeOnly: node.isTypeOnly }];
  if (ts.isNamespaceExport(exportClause))
    return [{ from, name: "*", as: exportClause.name.text, isTypeOnly: node.isTypeOnly }];
  return exportClause.elements.map(({ name, propertyName, isTypeOnly }) => ({
    from,
    name: (propertyName ?? name).text,
    as: name.text,
    isTypeOnly: isTypeOnly || node.isTypeOnly,
  }));
}

function declared(statement: ts.Statement): readonly DeclarationNode[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isOne =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isOne ? [statement] : [];
}

function declarationOf(
  node: DeclarationNode,
  statement: ts.Statement,
  printer: NormalText,
  source: ts.SourceFile,
): Declaration {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const mark = printer.deprecation(statement);
  const name = node.name === undefined ? "default" : printer.tokens(node.name);
  const text = `${mark}${isExported ? "export " : ""}${declarationText(node, printer)}`;
  return { name, isExported, isDeprecated: mark !== "", nodes: [node], source, text };
}

const merged = (one: Declaration, other: Declaration): Declaration => ({
  ...one,
  isDeprecated: one.isDeprecated && other.isDeprecated,
  nodes: [...one.nodes, ...other.nodes],
  text: `${one.text}\n${other.text}`,
});

/** A declaration as a report has it, without `export`. */
export function declarationText(node: DeclarationNode, printer: NormalText): string {
  if (ts.isInterfaceDeclaration(node)) {
    const heritage = heritageText(node, printer);
    const head = `interface ${node.name.text}${printer.typeParameters(node.typeParameters)}`;
    return `${head}${heritage} ${printer.members(node.members)}`;
  }
  if (ts.isTypeAliasDeclaration(node)) {
    const head = `type ${node.name.text}${printer.typeParameters(node.typeParameters)}`;
    return `${head} =${spaced(printer.type(node.type))};`;
  }
  if (ts.isVariableDeclaration(node)) {
    const type = node.type === undefined ? "" : `: ${printer.type(node.type).trimStart()}`;
    return `const ${printer.tokens(node.name)}${type};`;
  }
  if (ts.isFunctionDeclaration(node))
    return `function ${node.name?.text ?? ""}${printer.signature(node)};`;
  if (ts.isClassDeclaration(node)) {
    const head = `class ${node.name?.text ?? ""}${printer.typeParameters(node.typeParameters)}`;
    return `${head}${heritageText(node, printer)} ${printer.members(node.members)}`;
  }
  return printer.tokens(node).replace(/^(?:(?:export|declare) )+/, "");
}

/** A union of many lines begins in a line of its own. */
const spaced = (text: string): string => (text.startsWith("\n") ? text : ` ${text}`);

function heritageText(
  { heritageClauses = [] }: { readonly heritageClauses?: readonly ts.HeritageClause[] | undefined },
  printer: NormalText,
): string {
  return heritageClauses
    .map(({ token, types }) => {
      const bases = types.map(
        (one) => printer.tokens(one.expression) + printer.typeArguments(one.typeArguments),
      );
      return ` ${ts.tokenToString(token)} ${bases.join(", ")}`;
    })
    .join("");
}

/** The text of a module in a report: what it imports and passes on, then its declarations, by name. */
export function moduleText({ imports, reexports, declarations }: ReportModule): string {
  const texts = [...declarations.values()].toSorted((one, other) => inOrder(one.name, other.name));
  const used = new Set(texts.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []));
  const lines = [
    ...importLines([...imports].filter(([name]) => used.has(name))),
    ...reexportLines(reexports),
  ];
  return [...lines, ...texts.map(({ text }) => text)].join("\n");
}

function importLines(imports: readonly (readonly [string, ImportedName])[]): string[] {
  const lines = imports
    .filter(([, { name }]) => name === "*")
    .map(([as, { from }]) => `import type * as ${as} from ${JSON.stringify(from)};`);
  const named = imports.filter(([, { name }]) => name !== "*");
  const groups = Map.groupBy(named, ([, { from }]) => from);
  for (const [from, group] of groups)
    lines.push(
      `import type ${names(group.map(([as, one]) => [one.name, as]))} from ${JSON.stringify(from)};`,
    );
  return lines.toSorted(inOrder);
}

function reexportLines(reexports: readonly Reexport[]): string[] {
  const all = reexports.filter(({ name }) => name === "*");
  const lines = all.map(({ from, as, isTypeOnly }) => {
    const alias = as === "*" ? "" : ` as ${as}`;
    return `export ${isTypeOnly ? "type " : ""}*${alias} from ${JSON.stringify(from)};`;
  });
  const named = reexports.filter(({ name }) => name !== "*");
  const groups = Map.groupBy(named, ({ from, isTypeOnly }) => `${isTypeOnly} ${from}`);
  for (const group of groups.values()) {
    const [{ from, isTypeOnly } = { from: "", isTypeOnly: false }] = group;
    const origin = from === "" ? "" : ` from ${JSON.stringify(from)}`;
    const list = names(group.map((one) => [one.name, one.as]));
    lines.push(`export ${isTypeOnly ? "type " : ""}${list}${origin};`);
  }
  return lines.toSorted(inOrder);
}

/** Names in braces; many of them have a line each. */
function names(pairs: readonly (readonly [name: string, as: string])[]): string {
  const texts = pairs.map(([name, as]) => (name === as ? name : `${name} as ${as}`));
  const sorted = [...new Set(texts)].toSorted(inOrder);
  if (sorted.length <= mostInLine) return `{ ${sorted.join(", ")} }`;
  return `{\n${sorted.map((one) => `  ${one},\n`).join("")}}`;
}

/** The most names that stand in one line. */
const mostInLine = 3;
