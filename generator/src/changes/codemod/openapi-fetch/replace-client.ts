import type TypeScript from "typescript";
import type { TextEdit } from "../../../scaffold/text-edit.ts";
import type { LeftAlone } from "../left-alone.ts";
import { callText, type ClientMethod } from "./call-edits.ts";

/** What the calls of a file are replaced by. */
export interface ReplaceContext {
  readonly ts: typeof TypeScript;
  readonly checker: TypeScript.TypeChecker;
  /** Returns the method that calls a path, by its HTTP method in upper case. */
  methodAt(method: string, path: string): ClientMethod | undefined;
  /** The specifier by which a file imports the generated client. */
  specifierFrom(path: string): string;
}

/** The edits of a file, and what is left to the user. */
export interface FileReplacement {
  readonly edits: readonly TextEdit[];
  readonly left: readonly Omit<LeftAlone, "file">[];
}

/** The options of openapi-fetch's client that the generated one has too. */
const clientOptions = ["baseUrl", "fetch", "headers", "cache", "credentials", "mode"];

const helper = 'import { dataOrError } from "@openapi-packages/runtime/fetch-client";\n';

/** Replaces clients of openapi-fetch, and their calls, in a file. */
export function replaceClient(
  file: TypeScript.SourceFile,
  context: ReplaceContext,
): FileReplacement {
  return new FileReplacer(file, context).run();
}

class FileReplacer {
  readonly #file: TypeScript.SourceFile;
  readonly #context: ReplaceContext;
  readonly #edits: TextEdit[] = [];
  readonly #left: Omit<LeftAlone, "file">[] = [];
  #hasCalls = false;

  constructor(file: TypeScript.SourceFile, context: ReplaceContext) {
    this.#file = file;
    this.#context = context;
  }

  run(): FileReplacement {
    this.#visit(this.#file);
    const first = this.#file.statements[0]?.getStart(this.#file) ?? 0;
    if (this.#hasCalls) this.#edits.push({ start: first, end: first, text: helper });
    return { edits: this.#edits, left: this.#left };
  }

  #visit(node: TypeScript.Node): void {
    const { ts } = this.#context;
    if (ts.isImportDeclaration(node)) this.#import(node);
    else if (ts.isCallExpression(node)) {
      if (!this.#call(node)) ts.forEachChild(node, (child) => this.#visit(child));
    } else ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** Replaces the import of openapi-fetch's function by that of the generated client. */
  #import(node: TypeScript.ImportDeclaration): void {
    const { ts } = this.#context;
    const { importClause, moduleSpecifier } = node;
    if (!ts.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== "openapi-fetch") return;
    const local = importClause?.name?.text;
    if (local === undefined || importClause?.namedBindings !== undefined) {
      this.#leave(node, "the generated client has other types: import those of its own");
      return;
    }
    const name = local === "createClient" ? local : `createClient as ${local}`;
    const specifier = JSON.stringify(this.#context.specifierFrom(this.#file.fileName));
    this.#put(node, `import { ${name} } from ${specifier};`);
  }

  /** Edits a call; false if it has nothing to do with openapi-fetch. */
  #call(node: TypeScript.CallExpression): boolean {
    const { ts } = this.#context;
    const { expression } = node;
    if (ts.isIdentifier(expression) && this.#isOfFetch(expression)) {
      this.#creation(node);
      return true;
    }
    if (!ts.isPropertyAccessExpression(expression) || !this.#isOfFetch(expression.name))
      return false;
    const method = expression.name.text;
    if (method === "use" || method === "eject")
      this.#leave(node, "middleware is an option of createClient here: { middleware: [...] }");
    else if (method === "request") this.#leave(node, "call the method of the operation");
    else this.#operation(node, expression);
    return true;
  }

  #creation(node: TypeScript.CallExpression): void {
    const { ts } = this.#context;
    const [first, last] = [node.typeArguments?.[0], node.typeArguments?.at(-1)];
    if (first !== undefined && last !== undefined) {
      const start = this.#file.text.lastIndexOf("<", first.getStart(this.#file));
      const end = this.#file.text.indexOf(">", last.end) + 1;
      this.#edits.push({ start, end, text: "" });
    }
    const [given] = node.arguments;
    if (given === undefined) return;
    const names = ts.isObjectLiteralExpression(given)
      ? given.properties.map((one) => one.name?.getText() ?? "...")
      : ["..."];
    const other = names.find((name) => !clientOptions.includes(name));
    if (other !== undefined)
      this.#leave(given, `the generated client has no option ${other} of openapi-fetch`);
  }

  #operation(
    node: TypeScript.CallExpression,
    { expression, name }: TypeScript.PropertyAccessExpression,
  ): void {
    const { ts, methodAt } = this.#context;
    const [path, init] = node.arguments;
    if (path === undefined || !ts.isStringLiteralLike(path)) {
      this.#leave(node, "its path is no literal, so the operation is not known");
      return;
    }
    const method = methodAt(name.text, path.text);
    if (method === undefined) {
      this.#leave(node, `the description has no ${name.text} ${path.text}`);
      return;
    }
    const call = callText(ts, expression.getText(this.#file), method, init);
    if ("reason" in call) {
      this.#leave(node, `${call.reason}: call ${method.group.name}.${method.operation.methodName}`);
      return;
    }
    this.#hasCalls = true;
    this.#put(node, `dataOrError(${call.text})`);
  }

  /** True if a name is declared by openapi-fetch. */
  #isOfFetch(name: TypeScript.Node): boolean {
    const { checker, ts } = this.#context;
    const symbol = checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    const declared = target?.declarations ?? [];
    return declared.some((one) =>
      /[/\\]node_modules[/\\]openapi-fetch[/\\]/.test(one.getSourceFile().fileName),
    );
  }

  #put(node: TypeScript.Node, text: string): void {
    this.#edits.push({ start: node.getStart(this.#file), end: node.end, text });
  }

  #leave(node: TypeScript.Node, message: string): void {
    const { line, character } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    this.#left.push({ line: line + 1, column: character + 1, message });
  }
}
