import type TypeScript from "typescript";
import type { OverlaidFiles } from "./overlaid-files.ts";

/** The names that an error of the compiler is about. */
export interface ErrorNames {
  /** The words at the place of the error, and those that its message quotes. */
  readonly said: ReadonlySet<string>;
  /**
   * The names of generated types and members that the statement around the error refers to: `OwnersClient`,
   * `createOwner`.
   */
  readonly meant: ReadonlySet<string>;
}

/** Finds the names of generated code that an error is about, in a program with the earlier description. */
export class ErrorNameReader {
  readonly #ts: typeof TypeScript;
  readonly #program: TypeScript.Program;
  readonly #checker: TypeScript.TypeChecker;
  readonly #files: OverlaidFiles;

  constructor(ts: typeof TypeScript, program: TypeScript.Program, files: OverlaidFiles) {
    this.#ts = ts;
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#files = files;
  }

  /** @param error an error of a program in which the file has the same text */
  names(error: TypeScript.DiagnosticWithLocation): ErrorNames {
    const { start, length, file } = error;
    const message = this.#ts.flattenDiagnosticMessageText(error.messageText, "\n");
    const said = new Set(words(quoted(message)));
    for (const word of words(file.text.slice(start, start + length))) said.add(word);
    const meant = new Set<string>();
    const tree = this.#program.getSourceFile(file.fileName);
    if (tree !== undefined) this.#collect(tree, start, start + length, meant);
    return { said, meant };
  }

  #collect(tree: TypeScript.SourceFile, start: number, end: number, meant: Set<string>): void {
    let node = this.#smallest(tree, start, end);
    const around = this.#ts.findAncestor(node, (one) => this.#isStatement(one)) ?? node;
    this.#collectBelow(around, meant);
    // The declared type of a handler is above the statement.
    for (node = around.parent; node !== undefined; node = node.parent)
      if (this.#ts.isVariableDeclaration(node) || this.#ts.isPropertyAssignment(node)) {
        this.#addSymbol(node.name, meant);
        if ("type" in node && node.type !== undefined) this.#collectBelow(node.type, meant);
      }
  }

  #smallest(tree: TypeScript.SourceFile, start: number, end: number): TypeScript.Node {
    const visit = (node: TypeScript.Node): TypeScript.Node =>
      this.#ts.forEachChild(node, (child) =>
        child.getStart(tree) <= start && child.end >= end ? visit(child) : undefined,
      ) ?? node;
    return visit(tree);
  }

  /** True for a statement other than a block. */
  #isStatement(node: TypeScript.Node): boolean {
    return this.#ts.isStatement(node) && !this.#ts.isBlock(node);
  }

  #collectBelow(node: TypeScript.Node, meant: Set<string>): void {
    if (this.#ts.isBlock(node)) return;
    if (this.#ts.isIdentifier(node) || this.#ts.isStringLiteral(node)) {
      if (this.#ts.isStringLiteral(node)) meant.add(node.text);
      this.#addSymbol(node, meant);
    }
    if (this.#ts.isObjectLiteralExpression(node) || this.#ts.isCallExpression(node))
      this.#addType(node, meant);
    this.#ts.forEachChild(node, (child) => this.#collectBelow(child, meant));
  }

  #addSymbol(node: TypeScript.Node, meant: Set<string>): void {
    const found = this.#checker.getSymbolAtLocation(node);
    if (found === undefined) return;
    const isAlias = (found.flags & this.#ts.SymbolFlags.Alias) !== 0;
    this.#add(isAlias ? this.#checker.getAliasedSymbol(found) : found, meant);
    this.#addType(node, meant);
  }

  /** Adds the name of a symbol that generated code declares, and that of the type it is a member of. */
  #add(symbol: TypeScript.Symbol | undefined, meant: Set<string>): void {
    for (const declaration of symbol?.declarations ?? []) {
      if (!this.#files.isGenerated(declaration.getSourceFile().fileName)) continue;
      if (symbol !== undefined && symbol.name !== "__type") meant.add(symbol.name);
      const owner = this.#ts.findAncestor(
        declaration.parent,
        (one) => this.#ts.isInterfaceDeclaration(one) || this.#ts.isTypeAliasDeclaration(one),
      );
      if (owner !== undefined && "name" in owner)
        meant.add((owner as TypeScript.InterfaceDeclaration).name.text);
    }
  }

  #addType(node: TypeScript.Node, meant: Set<string>): void {
    const contextual = this.#ts.isExpression(node)
      ? this.#checker.getContextualType(node)
      : undefined;
    for (const type of [this.#checker.getTypeAtLocation(node), contextual]) {
      const all =
        type === undefined ? [] : type.isUnionOrIntersection() ? [type, ...type.types] : [type];
      for (const one of all) {
        this.#add(one.aliasSymbol, meant);
        this.#add(one.getSymbol(), meant);
      }
    }
  }
}

/** Returns the quoted parts of a message. */
const quoted = (message: string): string =>
  [...message.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, a, b]) => a ?? b).join(" ");

const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
