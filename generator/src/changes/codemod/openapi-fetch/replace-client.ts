import type TypeScript from "typescript";
import {
  FileEdits,
  type FileReplacement,
  type ReplaceContext,
} from "../replacement/replace-context.ts";
import { declarationsOf } from "../replacement/declarations.ts";
import { callText } from "./call-edits.ts";

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
  readonly #edits: FileEdits;
  #hasCalls = false;

  constructor(file: TypeScript.SourceFile, context: ReplaceContext) {
    this.#file = file;
    this.#context = context;
    this.#edits = new FileEdits(file);
  }

  run(): FileReplacement {
    this.#visit(this.#file);
    const first = this.#file.statements[0]?.getStart(this.#file) ?? 0;
    const { edits, left, review } = this.#edits;
    if (this.#hasCalls) edits.push({ start: first, end: first, text: helper });
    return { edits, left, review, usesClientFile: false };
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
    const named = importClause?.namedBindings;
    if (named !== undefined || local === undefined)
      this.#edits.leave(node, "the generated client has other types: import those of its own");
    if (local === undefined) return;
    const name = local === "createClient" ? local : `createClient as ${local}`;
    const specifier = JSON.stringify(this.#context.specifierFrom(this.#file.fileName));
    const ofClient = `import { ${name} } from ${specifier};`;
    const kept = `import ${named?.getText(this.#file)} from ${moduleSpecifier.getText(this.#file)};`;
    this.#edits.put(node, named === undefined ? ofClient : `${kept}\n${ofClient}`);
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
      this.#edits.leave(
        node,
        "middleware is an option of createClient here: { middleware: [...] }",
      );
    else if (method === "request") this.#edits.leave(node, "call the method of the operation");
    else this.#operation(node, expression);
    return true;
  }

  #creation(node: TypeScript.CallExpression): void {
    const { ts } = this.#context;
    const [first, last] = [node.typeArguments?.[0], node.typeArguments?.at(-1)];
    if (first !== undefined && last !== undefined) {
      const start = this.#file.text.lastIndexOf("<", first.getStart(this.#file));
      const end = this.#file.text.indexOf(">", last.end) + 1;
      this.#edits.edits.push({ start, end, text: "" });
    }
    const [given] = node.arguments;
    if (given === undefined) return;
    const names = ts.isObjectLiteralExpression(given)
      ? given.properties.map((one) => one.name?.getText() ?? "...")
      : ["..."];
    const other = names.find((name) => !clientOptions.includes(name));
    if (other !== undefined)
      this.#edits.leave(given, `the generated client has no option ${other} of openapi-fetch`);
  }

  #operation(
    node: TypeScript.CallExpression,
    { expression, name }: TypeScript.PropertyAccessExpression,
  ): void {
    const { ts, methodsAt } = this.#context;
    const [path, init] = node.arguments;
    if (path === undefined || !ts.isStringLiteralLike(path)) {
      this.#edits.leave(node, "its path is no literal, so the operation is not known");
      return;
    }
    const [method] = methodsAt(name.text, (one) => one === path.text);
    if (method === undefined) {
      this.#edits.leave(node, `the description has no ${name.text} ${path.text}`);
      return;
    }
    const call = callText(ts, expression.getText(this.#file), method, init);
    if ("reason" in call) {
      this.#edits.leave(
        node,
        `${call.reason}: call ${method.group.name}.${method.operation.methodName}`,
      );
      return;
    }
    this.#hasCalls = true;
    this.#edits.put(node, `dataOrError(${call.text})`);
  }

  /** True if a name is declared by openapi-fetch. */
  #isOfFetch(name: TypeScript.Node): boolean {
    const { checker, ts } = this.#context;
    const declared = declarationsOf(ts, checker, name);
    return declared.some((one) =>
      /[/\\]node_modules[/\\]openapi-fetch[/\\]/.test(one.getSourceFile().fileName),
    );
  }
}
