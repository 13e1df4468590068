import { literal } from "@openapi-packages/description/text/escape";
import { answerName, handlerName } from "../../server/group-file.ts";
import type { DocumentedAnswer } from "@openapi-packages/compiler/mock/answers/mock-answer";
import type { Operation } from "@openapi-packages/description/model/api-model";
import type { DataObject } from "@openapi-packages/compiler/compile/data";
import { answerCode } from "./answer-code.ts";
import { laidOut, longestLine, typeScript } from "./code-layout.ts";
import { exampleImport } from "./example-import.ts";
import type { ReferenceContext } from "./reference-context.ts";

/** Longer responses are not shown: they would distract from the handler. */
const longestAnswer = 1500;

/**
 * Writes a handler that returns the description's example. If the example cannot be shown, the
 * handler calls a function that provides the response.
 */
export function handlerCode(context: ReferenceContext, operation: Operation): readonly string[] {
  const { model, options } = context;
  const [handler, answer] = [handlerName(operation), answerName(operation)];
  const first = (model.mock.answers.get(operation) ?? [])[0];
  const code = first && shownAnswer(context, operation, first);
  const start = [
    `import type { ${answer}, ${handler} } from "${exampleImport(options, "server")}";`,
    "",
  ];
  const signature = `async (input): Promise<${answer}> => {`;
  const declared = `export const ${operation.variableName}: ${handler} =`;
  const isLong = declared.length + signature.length > longestLine;
  if (code === undefined)
    return typeScript(
      ...start,
      "/** Loads a response from the service's data. */",
      `type Load = (input: Parameters<${handler}>[0]) => Promise<${answer}>;`,
      "",
      `export const make${operation.typeName} = (load: Load): ${handler} => (input) => load(input);`,
    );
  return typeScript(
    ...start,
    ...(isLong
      ? [`${declared} async (`, "  input,", `): Promise<${answer}> => {`]
      : [`${declared} ${signature}`]),
    "  console.log(input);",
    `  return ${laidOut(code, 2, 9)};`,
    "};",
  );
}

/**
 * Writes an override of an operation's mock, with a documented error or the success. Server errors
 * come first, since they fit any call; the example of a client error may be shared by operations
 * and mention another's input.
 */
export function mockCode(context: ReferenceContext, operation: Operation): readonly string[] {
  const { model, options } = context;
  const answers = model.mock.answers.get(operation) ?? [];
  const isError = ({ answer }: DocumentedAnswer): boolean => answer.status >= 400;
  const isOfServer = ({ answer }: DocumentedAnswer): boolean => answer.status >= 500;
  const code = firstOf(
    [...answers.filter(isOfServer), ...answers.filter(isError), ...answers],
    (one) => shownAnswer(context, operation, one),
  );
  const override =
    code === undefined
      ? "(_, { fallback }) => fallback()"
      : laidOut(code, 0, 20 + operation.id.length);
  return typeScript(
    `import { createMock } from "${exampleImport(options, "mocks")}";`,
    "",
    "const mock = createMock();",
    `mock.on(${literal(operation.id)}, ${override});`,
  );
}

/** Returns a response as code; `undefined` if it is too long, or does not match its type. */
function shownAnswer(
  { model, values }: ReferenceContext,
  operation: Operation,
  { answer }: DocumentedAnswer,
): DataObject | undefined {
  if (JSON.stringify(answer.body ?? null).length > longestAnswer) return undefined;
  return answerCode(model, values, operation, answer);
}

function firstOf<One, Found>(
  all: readonly One[],
  find: (one: One) => Found | undefined,
): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
