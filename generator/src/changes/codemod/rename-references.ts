import type TypeScript from "typescript";
import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import type { Remark } from "./listed-place.ts";
import type { NewNames } from "./new-names.ts";
import type { SymbolReader } from "./symbol-reader.ts";

/** The edits of one file. */
export interface FileRenames {
  readonly edits: readonly TextEdit[];
  readonly left: readonly Remark[];
}

/** The compiler, the symbols and the new names that a renaming uses. */
export interface RenameContext {
  readonly ts: typeof TypeScript;
  readonly symbols: SymbolReader;
  readonly names: NewNames;
  /** The user's own declarations to rename: constants of handlers. */
  readonly own: ReadonlyMap<TypeScript.Node, string>;
  isGenerated(path: string): boolean;
}

/** Renames the references of a file to renamed symbols. Nothing else in the file changes. */
export function renameReferences(file: TypeScript.SourceFile, context: RenameContext): FileRenames {
  return new FileRenamer(file, context).run();
}

type Name = TypeScript.Identifier | TypeScript.StringLiteralLike;

class FileRenamer {
  readonly #file: TypeScript.SourceFile;
  readonly #context: RenameContext;
  readonly #edits: TextEdit[] = [];
  readonly #left: Remark[] = [];
  /** Imported names that the file now uses by their later names. */
  readonly #locals = new Map<TypeScript.Symbol, string>();
  readonly #words: ReadonlySet<string>;

  constructor(file: TypeScript.SourceFile, context: RenameContext) {
    this.#file = file;
    this.#context = context;
    this.#words = new Set(file.text.match(/[\p{ID_Continue}$]+/gu));
  }

  run(): FileRenames {
    // Visit imports first, so that their names are known in the rest of the file.
    for (const statement of this.#file.statements)
      if (this.#context.ts.isImportDeclaration(statement)) this.#visit(statement);
    for (const statement of this.#file.statements)
      if (!this.#context.ts.isImportDeclaration(statement)) this.#visit(statement);
    return { edits: this.#edits, left: this.#left };
  }

  #visit(node: TypeScript.Node): void {
    const { ts } = this.#context;
    if (ts.isImportSpecifier(node)) this.#importSpecifier(node);
    else if (ts.isExportSpecifier(node)) this.#exportSpecifier(node);
    else if (ts.isIdentifier(node)) this.#identifier(node);
    else if (ts.isStringLiteralLike(node)) this.#text(node);
    else ts.forEachChild(node, (child) => this.#visit(child));
  }

  #importSpecifier({ propertyName, name }: TypeScript.ImportSpecifier): void {
    const local = this.#context.symbols.at(name);
    const to = local && this.#nameOf(local, name);
    if (local === undefined || to === undefined) return;
    if (propertyName !== undefined) this.#put(propertyName, to);
    else if (this.#words.has(to)) this.#put(name, `${to} as ${name.text}`);
    else {
      this.#locals.set(local, to);
      this.#put(name, to);
    }
  }

  /** Renames what a file re-exports. The exported name stays, since other files import it. */
  #exportSpecifier(specifier: TypeScript.ExportSpecifier): void {
    const { propertyName, name, parent } = specifier;
    const exported = propertyName ?? name;
    const { symbols } = this.#context;
    const isReexport = parent.parent.moduleSpecifier !== undefined;
    const symbol = isReexport ? symbols.at(exported) : symbols.exported(specifier);
    if (symbol === undefined) return;
    const to =
      this.#locals.get(symbol) ?? (isReexport ? this.#nameOf(symbol, exported) : undefined);
    if (to === undefined) return;
    if (propertyName === undefined) this.#put(name, `${to} as ${name.text}`);
    else this.#put(propertyName, to);
  }

  #identifier(id: TypeScript.Identifier): void {
    const { ts, symbols } = this.#context;
    const { parent } = id;
    if (ts.isShorthandPropertyAssignment(parent)) this.#shorthand(id, parent);
    else if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === id) {
      const to = this.#nameOf(symbols.ofBinding(id), id);
      if (to === undefined) return;
      if (parent.propertyName === undefined) this.#put(id, `${keyText(to)}: ${id.text}`);
      else this.#put(id, keyText(to));
    } else if (isNameOf(parent, id) && ts.isObjectLiteralElement(parent)) {
      const to = this.#nameOf(symbols.ofObjectMember(id), id);
      if (to !== undefined) this.#put(id, keyText(to));
    } else if (isNameOf(parent, id) && ts.isClassElement(parent)) {
      const to = this.#nameOf(symbols.ofClassMember(id), id);
      if (to !== undefined) this.#put(id, keyText(to));
    } else this.#reference(id);
  }

  #reference(id: TypeScript.Identifier): void {
    const { ts, symbols } = this.#context;
    const symbol = symbols.at(id);
    if (symbol === undefined) return;
    const local = this.#locals.get(symbol);
    if (local !== undefined) this.#put(id, local);
    // A name imported under an alias keeps that alias.
    const isImported = symbol.declarations?.some((one) => one.getSourceFile() === this.#file);
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    if (local !== undefined || (isAlias && isImported === true)) return;
    const isMember = ts.isPropertyAccessExpression(id.parent) && id.parent.name === id;
    if (isMember) this.#regroup(id.parent as TypeScript.PropertyAccessExpression, symbol);
    const to = this.#nameOf(symbol, id);
    if (to === undefined) return;
    if (isMember && keyText(to) !== to) this.#leave(id, `it is called ${JSON.stringify(to)} now`);
    else this.#put(id, to);
  }

  /** Renames the group in a call of an operation that moved to another group alone. */
  #regroup(access: TypeScript.PropertyAccessExpression, method: TypeScript.Symbol): void {
    const { ts, symbols, names } = this.#context;
    const rename = method.declarations
      ?.map((declaration) => names.regrouped(declaration))
      .find((one) => one !== undefined);
    if (rename === undefined) return;
    const { base, head } = rename;
    const group = access.expression;
    const isDirect =
      ts.isPropertyAccessExpression(group) &&
      symbols.at(group.name)?.declarations?.some((one) => names.isGroupMember(one, base)) === true;
    if (isDirect && ts.isIdentifier(group.name)) this.#put(group.name, head.group.name);
    else
      this.#leave(
        access.name,
        `${base.group.name}.${base.operation.methodName} is ${head.group.name}.${head.operation.methodName} now`,
      );
  }

