import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../../repository.ts";

const fromGenerator = createRequire(join(repositoryRoot, "generator", "package.json"));
const morph = join(dirname(fromGenerator.resolve("ts-morph")), "..", "lib", "ts-morph.d.ts");

/**
 * Returns the declarations of ts-morph with some names, and of all that these refer to: users of emitters get the types of
 * structures without installing ts-morph, of which they are a fiftieth.
 *
 * @throws {Error} if one of them needs another library's types
 */
export function morphTypes(names: ReadonlySet<string>): string {
  const file = ts.createSourceFile(
    morph,
    readFileSync(morph, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const declared = Map.groupBy(file.statements, (statement) => nameOf(statement)?.getText() ?? "");
  const imported = new Set(file.statements.flatMap(importedNames));
  const found = new Set<ts.Statement>();
  const visit = (node: ts.Node): void => {
    const isMember = ts.isQualifiedName(node.parent) && node.parent.right === node;
    if (ts.isIdentifier(node) && nameOf(node.parent) !== node && !isMember) add(node.text);
    ts.forEachChild(node, visit);
  };
  const add = (name: string): void => {
    if (imported.has(name))
      throw new Error(`the declarations of ts-morph need ${name}, which is not its own`);
    for (const statement of declared.get(name) ?? []) {
      if (found.has(statement)) continue;
      found.add(statement);
      visit(statement);
    }
  };
  for (const name of names) add(name);
  const kept = file.statements.filter((statement) => found.has(statement));
  return `${kept.map((statement) => statement.getText(file)).join("\n\n")}\n`;
}

/** The name that a declaration gives. */
function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name;
  return (node as ts.Node & { readonly name?: ts.Node }).name;
}

function importedNames(statement: ts.Statement): string[] {
  if (!ts.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name }) => name.text);
}
