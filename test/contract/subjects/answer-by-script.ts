import type { createMock } from "@genai-app/mocks";
import type { Result, Script } from "./subject.ts";

/** Lets a mock answer one operation with a result, and all others as it does by itself. */
export function answerByScript(
  mock: ReturnType<typeof createMock>,
  script: Script,
  operationId: string,
  result: Result,
): void {
  script.plan(operationId, result);
  mock.reset();
  // The types of an operation go by its name, which comes out of the description here.
  Reflect.apply(mock.on, mock, [operationId, script.handlerOf(operationId)]);
}
