import type TypeScript from "typescript";
import { declarationOf, declaredName } from "../replacement/declarations.ts";
import type { FileEdits, ReplaceContext } from "../replacement/replace-context.ts";
import { callOptions } from "./call-input.ts";
import type { ImportEdits } from "./import-edits.ts";
import type { ClientCreation, GeneratedLibrary } from "./library.ts";
import { literalMembers, type LiteralMember } from "./literal-members.ts";

/** Replaces the creation of the library's client by that of the generated one. */
export function replaceCreation(
  context: ReplaceContext,
  library: Pick<GeneratedLibrary, "creation" | "wrote">,
  edits: FileEdits,
  imports: ImportEdits,
  { expression, typeArguments, arguments: given }: TypeScript.NewExpression,
): void {
  const { ts, checker } = context;
  const { file } = edits;
  const { creation } = library;
  const declaration = declarationOf(ts, checker, expression);
  if (creation === undefined || declaration === undefined) return;
  if (declaredName(declaration) !== creation.className) return;
  if (!library.wrote(declaration.getSourceFile())) return;
  imports.add("createClient", context.specifierFrom(file.fileName));
  imports.replaced(expression);
  const start = expression.parent.getStart(file);
  const typesEnd = typeArguments && file.text.indexOf(">", typeArguments.end) + 1;
  const text = imports.nameOf("createClient");
  edits.edits.push({ start, end: typesEnd ?? expression.end, text });
  const [options] = given ?? [];
  if (options === undefined) return;
  const members = literalMembers(ts, options);
  if (members === undefined) edits.leave(options, "the options of createClient have other names");
  for (const [name, member] of members ?? []) replaceOption(ts, creation, edits, name, member);
}

function replaceOption(
  ts: typeof TypeScript,
  creation: ClientCreation,
  edits: FileEdits,
  name: string,
  { node, value }: LiteralMember,
): void {
  const later = creation.renamed[name];
  const own = name === creation.defaults ? defaultsOf(ts, value) : undefined;
  if (later !== undefined)
    edits.put(
      value === node.name ? node : node.name,
      value === node.name ? `${later}: ${name}` : later,
    );
  else if (own !== undefined) edits.put(node, own.map((one) => one.getText()).join(", "));
  else if (!creation.kept.includes(name))
    edits.leave(node, creation.advice[name] ?? `createClient has no option ${name}`);
}

/** Returns the members of the options of all calls, if they are options of `createClient` too. */
function defaultsOf(
  ts: typeof TypeScript,
  value: TypeScript.Expression,
): readonly TypeScript.Node[] | undefined {
  const members = [...(literalMembers(ts, value) ?? [])];
  const areOptions = members.every(([name]) => name !== "signal" && callOptions.has(name));
  return members.length > 0 && areOptions ? members.map(([, { node }]) => node) : undefined;
}
