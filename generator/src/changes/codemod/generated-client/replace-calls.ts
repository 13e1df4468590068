import type TypeScript from "typescript";
import { applyEdits, type TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import type { ClientMethod } from "../replacement/client-method.ts";
import {
  FileEdits,
  type FileReplacement,
  type ReplaceContext,
} from "../replacement/replace-context.ts";
import { callParts, type CallInput, type Parts } from "./call-input.ts";
import { declarationOf, declaredName } from "../replacement/declarations.ts";
import { errorHandlers } from "./error-handlers.ts";
import { ImportEdits } from "./import-edits.ts";
import type { CallForm, GeneratedLibrary, LibraryCall, SentRequest } from "./library.ts";
import { replaceCreation } from "./replace-creation.ts";
import { membersRead, resultUse, type ResultUse } from "./result-uses.ts";

/** Replaces the calls of a client that another generator wrote by those of the generated client's methods. */
export function replaceCalls<Request extends SentRequest>(
  library: GeneratedLibrary<Request>,
): (file: TypeScript.SourceFile, context: ReplaceContext) => FileReplacement {
  return (file, context) =>
    library.wrote(file)
      ? { edits: [], left: [], review: [], usesClientFile: false }
      : replaced(file, context, library);
}

/**
 * Edits a file twice: members of a variable may be read anywhere, also in the arguments of a call that was
 * replaced before, so the second time begins with the edits of all of them.
 */
function replaced<Request extends SentRequest>(
  file: TypeScript.SourceFile,
  context: ReplaceContext,
  library: GeneratedLibrary<Request>,
): FileReplacement {
  const first = new CallReplacer(file, context, library, []);
  first.run();
  return new CallReplacer(file, context, library, first.readEdits).run();
}

class CallReplacer<Request extends SentRequest> {
  readonly #file: TypeScript.SourceFile;
  readonly #context: ReplaceContext;
  readonly #library: GeneratedLibrary<Request>;
  readonly #edits: FileEdits;
  readonly #imports: ImportEdits;
  /** What has been said of the file, and the `catch` clauses of which something has been said. */
  readonly #said = new Set<string | TypeScript.Node>();
  /** The edits of members that are read from variables. */
  readonly readEdits: TextEdit[] = [];

  constructor(
    file: TypeScript.SourceFile,
    context: ReplaceContext,
    library: GeneratedLibrary<Request>,
    readEdits: readonly TextEdit[],
  ) {
    this.#file = file;
    this.#context = context;
    this.#library = library;
    this.#edits = new FileEdits(file);
    this.#edits.edits.push(...readEdits);
    this.#imports = new ImportEdits(context, library, this.#edits);
  }

  run(): FileReplacement {
    this.#visit(this.#file);
    this.#imports.finish();
    const { edits, left, review } = this.#edits;
    return { edits, left, review, usesClientFile: this.#imports.usesClientFile };
  }

  #visit(node: TypeScript.Node): void {
    const { ts } = this.#context;
    if (ts.isImportDeclaration(node)) return;
    if (ts.isCallExpression(node) && this.#call(node)) return;
    if (ts.isNewExpression(node))
      replaceCreation(this.#context, this.#library, this.#edits, this.#imports, node);
    if (ts.isPropertyAccessExpression(node) && this.#constant(node)) return;
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** Replaces a call; false if it stays. */
  #call(node: TypeScript.CallExpression): boolean {
    const { ts, checker } = this.#context;
    const callee = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.name
      : node.expression;
    const declaration = declarationOf(ts, checker, callee);
    if (declaration === undefined || !this.#library.wrote(declaration.getSourceFile()))
      return false;
    const request = this.#library.request(this.#context, declaration);
    if (request === undefined) {
      const name = declaredName(declaration);
      const written = declaration.getSourceFile().fileName;
      this.#edits.leave(node, this.#library.advice(name, this.#context.clientFile, written));
      return false;
    }
    const method = this.#methodOf(request);
    if (typeof method === "string") {
      this.#edits.leave(node, method);
      return false;
    }
    const call = { ts, checker, node, declaration, request, method };
    const reason = this.#replace(call, callee);
    if (reason === undefined) return true;
    this.#edits.leave(node, `${reason}: call ${method.group.name}.${method.operation.methodName}`);
    return false;
  }

  /** Replaces a member of a generated enum by its value; false for all else. */
  #constant(node: TypeScript.PropertyAccessExpression): boolean {
    const { ts, checker, types } = this.#context;
    const { expression } = node;
    const declaration = ts.isIdentifier(expression) && declarationOf(ts, checker, expression);
    if (!declaration || !types.has(declaredName(declaration))) return false;
    if (!this.#library.wrote(declaration.getSourceFile())) return false;
    const type = checker.getTypeAtLocation(node);
    if (!type.isStringLiteral() && !type.isNumberLiteral()) return false;
    this.#edits.put(node, JSON.stringify(type.value));
    this.#imports.replaced(expression);
    return true;
  }

  #methodOf({ method, path }: SentRequest): ClientMethod | string {
    // The path of a function may begin with that of a server, so that the longest one is meant.
    const [found] = this.#context
      .methodsAt(method, (one) => this.#library.isPath(path, one))
      .toSorted((a, b) => b.operation.path.split("/").length - a.operation.path.split("/").length);
    return found ?? `the description has no ${method} ${path}`;
  }

  /** Replaces a call, or returns the reason why it is left. */
  #replace(call: LibraryCall<Request>, callee: TypeScript.Node): string | undefined {
    const { node } = call;
    const form = this.#library.form(call);
    if ("reason" in form) return form.reason;
    const given = this.#library.input(call);
    if ("reason" in given) return given.reason;
    const use = form.members && resultUse(this.#context.ts, this.#context.checker, node);
    if (form.members !== undefined) {
      const reason = this.#unreadable(form, use);
      if (reason !== undefined) return reason;
    }
    this.#put(call, form, given, use);
    this.#imports.replaced(callee);
    for (const one of given.left ?? []) this.#imports.replaced(one);
    for (const [name, module] of Object.entries(form.imports)) this.#imports.add(name, module);
    this.#say(node, form);
    return undefined;
  }

  /** Returns the reason why the code around a call cannot go on with the new result. */
  #unreadable({ members = {} }: CallForm, use: ResultUse | undefined): string | undefined {
    const known = Object.keys(members);
    const read = use && membersRead(this.#context.ts, use);
    if (read === undefined) return `its result is passed on, not only its ${known.join(", ")}`;
    const other = read.find((name) => members[name] === undefined);
    if (other !== undefined)
      return ofResult.has(other)
        ? `the call answers with the body alone, and .result() has ${other}`
        : `its result has no ${other} here`;
    const isWhole = use?.kind === "pattern" && read.some((name) => members[name] === "");
    return isWhole && read.length > 1 ? "its result is taken apart" : undefined;
  }

  #put(
    call: LibraryCall<Request>,
    { around: [before, after], imports, members = {}, isReference, isIterated }: CallForm,
    given: CallInput,
    use: ResultUse | undefined,
  ): void {
    const { ts } = this.#context;
    const { node, method } = call;
    const client = this.#library.receiver?.(call) ?? this.#imports.client();
    const names = Object.keys(imports).map((name) => [name, this.#imports.nameOf(name)] as const);
    const opening = names.reduce((text, [name, local]) => text.replace(name, local), before);
    const parts: Parts = isReference
      ? [`${client}.${method.group.name}.${method.operation.methodName}`]
      : callParts(client, method, given);
    const text = `${opening}${this.#text(parts)}${after}`;
    const awaiting = awaitAround(ts, node);
    if (use?.kind === "member" && members[use.access.name.text] === "") {
      const outer = use.access.parent;
      const isBare =
        !ts.isPropertyAccessExpression(outer) &&
        !ts.isElementAccessExpression(outer) &&
        !ts.isNonNullExpression(outer);
      const awaited = isIterated ? text : `await ${text}`;
      this.#edits.put(use.access, isBare || isIterated ? awaited : `(${awaited})`);
      return;
    }
    this.#edits.put(isIterated && awaiting !== undefined ? awaiting : node, text);
    if (use?.kind === "pattern") this.#pattern(use.pattern, members);
    if (use?.kind === "member")
      this.#edits.put(use.access.name, members[use.access.name.text] ?? "");
    if (use?.kind === "variable")
      for (const access of use.accesses) {
        const later = members[access.name.text] ?? "";
        const { end } = access.expression;
        if (later !== access.name.text)
          this.readEdits.push({
            start: end,
            end: access.end,
            text: later === "" ? "" : `.${later}`,
          });
      }
  }

  /** Writes `{ data: book }` as `book`, or with the member's later name. */
  #pattern(
    pattern: TypeScript.ObjectBindingPattern,
    members: Readonly<Record<string, string>>,
  ): void {
    for (const element of pattern.elements) {
      const earlier = (element.propertyName ?? element.name).getText();
      const later = members[earlier] ?? "";
      const local = element.name.getText();
      if (later === "") this.#edits.put(pattern, local);
      else if (later !== earlier)
        this.#edits.put(element, later === local ? local : `${later}: ${local}`);
    }
  }

  /** Prints parts; calls in them are replaced too. */
  #text(parts: Parts): string {
    const { edits } = this.#edits;
    return parts
      .map((part) => {
        if (typeof part === "string") return part;
        this.#visit(part);
        const start = part.getStart(this.#file);
        const isWithin = (edit: TextEdit): boolean => start <= edit.start && edit.end <= part.end;
        const own = edits.filter(isWithin);
        edits.splice(0, edits.length, ...edits.filter((edit) => !isWithin(edit)));
        const moved = own.map((edit) => ({
          ...edit,
          start: edit.start - start,
          end: edit.end - start,
        }));
        return applyEdits(part.getText(this.#file), moved);
      })
      .join("");
  }

  /** Says what the new form changes for the code around a call. */
  #say(node: TypeScript.Node, { note, caution, caught }: CallForm): void {
    if (note !== undefined && !this.#said.has(note)) {
      this.#said.add(note);
      this.#edits.look(node, note);
    }
    if (caution !== undefined) this.#edits.look(node, caution);
    if (caught === undefined) return;
    for (const handler of errorHandlers(this.#context.ts, node)) {
      if (this.#said.has(handler)) continue;
      this.#said.add(handler);
      this.#edits.look(handler, caught);
    }
  }
}

/** The members of what `.result()` answers that other clients name alike. */
const ofResult: ReadonlySet<string> = new Set(["status", "headers", "ok", "response"]);

/** Returns the `await` of a call. */
function awaitAround(
  ts: typeof TypeScript,
  { parent }: TypeScript.Node,
): TypeScript.AwaitExpression | undefined {
  if (ts.isParenthesizedExpression(parent)) return awaitAround(ts, parent);
  return ts.isAwaitExpression(parent) ? parent : undefined;
}
