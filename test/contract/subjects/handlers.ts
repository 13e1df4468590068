import { createServer } from "@genai-app/server";
import type { Handlers } from "@genai-app/server";
import type { Server } from "@openapi-packages/runtime/server";
import { operations } from "../cases.ts";
import type { Input } from "../cases.ts";
import { security } from "./subject.ts";
import type { Result, Script } from "./subject.ts";

type HandlersByGroup = { [group: string]: { [method: string]: (input: Input) => Result } };

/** The generated server with a handler for every operation, all of them following the script. */
export function scriptedServer(script: Script): Server {
  const handlers: HandlersByGroup = {};
  for (const { group, method, operationId } of operations) {
    handlers[group] = { ...handlers[group], [method]: script.handlerOf(operationId) };
  }
  return createServer(handlers as unknown as Handlers, {
    security,
    validateResponses: "strict",
  });
}
