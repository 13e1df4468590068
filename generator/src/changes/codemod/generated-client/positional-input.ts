import type TypeScript from "typescript";
import { callOptions, member, object, type Parts, type Replacement } from "./call-input.ts";
import { dividedHeaders } from "./headers.ts";
import type { LibraryCall, SentRequest } from "./library.ts";
import { literalMembers } from "./literal-members.ts";

/** What the parameters of a function are in the request: their names by place. */
export interface ParameterPlaces {
  /** The parameters in the path, in its order. */
  readonly path: readonly string[];
  readonly query: string | undefined;
  readonly body: string | undefined;
  readonly options: string | undefined;
}

/** A request that is sent by a function whose parameters have an order. */
export interface PositionalRequest extends SentRequest {
  readonly parameters: readonly string[];
  readonly places: ParameterPlaces;
}

/** Makes the input of a method of arguments in an order. */
export function positionalInput(
  call: LibraryCall,
  { parameters, places }: PositionalRequest,
): Replacement {
  const { ts, node, method } = call;
  const names = [...method.operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const path: Parts[] = [];
  const input: Parts[] = [];
  const options: Parts[] = [];
  for (const [index, given] of node.arguments.entries()) {
    const parameter = parameters[index];
    const place = places.path.indexOf(parameter ?? "");
    if (ts.isSpreadElement(given)) return { reason: "it has arguments that are spread" };
    if (parameter === undefined) return { reason: "it has more arguments than parameters" };
    if (ts.isIdentifier(given) && given.text === "undefined") continue;
    if (place >= 0) path.push(member(names[place] ?? parameter, given));
    else if (parameter === places.query) input.push(member("query", given));
    else if (parameter === places.body) input.push(member("body", given));
    else if (parameter === places.options) {
      const read = readOptions(call, given);
      if (typeof read === "string") return { reason: read };
      input.push(...read.input);
      options.push(...read.options);
    } else return { reason: `its parameter ${parameter} is no part of the request alone` };
  }
  const first: readonly Parts[] = path.length > 0 ? [["path: ", ...object(path)]] : [];
  return { input: [...first, ...input], options };
}

/** Returns the options of a call, or the reason why they have no counterpart. */
function readOptions(
  call: LibraryCall,
  given: TypeScript.Expression,
): { readonly input: readonly Parts[]; readonly options: readonly Parts[] } | string {
  const members = literalMembers(call.ts, given);
  if (members === undefined) return "its options are no object literal of named members";
  const input: Parts[] = [];
  const options: Parts[] = [];
  for (const [name, one] of members) {
    if (!callOptions.has(name)) return `a call has no option ${name}`;
    const headers = name === "headers" ? dividedHeaders(call, one.node, one.value) : undefined;
    if (name === "headers" && headers === undefined)
      return "headers is no object literal of named members";
    input.push(...(headers?.input ?? []));
    options.push(...(headers?.options ?? [[one.node]]));
  }
  return { input, options };
}

/** Returns a path with the names of its parameters left out, so that those of both ends are the same. */
export const withoutNames = (path: string): string => path.replace(/\{[^}]*\}/g, "{}");

/** Returns the path of a template literal, without names, and the names in it. */
export function templatePath(
  ts: typeof TypeScript,
  node: TypeScript.Expression,
  parameters: readonly string[],
): { readonly path: string; readonly names: readonly string[] } | undefined {
  if (ts.isStringLiteralLike(node)) return { path: node.text, names: [] };
  if (!ts.isTemplateExpression(node)) return undefined;
  const names = node.templateSpans.map(
    ({ expression }) => usedName(ts, expression, parameters) ?? "",
  );
  const path = node.templateSpans.reduce(
    (text, { literal }) => `${text}{}${literal.text}`,
    node.head.text,
  );
  return { path, names };
}

/** Returns the parameter that an expression writes: `bookId`, `encodeURIComponent(String(bookId))`. */
function usedName(
  ts: typeof TypeScript,
  expression: TypeScript.Expression,
  parameters: readonly string[],
): string | undefined {
  if (ts.isIdentifier(expression)) return parameters.find((name) => name === expression.text);
  const [only, other] = ts.isCallExpression(expression) ? expression.arguments : [];
  return only !== undefined && other === undefined ? usedName(ts, only, parameters) : undefined;
}

/** Returns the names of a function's parameters; one that is taken apart has the name `""`. */
export function parameterNames(
  ts: typeof TypeScript,
  { parameters }: TypeScript.SignatureDeclaration,
): readonly string[] {
  return parameters.map(({ name }) => (ts.isIdentifier(name) ? name.text : ""));
}
