import type { createMock } from "@genai-app/mocks";
import type { Input } from "../cases.ts";
import type { Result, Script } from "./subject.ts";

const parts = ["path", "query", "header", "cookie", "body"] as const;

/** Lets a mock answer one operation with a result, and all others as it does by itself. */
export function answerByScript(
  mock: ReturnType<typeof createMock>,
  script: Script,
  operationId: string,
  result: Result,
): void {
  script.plan(operationId, result);
  mock.reset();
  const handler = script.handlerOf(operationId);
  const override = (given: Input): Result => handler(inputOf(given));
  // The types of an operation go by its name, which comes out of the description here.
  Reflect.apply(mock.on, mock, [operationId, override]);
}

/** The operation's input, without what overrides are given beside it. */
function inputOf(given: Input): Input {
  const own = parts.filter((part) => part in given);
  return Object.fromEntries(own.map((part) => [part, given[part]]));
}
