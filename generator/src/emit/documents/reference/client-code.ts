import { literal } from "@openapi-packages/description/text/escape";
import type { ExampleInput } from "@openapi-packages/compiler/mock/answers/example-input";
import type {
  MediaType,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { successContent } from "@openapi-packages/description/model/streams/stream-member";
import { hasOverloads } from "../../client/call-overloads.ts";
import { authOption, exampleServer, knownServer } from "../readmes/readme-examples.ts";
import type { DataObject } from "@openapi-packages/compiler/compile/data";
import { isInputOptional } from "../../contract/operation-types.ts";
import { laidOut, typeScript } from "./code-layout.ts";
import { exampleImport } from "./example-import.ts";
import { inputCode } from "./input-code.ts";
import type { CodeContext, ReferenceContext } from "./reference-context.ts";

/** An operation and its group. */
export interface GroupedOperation {
  readonly group: OperationGroup;
  readonly operation: Operation;
}

/** Longer calls are not shown, only the types of the operation. */
const longestCall = 3000;

/** Writes the client code of an operation: the call, and `result()` if errors are documented. */
export function clientCode(
  context: ReferenceContext,
  grouped: GroupedOperation,
  example: ExampleInput | undefined,
): readonly string[] {
  const program = clientProgram(context, grouped, example);
  const isShown = program.length > 0;
  return [
    ...(isShown ? typeScript(...program) : []),
    ...resultCode(context, grouped.operation, methodOf(grouped), isShown),
  ];
}

/** Writes a program that calls an operation; empty if its example is no call that fits a page. */
export function clientProgram(
  context: CodeContext,
  grouped: GroupedOperation,
  example: ExampleInput | undefined,
): readonly string[] {
  const { operation } = grouped;
  const input = example && inputCode(context.model, context.values, operation, example);
  if (input === undefined || !isSendable(operation, input)) return [];
  const shown = uses(operation, methodOf(grouped), input);
  const isShown = shown.length > 0 && shown.join("\n").length <= longestCall;
  return isShown ? [...prologue(context, operation), ...shown] : [];
}

const methodOf = ({ group, operation }: GroupedOperation): string =>
  `api.${group.name}.${operation.methodName}`;

/** False if `fetch` rejects the method, or a body with this method. */
const isSendable = ({ method }: Operation, input: DataObject): boolean =>
  !["TRACE", "CONNECT"].includes(method) &&
  (!["GET", "HEAD"].includes(method) || input["body"] === undefined);

function prologue({ model, options }: CodeContext, operation: Operation): readonly string[] {
  return [
    `import { createClient } from "${exampleImport(options, "client")}";`,
    "",
    `const api = createClient(${clientOptions(model, operation)});`,
    "",
  ];
}

/**
 * Prints the client's options: the address if the description has none, and the credential of the
 * operation.
 */
function clientOptions(model: CodeContext["model"], operation: Operation): string {
  const baseUrl =
    knownServer(model) === undefined ? `baseUrl: ${literal(exampleServer(model))}` : "";
  const auth = authOption(model, operation).replace(/^, /, "");
  const members = [baseUrl, auth].filter((text) => text !== "");
  return members.length === 0 ? "" : `{ ${members.join(", ")} }`;
}

function callText(method: string, operation: Operation, input: DataObject): string {
  const isLeftOut = Object.keys(input).length === 0 && isInputOptional(operation);
  return `${method}(${isLeftOut ? "" : laidOut(input, 0, method.length + 20)})`;
}

/** Writes the statements that use a call's items, body or file. */
function uses(operation: Operation, method: string, input: DataObject): readonly string[] {
  const call = callText(method, operation, input);
  const content = successContent(operation.responses);
  if (operation.pagination !== undefined) return items(call, " // of every page");
  if (content.length > 0 && content.every(isStream)) return items(call);
  if (hasOverloads(operation)) return choice(operation, method, input);
  if (!operation.responses.some(({ status }) => /^2|^default$/.test(status)))
    return [
      `const result = await ${call}.result();`,
      "console.log(result.status, result.headers);",
    ];
  if (hasNoBody(operation)) return [`await ${call};`];
  return [`const body = await ${call};`, "console.log(body);"];
}

const items = (call: string, note = ""): readonly string[] => [
  `for await (const item of ${call}) {${note}`,
  "  console.log(item);",
  "}",
];

const isStream = ({ stream }: MediaType): boolean => stream !== undefined;

/** True if no success has a body. */
function hasNoBody({ responses, method }: Operation): boolean {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return (
    method === "HEAD" ||
    (successes.length > 0 &&
      successes.every(({ content, status }) => content.length === 0 && /^20[45]$/.test(status)))
  );
}

/**
 * Writes the two calls of an operation that answers with a whole body or with a stream, as
 * requested.
 */
function choice(operation: Operation, method: string, input: DataObject): readonly string[] {
  const member = operation.requestBody?.streamMember;
  const content = successContent(operation.responses);
  const accept = content.find(isStream)?.mediaType ?? "";
  const whole = content.find((media) => !isStream(media))?.mediaType ?? "";
  const isEmpty = Object.keys(input).length === 0 && isInputOptional(operation);
  const given = isEmpty ? "undefined" : laidOut(input, 0, method.length + 20);
  if (member === undefined)
    return [
      `console.log(await ${method}(${given}, { accept: ${literal(whole)} }));`,
      "",
      ...items(`${method}(${given}, { accept: ${literal(accept)} })`),
    ];
  const { [member]: _, ...body } = (input["body"] ?? {}) as DataObject;
  const asking = (isAsked: boolean): string =>
    laidOut(
      { ...input, body: isAsked ? { ...body, [member]: true } : body },
      0,
      method.length + 20,
    );
  return [
    `console.log(await ${method}(${asking(false)}));`,
    "",
    ...items(`${method}(${asking(true)})`),
  ];
}

/**
 * Writes a function that handles every documented status as a value; empty if the call itself
 * already does.
 */
function resultCode(
  { model, options, ownNames }: ReferenceContext,
  operation: Operation,
  method: string,
  isCallShown: boolean,
): readonly string[] {
  const { responses, inputTypeName, variableName } = operation;
  const statuses = responses.map(({ status }) => status);
  const errors = statuses.filter((status) => !status.startsWith("2"));
  if (isCallShown && errors.length === 0 && model.commonErrors === undefined) return [];
  const successes = statuses.filter((status) => /^2\d\d$/.test(status));
  const isExact = successes.length > 0 && !statuses.some((one) => one === "2XX");
  const isSuccess = isExact
    ? successes.map((status) => `result.status === ${status}`).join(" || ")
    : "result.response.ok";
  const entry = exampleImport(options, "client");
  const types = ownNames.has(inputTypeName)
    ? [
        `import type { Client } from "${entry}";`,
        `import type { ${inputTypeName} } from "${exampleImport(options, "contract")}";`,
      ]
    : [`import type { Client, ${inputTypeName} } from "${entry}";`];
  const input = `input: ${inputTypeName}${isInputOptional(operation) ? " = {}" : ""}`;
  return [
    "Every documented status as a value, without `try`:",
    "",
    ...typeScript(
      ...types,
      "",
      `export async function ${variableName}(api: Client, ${input}) {`,
      `  const result = await ${method}(input).result();`,
      `  if (${isSuccess}) return result.body;`,
      `  console.error(result.status, result.body);${errors.length === 0 ? "" : ` // ${errors.join(", ")}`}`,
      "  return undefined;",
      "}",
    ),
  ];
}
