import type TypeScript from "typescript";
import {
  callOptions,
  type CallInput,
  member,
  object,
  type Parts,
  type Replacement,
} from "./call-input.ts";
import { dividedHeaders, lacksHeaders } from "./headers.ts";
import type { IsDescribed, LibraryCall, SentRequest } from "./library.ts";
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
  call: LibraryCall<PositionalRequest>,
  isDescribed: IsDescribed = () => false,
): Replacement {
  const { parameters, places } = call.request;
  const { ts, node, method } = call;
  const names = [...method.operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const path: Parts[] = [];
  const input: Parts[] = [];
  const options: Parts[] = [];
  const left: TypeScript.Node[] = [];
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
      const read = readOptions(call, given, isDescribed);
      if (typeof read === "string") return { reason: read };
      input.push(...read.input);
      options.push(...read.options);
      left.push(...(read.left ?? []));
    } else return { reason: `its parameter ${parameter} is no part of the request alone` };
  }
  const first: readonly Parts[] = path.length > 0 ? [["path: ", ...object(path)]] : [];
  return { input: [...first, ...input], options, left };
}

/** Returns the options of a call, or the reason why they have no counterpart. */
function readOptions(
  call: LibraryCall<PositionalRequest>,
  given: TypeScript.Expression,
  isDescribed: IsDescribed,
): CallInput | string {
  const members = literalMembers(call.ts, given);
  if (members === undefined)
    return areOptions(call, given)
      ? { input: [], options: [["...", given]] }
      : "its options are no object literal of named members";
  const left: TypeScript.Node[] = [];
  const input: Parts[] = [];
  const options: Parts[] = [];
  for (const [name, one] of members) {
    if (isDescribed(call, name, one.value)) {
      left.push(...namesIn(call.ts, one.value));
      continue;
    }
    if (!callOptions.has(name)) return `a call has no option ${name}`;
    const headers = name === "headers" ? dividedHeaders(call, one.node, one.value) : undefined;
    if (name === "headers" && headers === undefined)
      return "headers is no object literal of named members";
    input.push(...(headers?.input ?? []));
    options.push(...(headers?.options ?? [[one.node]]));
  }
  return { input, options, left };
}

/** True for a variable whose type has nothing but options of a call, and no parameter among its headers. */
function areOptions({ ts, checker, method }: LibraryCall, given: TypeScript.Expression): boolean {
  const members = checker.getTypeAtLocation(given).getProperties();
  const headers = members.find(({ name }) => name === "headers");
  const names = method.operation.parameters.filter((one) => one.in === "header");
  return (
    ts.isIdentifier(given) &&
    members.length > 0 &&
    members.every(({ name }) => callOptions.has(name)) &&
    (headers === undefined ||
      names.length === 0 ||
      lacksHeaders(
        checker,
        checker.getTypeOfSymbolAtLocation(headers, given),
        names.map(({ name }) => name),
      ))
  );
}

/** Returns the names in an expression. */
function namesIn(ts: typeof TypeScript, node: TypeScript.Node): readonly TypeScript.Node[] {
  if (ts.isIdentifier(node)) return [node];
  return ts.isPropertyAccessExpression(node) ? namesIn(ts, node.expression) : [];
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