  #shorthand(id: TypeScript.Identifier, parent: TypeScript.ShorthandPropertyAssignment): void {
    const { symbols } = this.#context;
    const property = this.#nameOf(symbols.ofObjectMember(id), id) ?? id.text;
    const symbol = symbols.shorthandValue(parent);
    const value = (symbol && (this.#locals.get(symbol) ?? this.#ownName(symbol))) ?? id.text;
    if (property === id.text && value === id.text) return;
    this.#put(id, property === value ? property : `${keyText(property)}: ${value}`);
  }

  #text(text: TypeScript.StringLiteralLike): void {
    const { symbols, names } = this.#context;
    if (this.#isModule(text)) {
      this.#module(text);
      return;
    }
    const symbol = this.#memberOf(text);
    const to = symbol && this.#nameOf(symbol, text);
    if (to !== undefined) {
      this.#put(text, to);
      return;
    }
    const id = names.ids.get(text.text);
    if (id === undefined || symbol !== undefined) return;
    const wanted = symbols.wantedTexts(text);
    if (wanted?.includes(text.text) === true && wanted.every((one) => names.baseIds.has(one)))
      this.#put(text, id);
  }

  #memberOf(text: TypeScript.StringLiteralLike): TypeScript.Symbol | undefined {
    const { ts, symbols } = this.#context;
    const { parent } = text;
    if (isNameOf(parent, text) && ts.isObjectLiteralElement(parent))
      return symbols.ofObjectMember(text);
    if (ts.isBindingElement(parent) && parent.propertyName === text) return symbols.ofBinding(text);
    return symbols.ofText(text);
  }

  #isModule({ parent }: TypeScript.StringLiteralLike): boolean {
    const { ts } = this.#context;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
    if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
    return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
  }

  #module(text: TypeScript.StringLiteralLike): void {
    const { ts, symbols, names, isGenerated } = this.#context;
    const module = symbols.at(text)?.declarations?.find((one) => ts.isSourceFile(one));
    if (module === undefined || !isGenerated(module.getSourceFile().fileName)) return;
    const renamed = names.moduleOf(module.getSourceFile().fileName);
    if (renamed === undefined) return;
    const at = text.text.lastIndexOf(renamed.from);
    if (at >= 0)
      this.#put(
        text,
        text.text.slice(0, at) + renamed.to + text.text.slice(at + renamed.from.length),
      );
  }

  /** Returns the later name of a symbol. If its declarations have several, the place is left to the user. */
  #nameOf(symbol: TypeScript.Symbol | undefined, place: Name): string | undefined {
    if (symbol === undefined) return undefined;
    const own = this.#ownName(symbol);
    if (own !== undefined) return own;
    const { symbols, names, isGenerated } = this.#context;
    const declarations = symbols.target(symbol).declarations ?? [];
    const all = declarations.map((one) =>
      isGenerated(one.getSourceFile().fileName) ? names.nameOf(one) : undefined,
    );
    const [first, ...others] = new Set(all);
    if (others.length === 0) return first;
    const known = [...new Set(all)].map((one) => one ?? place.text).join(" or ");
    this.#leave(place, `${place.text} is called ${known} now, by which type is meant`);
    return undefined;
  }

  #ownName(symbol: TypeScript.Symbol): string | undefined {
    const declarations = this.#context.symbols.target(symbol).declarations ?? [];
    return declarations.map((one) => this.#context.own.get(one)).find((one) => one !== undefined);
  }

  #put(node: Name, text: string): void {
    const isText = this.#context.ts.isStringLiteralLike(node);
    const [start, end] = [node.getStart(this.#file), node.end];
    this.#edits.push(isText ? { start: start + 1, end: end - 1, text } : { start, end, text });
  }

  #leave(node: TypeScript.Node, message: string): void {
    this.#left.push({ start: node.getStart(this.#file), end: node.end, message });
  }
}

function isNameOf(parent: TypeScript.Node, name: TypeScript.Node): boolean {
  return "name" in parent && parent.name === name;
}

/** Returns a name as a property key. */
function keyText(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name);
}
