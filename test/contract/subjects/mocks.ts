import { createClient } from "@genai-app/client";
import * as mocks from "@genai-app/mocks";
import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { Script, token } from "./subject.ts";
import type { Result, Subject } from "./subject.ts";

type MockAnswer = Result | ReturnType<Script["handlerOf"]>;

/**
 * The mocks behind the client, through MSW. The client is there before MSW begins to listen, as it
 * is where an application makes one when it loads.
 */
export function mocksSubject(): Subject {
  const script = new Script();
  const server = setupServer(...mocks.allMocks());
  return {
    name: "mocks",
    client: createClient({ baseUrl: "http://mocks.test", auth: token, retries: 0 }),
    start: async () => server.listen({ onUnhandledFrame: "error" }),
    answerWith(operationId, result) {
      script.plan(operationId, result);
      server.resetHandlers();
      server.use(mockOf(operationId, script.handlerOf(operationId)));
    },
    received: () => script.received,
    stop: async () => server.close(),
  };
}

/** The generated mock of an operation, with an answer, a handler, or by default the example. */
export function mockOf(operationId: string, answer?: MockAnswer): HttpHandler {
  const mock: unknown = Reflect.get(mocks, `mock${operationId}`);
  if (typeof mock !== "function") throw new Error(`there is no mock of ${operationId}`);
  return Reflect.apply(mock, undefined, [answer]);
}
