import ts from "typescript";

/** The widest line of a report, where it can be broken. */
const printWidth = 100;

/**
 * Prints types and members of declarations so that one meaning has one text: members and the alternatives of unions in
 * alphabetical order, names quoted where they have to be, no comment but `@deprecated`, one layout.
 */
export class NormalText {
  readonly #source: ts.SourceFile;
  /** Whether any comment of the module says so, so that most modules are not searched. */
  readonly #hasDeprecated: boolean;

  readonly #areMethodsProperties: boolean;

  /**
   * @param areMethodsProperties Whether methods are printed as properties that are functions, of which TypeScript
   *   compares the parameters in their own direction alone
   */
  constructor(source: ts.SourceFile, areMethodsProperties = false) {
    this.#source = source;
    this.#areMethodsProperties = areMethodsProperties;
    this.#hasDeprecated = source.text.includes("@deprecated");
  }

  /** A type, which begins in a column of a line with an indentation. */
  type(node: ts.TypeNode, indent = ""): string {
    if (ts.isTypeLiteralNode(node)) return this.#literal(node, indent);
    if (ts.isUnionTypeNode(node)) return this.#union(node, indent);
    if (ts.isIntersectionTypeNode(node))
      return node.types.map((one) => this.#grouped(one, indent)).join(" & ");
    if (ts.isParenthesizedTypeNode(node)) return this.type(node.type, indent);
    if (ts.isArrayTypeNode(node)) return `${this.#grouped(node.elementType, indent)}[]`;
    if (ts.isTypeReferenceNode(node))
      return this.#name(node.typeName) + this.typeArguments(node.typeArguments, indent);
    if (ts.isLiteralTypeNode(node)) return this.#literalValue(node.literal);
    if (ts.isTypeOperatorNode(node))
      return `${ts.tokenToString(node.operator)} ${this.#grouped(node.type, indent)}`;
    if (ts.isIndexedAccessTypeNode(node))
      return `${this.#grouped(node.objectType, indent)}[${this.type(node.indexType, indent)}]`;
    if (ts.isFunctionTypeNode(node)) return this.#function(node, indent);
    if (ts.isConstructorTypeNode(node)) return `new ${this.#function(node, indent)}`;
    if (ts.isTypeQueryNode(node))
      return `typeof ${this.#name(node.exprName)}${this.typeArguments(node.typeArguments, indent)}`;
    if (ts.isTupleTypeNode(node))
      return `[${node.elements.map((one) => this.#element(one, indent)).join(", ")}]`;
    return ts.isMappedTypeNode(node) || ts.isConditionalTypeNode(node)
      ? this.tokens(node)
      : this.#other(node, indent);
  }

  #other(node: ts.TypeNode, indent: string): string {
    if (ts.isTypePredicateNode(node) && node.type !== undefined && !node.assertsModifier)
      return `${this.tokens(node.parameterName)} is ${this.type(node.type, indent)}`;
    return this.tokens(node);
  }

  /** Type arguments in angle brackets; nothing where there are none. */
  typeArguments(nodes: readonly ts.TypeNode[] | undefined, indent = ""): string {
    if (nodes === undefined || nodes.length === 0) return "";
    return `<${nodes.map((one) => this.type(one, indent)).join(", ")}>`;
  }

  /** Type parameters in angle brackets; nothing where there are none. */
  typeParameters(nodes: readonly ts.TypeParameterDeclaration[] | undefined, indent = ""): string {
    if (nodes === undefined || nodes.length === 0) return "";
    const texts = nodes.map(({ name, constraint, default: other, modifiers }) => {
      const bound = constraint === undefined ? "" : ` extends ${this.type(constraint, indent)}`;
      const given = other === undefined ? "" : ` = ${this.type(other, indent)}`;
      return `${this.#modifiers(modifiers)}${name.text}${bound}${given}`;
    });
    return `<${texts.join(", ")}>`;
  }

