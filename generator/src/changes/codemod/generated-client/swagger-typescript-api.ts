import type TypeScript from "typescript";
import { firstOf } from "../replacement/declarations.ts";
import type { ReplaceContext } from "../replacement/replace-context.ts";
import type { CallForm, GeneratedLibrary, Left, LibraryCall } from "./library.ts";
import { isAnswerRead, isBodyWritten } from "./described-options.ts";
import { memberValue } from "./literal-members.ts";
import {
  parameterNames,
  positionalInput,
  type PositionalRequest,
  templatePath,
  withoutNames,
} from "./positional-input.ts";

/** Clients that `swagger-typescript-api` wrote: an object for each tag, functions whose arguments have an order. */
export const swaggerTypescriptApi: GeneratedLibrary<PositionalRequest> = {
  wrote: (file) =>
    file.text.slice(0, 1000).includes("THIS FILE WAS GENERATED VIA SWAGGER-TYPESCRIPT-API"),
  request: sentRequest,
  isPath: (sent, described) => sent === withoutNames(described),
  input: (call) => positionalInput(call, isDescribed),
  form,
  receiver: ({ ts, node }) => clientOf(ts, node)?.getText(),
  creation: {
    className: "Api",
    renamed: { customFetch: "fetch" },
    defaults: "baseApiParams",
    kept: ["baseUrl"],
    advice: {
      securityWorker: "the credential is the option auth: a text, or a function that returns one",
      baseApiParams: "its headers and credentials are options of createClient themselves",
    },
  },
  advice: (name) =>
    name === "setSecurityData"
      ? "the credential is the option auth of createClient: a text, or a function that returns one"
      : `${name} has no counterpart: look for it in the table of names`,
};

/** True for `format`, `type` and `secure` that say what the description says. */
function isDescribed(call: LibraryCall, name: string, value: TypeScript.Expression): boolean {
  if (name === "format") return isAnswerRead(call, value);
  if (name === "type") return isBodyWritten(call, value);
  const isSecured = call.method.operation.security.length > 0;
  return name === "secure" && isSecured && value.kind === call.ts.SyntaxKind.TrueKeyword;
}

/** Reads what a function hands to `request` of its client. */
function sentRequest(
  { ts }: ReplaceContext,
  declaration: TypeScript.Node,
): PositionalRequest | undefined {
  const given =
    ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)
      ? declaration.initializer
      : undefined;
  if (given === undefined || !ts.isArrowFunction(given)) return undefined;
  const parameters = parameterNames(ts, given);
  return firstOf(ts, given.body, (node) => {
    if (!ts.isCallExpression(node) || !node.expression.getText().endsWith(".request"))
      return undefined;
    const [handed] = node.arguments;
    const value = (name: string): TypeScript.Expression | undefined =>
      handed && memberValue(ts, handed, name);
    const [path, method] = [value("path"), value("method")];
    const read = path && templatePath(ts, path, parameters);
    if (read === undefined || method === undefined || !ts.isStringLiteralLike(method))
      return undefined;
    const places = {
      path: read.names,
      query: value("query")?.getText(),
      body: value("body")?.getText(),
      options: parameters.at(-1),
    };
    return { method: method.text, path: read.path, parameters, places };
  });
}

function form(call: LibraryCall): CallForm | Left {
  const { ts, checker, node, method } = call;
  if (clientOf(ts, node) === undefined)
    return { reason: "the client of all operations is not known here" };
  const { responses } = method.operation;
  if (responses.some(({ content }) => content.some(({ stream }) => stream !== undefined)))
    return { reason: "it answers with a stream: iterate over the call" };
  const [answered] = checker.getTypeArguments(
    checker.getTypeAtLocation(node) as TypeScript.TypeReference,
  );
  const name = answered?.aliasSymbol?.name ?? answered?.symbol?.name;
  const isWhole = name === "HttpResponse" || name === "AxiosResponse";
  return {
    around: ["", ""],
    imports: {},
    ...(isWhole ? { members: { data: "" } } : {}),
    caught: "the error is an ApiError: it has the same status, and its body is what error was",
  };
}

/** Returns the client in `client.books.getBook()`, where `books` is a member of its class. */
function clientOf(
  ts: typeof TypeScript,
  { expression }: TypeScript.CallExpression,
): TypeScript.Expression | undefined {
  const group = ts.isPropertyAccessExpression(expression) ? expression.expression : undefined;
  return group !== undefined && ts.isPropertyAccessExpression(group) ? group.expression : undefined;
}
