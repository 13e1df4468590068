import type TypeScript from "typescript";

/** Returns the declarations of a name, through imports. */
export function declarationsOf(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  name: TypeScript.Node,
): readonly TypeScript.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.declarations ?? [];
}

/** Returns the first declaration of a name, through imports. */
export function declarationOf(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  name: TypeScript.Node,
): TypeScript.Declaration | undefined {
  return declarationsOf(ts, checker, name)[0];
}

/** Returns the name of a declaration. */
export function declaredName(declaration: TypeScript.Node): string {
  return (declaration as TypeScript.NamedDeclaration).name?.getText() ?? "";
}

/** Returns the first value that a node or one below it has. */
export function firstOf<Value>(
  ts: typeof TypeScript,
  node: TypeScript.Node,
  value: (node: TypeScript.Node) => Value | undefined,
): Value | undefined {
  return value(node) ?? ts.forEachChild(node, (child) => firstOf(ts, child, value));
}
