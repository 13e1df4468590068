import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { repository } from "../support.ts";

/** The packages whose declarations the entries of the generator export. */
const ownPackage = /^@openapi-packages\/(description|compiler)\//;

/** The surface of an entry: each export as it is declared, without comments, in alphabetical order. */
export interface ApiReport {
  readonly text: string;
  /** Names of this repository that declarations mention, and the entry does not export. */
  readonly forgotten: readonly string[];
}

interface Exported {
  readonly name: string;
  /** The file that declares it. */
  readonly file: string;
}

/**
 * Reads the exports of an entry by the declarations that compilers of its users see.
 *
 * @param entry absolute path of a TypeScript file
 * @param known names that another entry exports
 */
export function apiReport(entry: string, known: readonly string[] = []): ApiReport {
  const exported = exportsOf(entry).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set([...exported.map(({ name }) => name), ...known]);
  const forgotten = new Set<string>();
  const texts = exported.map(({ name, file }) => {
    const module = declarationsOf(file, name);
    const own = module.statements.filter((one) => declaredNames(one).includes(name));
    if (own.length === 0) throw new Error(`${file} declares no ${name}`);
    for (const statement of own)
      for (const used of typesIn(statement))
        if (isOwn(module, used) && !names.has(used)) forgotten.add(`${used} (of ${name})`);
    return own.map((one) => printer.printNode(ts.EmitHint.Unspecified, one, module)).join("\n");
  });
  return { text: `${texts.join("\n\n")}\n`, forgotten: [...forgotten] };
}

const printer = ts.createPrinter({ removeComments: true });

function exportsOf(entry: string): Exported[] {
  const file = ts.createSourceFile(
    entry,
    readFileSync(entry, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement))
      return declaredNames(statement).map((name) => ({ name, file: entry }));
    const { exportClause: clause, moduleSpecifier: specifier } = statement;
    if (clause === undefined || !ts.isNamedExports(clause) || specifier === undefined)
      throw new Error(`${entry} exports by something else than names from a file`);
    const { text } = specifier as ts.StringLiteral;
    const path = ownPackage.test(text)
      ? join(repository, text.replace(ownPackage, "packages/$1/src/") + ".ts")
      : resolve(dirname(entry), text);
    return clause.elements.map(({ name }) => ({ name: name.text, file: path }));
  });
}

/**
 * A file's declarations, made from the file alone.
 *
 * @throws {Error} when the type of that export is not written down in it
 */
function declarationsOf(path: string, name: string): ts.SourceFile {
  const source = readFileSync(path, "utf8");
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { strict: true, module: ts.ModuleKind.NodeNext },
  });
  const { statements } = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  for (const statement of statements.filter((one) => declaredNames(one).includes(name))) {
    const isWithin = ({ start = 0 }: ts.Diagnostic): boolean =>
      start >= statement.pos && start < statement.end;
    if (diagnostics.some(isWithin)) throw new Error(`${path}: ${name} needs a type annotation`);
  }
  return ts.createSourceFile(path, outputText, ts.ScriptTarget.Latest, true);
}

function declaredNames(statement: ts.Statement): string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}

/** The names of the types that a declaration mentions. */
function typesIn(root: ts.Node): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) found.push(node.typeName.getText().split(".")[0] ?? "");
    if (ts.isTypeQueryNode(node)) found.push(node.exprName.getText().split(".")[0] ?? "");
    if (ts.isExpressionWithTypeArguments(node)) found.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** True of a name that the file declares, or imports from another file of this repository. */
function isOwn(module: ts.SourceFile, name: string): boolean {
  return module.statements.some((statement) => {
    if (!ts.isImportDeclaration(statement)) {
      const declared = (statement as { name?: ts.Node }).name?.getText();
      const variables = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map((one) => one.name.getText())
        : [];
      return declared === name || variables.includes(name);
    }
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    const bindings = statement.importClause?.namedBindings;
    const isNamed =
      bindings !== undefined &&
      ts.isNamedImports(bindings) &&
      bindings.elements.some((one) => one.name.text === name);
    return (text.startsWith(".") || ownPackage.test(text)) && isNamed;
  });
}
