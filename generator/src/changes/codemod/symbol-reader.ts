import type TypeScript from "typescript";

/** Finds the symbols of names in a program. For members of objects it uses the expected type as well. */
export class SymbolReader {
  readonly #ts: typeof TypeScript;
  readonly #checker: TypeScript.TypeChecker;

  constructor(ts: typeof TypeScript, checker: TypeScript.TypeChecker) {
    this.#ts = ts;
    this.#checker = checker;
  }

  /** Returns the symbol of a name in any place but those below. */
  at(node: TypeScript.Node): TypeScript.Symbol | undefined {
    return this.#checker.getSymbolAtLocation(node);
  }

  /** Returns the symbol that an import or export refers to in the end. */
  target(symbol: TypeScript.Symbol): TypeScript.Symbol {
    const isAlias = (symbol.flags & this.#ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Returns the symbol in its own file of a name in `export { … }`. */
  exported(specifier: TypeScript.ExportSpecifier): TypeScript.Symbol | undefined {
    return this.#checker.getExportSpecifierLocalTargetSymbol(specifier);
  }

  /** Returns the value of `{ name }`. */
  shorthandValue(property: TypeScript.ShorthandPropertyAssignment): TypeScript.Symbol | undefined {
    return this.#checker.getShorthandAssignmentValueSymbol(property);
  }

  /** Returns the member that a name in an object literal sets, or reads if the literal is assigned to. */
  ofObjectMember(
    name: TypeScript.Identifier | TypeScript.StringLiteralLike,
  ): TypeScript.Symbol | undefined {
    const object = name.parent.parent;
    if (!this.#ts.isObjectLiteralExpression(object)) return undefined;
    const taken =
      this.#ts.isIdentifier(name) && this.#isTarget(object)
        ? this.#checker.getPropertySymbolOfDestructuringAssignment(name)
        : undefined;
    const type = this.#checker.getContextualType(object);
    return taken ?? (type && this.#propertyOf(type, name.text));
  }

  /** Returns the member that a name in a destructuring pattern reads: `{ nick }`, `{ nick: other }`. */
  ofBinding(
    name: TypeScript.Identifier | TypeScript.StringLiteralLike,
  ): TypeScript.Symbol | undefined {
    const pattern = name.parent.parent;
    if (!this.#ts.isObjectBindingPattern(pattern)) return undefined;
    return this.#propertyOf(this.#checker.getTypeAtLocation(pattern), name.text);
  }

  /** Returns the member of an interface or base class that a class member implements. */
  ofClassMember(name: TypeScript.Identifier): TypeScript.Symbol | undefined {
    const owner = name.parent.parent;
    if (!this.#ts.isClassLike(owner)) return undefined;
    const types = (owner.heritageClauses ?? []).flatMap(({ types: all }) => all);
    return types
      .map((type) => this.#propertyOf(this.#checker.getTypeAtLocation(type), name.text))
      .find((symbol) => symbol !== undefined);
  }

  /**
   * Returns the member that a string names: `pet["nick"]`, `Pet["nick"]`, `"nick" in pet`, `Omit<Pet,
   * "nick">`.
   */
  ofText(text: TypeScript.StringLiteralLike): TypeScript.Symbol | undefined {
    const { parent } = text;
    const of = (node: TypeScript.Node): TypeScript.Symbol | undefined =>
      this.#propertyOf(this.#checker.getTypeAtLocation(node), text.text);
    if (this.#ts.isElementAccessExpression(parent) && parent.argumentExpression === text)
      return of(parent.expression);
    if (
      this.#ts.isBinaryExpression(parent) &&
      parent.left === text &&
      parent.operatorToken.kind === this.#ts.SyntaxKind.InKeyword
    )
      return of(parent.right);
    if (!this.#ts.isLiteralTypeNode(parent)) return undefined;
    const inUnion = this.#ts.isUnionTypeNode(parent.parent) ? parent.parent : parent;
    const around = inUnion.parent;
    if (this.#ts.isIndexedAccessTypeNode(around) && around.indexType === inUnion)
      return of(around.objectType);
    const picks =
      this.#ts.isTypeReferenceNode(around) && /^(?:Pick|Omit)$/.test(around.typeName.getText());
    const [object] = picks ? (around.typeArguments ?? []) : [];
    return object === undefined ? undefined : of(object);
  }

  /** Returns the strings that are allowed in a place; `undefined` if others are allowed too. */
  wantedTexts(text: TypeScript.StringLiteralLike): readonly string[] | undefined {
    const type = this.#checker.getContextualType(text);
    if (type === undefined) return undefined;
    const all = type.isUnion() ? type.types : [type];
    const texts = all.map((one) => (one.isStringLiteral() ? one.value : undefined));
    return texts.every((one) => one !== undefined) ? texts : undefined;
  }

  /** True for an object literal that is assigned to: `({ nick } = pet)`. */
  #isTarget(node: TypeScript.Node): boolean {
    const { parent } = node;
    if (this.#ts.isBinaryExpression(parent))
      return parent.left === node && parent.operatorToken.kind === this.#ts.SyntaxKind.EqualsToken;
    if (this.#ts.isForOfStatement(parent)) return parent.initializer === node;
    if (this.#ts.isPropertyAssignment(parent)) return this.#isTarget(parent.parent);
    const isWithin =
      this.#ts.isParenthesizedExpression(parent) ||
      this.#ts.isArrayLiteralExpression(parent) ||
      this.#ts.isSpreadAssignment(parent) ||
      this.#ts.isSpreadElement(parent);
    return isWithin && this.#isTarget(parent);
  }

  #propertyOf(type: TypeScript.Type, name: string): TypeScript.Symbol | undefined {
    const known = this.#checker.getNonNullableType(type);
    const own = this.#checker.getPropertyOfType(known, name);
    if (own !== undefined || !known.isUnion()) return own;
    // A union has no property for a member that only some of its types have, so ask each type.
    return known.types
      .map((one) => this.#checker.getPropertyOfType(one, name))
      .find((one) => one !== undefined);
  }
}