  /** Type parameters, parameters and result of a signature: `<T>(input: T): void`. */
  signature(node: ts.SignatureDeclaration, indent = "", arrow = ": "): string {
    const parameters = node.parameters.map((one) => {
      const rest = one.dotDotDotToken === undefined ? "" : "...";
      const isOptional = one.questionToken !== undefined || one.initializer !== undefined;
      const type = one.type === undefined ? "" : `: ${this.type(one.type, indent)}`;
      const modifiers = this.#modifiers(one.modifiers);
      return `${modifiers}${rest}${this.tokens(one.name)}${isOptional ? "?" : ""}${type}`;
    });
    const result = node.type === undefined ? "" : `${arrow}${this.type(node.type, indent)}`;
    return `${this.typeParameters(node.typeParameters, indent)}(${parameters.join(", ")})${result}`;
  }

  /** Members in braces, a line each. */
  members(nodes: readonly (ts.TypeElement | ts.ClassElement)[], indent = ""): string {
    const inner = `${indent}  `;
    const lines = this.#sorted(nodes, inner).map((text) => `${inner}${text}\n`);
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
  }

  /** A member with its modifiers and, where it is deprecated, a comment that says so. */
  member(node: ts.TypeElement | ts.ClassElement, indent = ""): string {
    return `${this.deprecation(node)}${this.#memberText(node, indent)};`;
  }

  /** The name of a member as code has it; `undefined` of one that has none, such as an index signature. */
  memberName(node: ts.TypeElement | ts.ClassElement): string | undefined {
    if (node.name === undefined) return undefined;
    if (ts.isIdentifier(node.name) || ts.isStringLiteralLike(node.name)) return node.name.text;
    return this.tokens(node.name);
  }

  /** The mark of what is deprecated, without what is said of it. */
  deprecation(node: ts.Node): string {
    if (!this.#hasDeprecated) return "";
    const before = this.#source.text.slice(node.pos, node.getStart(this.#source));
    return before.includes("@deprecated") ? "/** @deprecated */ " : "";
  }

  /** The text of a node on one line, without its comments. */
  tokens(node: ts.Node): string {
    const { text } = this.#source;
    const from = node.getStart(this.#source);
    const scanner = ts.createScanner(ts.ScriptTarget.ES2022, true);
    scanner.setText(text, from, node.end - from);
    const parts: string[] = [];
    for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
      if (kind === ts.SyntaxKind.CloseBraceToken && isInTemplate(parts))
        scanner.reScanTemplateToken(false);
      parts.push(scanner.getTokenText());
    }
    return joined(parts);
  }

  #sorted(nodes: readonly (ts.TypeElement | ts.ClassElement)[], indent: string): string[] {
    const keyed = nodes.map((node) => ({
      // Overloads stay in their order, which has a meaning.
      key: this.memberName(node) ?? "",
      text: this.member(node, indent),
    }));
    return keyed.toSorted((one, other) => inOrder(one.key, other.key)).map(({ text }) => text);
  }

