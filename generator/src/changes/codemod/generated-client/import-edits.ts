import type TypeScript from "typescript";
import type { FileEdits, ReplaceContext } from "../replacement/replace-context.ts";
import { declarationsOf } from "../replacement/declarations.ts";
import type { GeneratedLibrary } from "./library.ts";

/** Edits the imports of a file: removes names that are used no more, and adds those of the new calls. */
export class ImportEdits {
  usesClientFile = false;
  readonly #context: ReplaceContext;
  readonly #library: Pick<GeneratedLibrary, "wrote">;
  readonly #edits: FileEdits;
  readonly #replaced = new Set<TypeScript.Node>();
  /** The names to import by module, each with its name in the file. */
  readonly #added = new Map<string, Map<string, string>>();
  readonly #taken: ReadonlySet<string>;

  constructor(context: ReplaceContext, library: Pick<GeneratedLibrary, "wrote">, edits: FileEdits) {
    this.#context = context;
    this.#library = library;
    this.#edits = edits;
    this.#taken = new Set(this.#identifiers(edits.file).map(({ text }) => text));
  }

  /** Returns the name of the generated client, which is imported from the file that creates it. */
  client(): string {
    this.usesClientFile = true;
    this.add("api", this.#context.clientFileFrom(this.#edits.file.fileName));
    return this.nameOf("api");
  }

  /** Returns the name of a value in the file: another one if the file has that name already. */
  nameOf(name: string): string {
    return this.#taken.has(name) ? `generated${name[0]?.toUpperCase()}${name.slice(1)}` : name;
  }

  /** Imports a value. */
  add(name: string, module: string): void {
    const names = this.#added.get(module) ?? new Map<string, string>();
    this.#added.set(module, names.set(name, this.nameOf(name)));
  }

  /** Takes note of a name whose use is replaced. */
  replaced(name: TypeScript.Node): void {
    this.#replaced.add(name);
  }

  /** Edits the imports, when all calls are known. */
  finish(): void {
    const { ts } = this.#context;
    const { file, edits } = this.#edits;
    const types: string[] = [];
    for (const statement of file.statements) {
      if (ts.isImportDeclaration(statement) && this.#isOwn(statement))
        types.push(...this.#edit(statement));
    }
    const lines = [...this.#added].map(([module, names]) => {
      const all = [...names].map(([name, local]) =>
        name === local ? name : `${name} as ${local}`,
      );
      return `import { ${all.join(", ")} } from ${JSON.stringify(module)};\n`;
    });
    if (types.length > 0) {
      const specifier = JSON.stringify(this.#context.specifierFrom(file.fileName));
      lines.push(`import type { ${types.join(", ")} } from ${specifier};\n`);
    }
    if (lines.length === 0) return;
    const first = file.statements.find((one) => !this.#isDirective(one));
    const start = first?.getStart(file) ?? 0;
    edits.push({ start, end: start, text: lines.join("") });
  }

  #isDirective(statement: TypeScript.Statement): boolean {
    const { ts } = this.#context;
    return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  }

  /** True if an import is from a file that the library wrote. */
  #isOwn({ moduleSpecifier }: TypeScript.ImportDeclaration): boolean {
    const module = this.#context.checker.getSymbolAtLocation(moduleSpecifier);
    const file = module?.declarations?.[0]?.getSourceFile();
    return file !== undefined && this.#library.wrote(file);
  }

  /** Edits an import, and returns the types that come from the generated client now. */
  #edit(statement: TypeScript.ImportDeclaration): readonly string[] {
    const { ts } = this.#context;
    const { importClause } = statement;
    if (importClause === undefined) return [];
    const { name, namedBindings } = importClause;
    const named = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    const types: string[] = [];
    const kept: string[] = [];
    for (const one of named) {
      if (!this.#isType(one)) {
        if (!this.#isDone(one.name)) kept.push(one.getText());
        continue;
      }
      const uses = this.#usesOf(one.name);
      if (uses.length > 0 && uses.every((use) => this.#isReplaced(use))) continue;
      const type = this.#typeOf(one);
      if (type === undefined) kept.push(one.getText());
      else types.push(type);
    }
    const isNamespace = namedBindings !== undefined && ts.isNamespaceImport(namedBindings);
    const others = [...(name ? [name] : []), ...(isNamespace ? [namedBindings.name] : [])];
    const keptOthers = others.filter((one) => !this.#isDone(one));
    if (kept.length === named.length && keptOthers.length === others.length) return [];
    if (kept.length === 0 && keptOthers.length === 0) this.#remove(statement);
    else if (namedBindings !== undefined && !isNamespace)
      this.#edits.put(namedBindings, `{ ${kept.join(", ")} }`);
    return types;
  }

  /** True for a name that is used as a type alone, or whose values are replaced. */
  #isType({ name }: TypeScript.ImportSpecifier): boolean {
    const { ts, checker } = this.#context;
    const isDeclared = declarationsOf(ts, checker, name).some(
      (one) =>
        ts.isTypeAliasDeclaration(one) ||
        ts.isInterfaceDeclaration(one) ||
        ts.isEnumDeclaration(one),
    );
    const rest = isDeclared ? this.#usesOf(name).filter((one) => !this.#isReplaced(one)) : [];
    return isDeclared && rest.every(({ parent }) => ts.isTypeReferenceNode(parent));
  }

  /** Returns how a type of the library is imported from the generated client. */
  #typeOf({ name, propertyName }: TypeScript.ImportSpecifier): string | undefined {
    const earlier = (propertyName ?? name).text;
    if (this.#context.types.has(earlier))
      return propertyName ? `${earlier} as ${name.text}` : earlier;
    this.#edits.leave(
      name,
      `the generated client has no type ${earlier} for a schema of that name`,
    );
    return undefined;
  }

  /** True if all uses of an imported name are replaced; uses that nobody has told of yet are left. */
  #isDone(name: TypeScript.Identifier): boolean {
    const uses = this.#usesOf(name);
    const rest = uses.filter((one) => !this.#isReplaced(one));
    for (const one of rest)
      if (!this.#edits.left.some(({ start, end }) => start <= one.getStart() && one.end <= end))
        this.#edits.leave(one, `${name.text} is used here, not called`);
    return uses.length > 0 && rest.length === 0;
  }

  /** Returns the uses of an imported name. */
  #usesOf(name: TypeScript.Identifier): readonly TypeScript.Identifier[] {
    const { checker } = this.#context;
    const symbol = checker.getSymbolAtLocation(name);
    return this.#identifiers(this.#edits.file).filter(
      (one) =>
        one.text === name.text &&
        checker.getSymbolAtLocation(one) === symbol &&
        !this.#isInImport(one),
    );
  }

  /** True for the name in a replaced call: itself, or the namespace or class before it. */
  #isReplaced(name: TypeScript.Identifier): boolean {
    const { parent } = name;
    if (this.#replaced.has(name)) return true;
    return (
      this.#context.ts.isPropertyAccessExpression(parent) &&
      parent.expression === name &&
      this.#replaced.has(parent.name)
    );
  }

  #isInImport({ parent }: TypeScript.Node): boolean {
    const { ts } = this.#context;
    return (
      ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)
    );
  }

  #identifiers(file: TypeScript.SourceFile): readonly TypeScript.Identifier[] {
    const { ts } = this.#context;
    const found: TypeScript.Identifier[] = [];
    const visit = (node: TypeScript.Node): void => {
      if (ts.isIdentifier(node)) found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  #remove(statement: TypeScript.ImportDeclaration): void {
    const { file, edits } = this.#edits;
    const start = statement.getStart(file);
    const lineEnd = file.text.indexOf("\n", statement.end);
    edits.push({ start, end: lineEnd < 0 ? statement.end : lineEnd + 1, text: "" });
  }
}