  #memberText(node: ts.TypeElement | ts.ClassElement, indent: string): string {
    const own = ts.canHaveModifiers(node) ? this.#modifiers(ts.getModifiers(node)) : "";
    if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) {
      const mark = node.questionToken === undefined ? "" : "?";
      const type = node.type === undefined ? "" : `: ${this.type(node.type, indent)}`;
      return `${own}${this.#memberKey(node)}${mark}${type}`;
    }
    if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) {
      const key = `${own}${this.#memberKey(node)}${node.questionToken === undefined ? "" : "?"}`;
      return this.#areMethodsProperties && ts.isMethodSignature(node)
        ? `${key}: ${this.signature(node, indent, " => ")}`
        : `${key}${this.signature(node, indent)}`;
    }
    if (ts.isCallSignatureDeclaration(node)) return this.signature(node, indent);
    if (ts.isConstructSignatureDeclaration(node)) return `new ${this.signature(node, indent)}`;
    if (ts.isConstructorDeclaration(node))
      return `${own}constructor${this.signature(node, indent)}`;
    if (ts.isIndexSignatureDeclaration(node)) {
      const [key] = node.parameters;
      const keyType = key?.type === undefined ? "string" : this.type(key.type, indent);
      return `${own}[key: ${keyType}]: ${this.type(node.type, indent)}`;
    }
    return this.tokens(node).replace(/;$/, "");
  }

  #memberKey(node: ts.TypeElement | ts.ClassElement): string {
    const name = this.memberName(node) ?? "";
    if (node.name !== undefined && ts.isComputedPropertyName(node.name)) return name;
    return propertyKey(name);
  }

  #modifiers(modifiers: readonly ts.ModifierLike[] | undefined): string {
    return (modifiers ?? [])
      .filter(({ kind }) => !silentModifiers.has(kind))
      .map((one) => `${this.tokens(one)} `)
      .join("");
  }

  #literal({ members }: ts.TypeLiteralNode, indent: string): string {
    const inner = `${indent}  `;
    const texts = this.#sorted(members, inner);
    const line = `{ ${texts.join(" ").replace(/;$/, "")} }`;
    if (texts.length === 0) return "{}";
    const fits = texts.length <= mostInLine && line.length + indent.length <= printWidth;
    if (fits && !line.includes("\n")) return line;
    return `{\n${texts.map((text) => `${inner}${text}\n`).join("")}${indent}}`;
  }

  #union({ types }: ts.UnionTypeNode, indent: string): string {
    const texts = types.map((one) => this.#grouped(one, `${indent}  `));
    const sorted = [...new Set(texts)].toSorted(inOrder);
    const line = sorted.join(" | ");
    if (line.length + indent.length <= printWidth && !line.includes("\n")) return line;
    return sorted.map((text) => `\n${indent}  | ${text}`).join("");
  }

  /** In parentheses where an operator beside it would take a part of it. */
  #grouped(node: ts.TypeNode, indent: string): string {
    const inner = ts.isParenthesizedTypeNode(node) ? node.type : node;
    const text = this.type(inner, indent);
    return loose.has(inner.kind) ? `(${text.trimStart()})` : text;
  }

  #function(node: ts.FunctionOrConstructorTypeNode, indent: string): string {
    return this.signature(node, indent, " => ");
  }

  #element(node: ts.TypeNode | ts.NamedTupleMember, indent: string): string {
    if (ts.isNamedTupleMember(node)) {
      const rest = node.dotDotDotToken === undefined ? "" : "...";
      const mark = node.questionToken === undefined ? "" : "?";
      return `${rest}${node.name.text}${mark}: ${this.type(node.type, indent)}`;
    }
    if (ts.isOptionalTypeNode(node)) return `${this.#grouped(node.type, indent)}?`;
    if (ts.isRestTypeNode(node)) return `...${this.#grouped(node.type, indent)}`;
    return this.type(node, indent);
  }

  #name(node: ts.EntityName): string {
    return ts.isIdentifier(node) ? node.text : `${this.#name(node.left)}.${node.right.text}`;
  }

  #literalValue(node: ts.LiteralTypeNode["literal"]): string {
    return ts.isStringLiteralLike(node) ? JSON.stringify(node.text) : this.tokens(node);
  }
}

/** The most members of an object in one line. */
const mostInLine = 3;

/** Modifiers that a report says otherwise, or that say nothing in a declaration. */
const silentModifiers: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ExportKeyword,
  ts.SyntaxKind.DeclareKeyword,
  ts.SyntaxKind.PublicKeyword,
]);

/** Types that end where the text around them begins. */
const loose: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.UnionType,
  ts.SyntaxKind.IntersectionType,
  ts.SyntaxKind.FunctionType,
  ts.SyntaxKind.ConstructorType,
  ts.SyntaxKind.ConditionalType,
  ts.SyntaxKind.TypeOperator,
  ts.SyntaxKind.InferType,
]);

/** The name of a property as it stands in an object type. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** The order of code units, in which everything of a report stands, whatever the language of the machine. */
export function inOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** True after the start or a middle part of a template literal type: `}` goes on with it. */
function isInTemplate(parts: readonly string[]): boolean {
  const starts = parts.filter((one) => /^`[^]*\$\{$/.test(one)).length;
  const ends = parts.filter((one) => /^\}[^]*`$/.test(one)).length;
  return starts > ends;
}

/** Tokens with spaces where code usually has them. */
function joined(parts: readonly string[]): string {
  let text = "";
  let last = "";
  for (const [index, part] of parts.entries()) {
    if (part === ";" && parts[index + 1] === "}") continue;
    const isClose = /^(?:[;,.)\]>?:]|\}.*`)$/s.test(part) || /^(?:[.([<]|`.*\$\{)$/s.test(last);
    const isCall = /^[(<[]$/.test(part) && /[\w$]$/.test(last);
    text += text === "" || isClose || isCall ? part : ` ${part}`;
    last = part;
  }
  return text;
}
