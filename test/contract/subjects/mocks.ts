import { createClient } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { Script, token } from "./subject.ts";
import type { Result, Subject } from "./subject.ts";

type Answer = Result | ReturnType<Script["handlerOf"]>;

/**
 * A mock of one operation at a time behind the client, through MSW. The client is there before MSW
 * begins to listen, as it is where an application makes one when it loads.
 */
export function mocksSubject(): Subject {
  const script = new Script();
  const mock = createMock({ state: false });
  const server = setupServer(...mock.handlers());
  return {
    name: "mocks",
    client: createClient({ baseUrl: "http://mocks.test", auth: token, retries: 0 }),
    start: async () => server.listen({ onUnhandledFrame: "error" }),
    answerWith(operationId, result) {
      script.plan(operationId, result);
      server.resetHandlers();
      server.use(handlerOf(mock, operationId, script.handlerOf(operationId)));
    },
    received: () => script.received,
    stop: async () => server.close(),
  };
}

/** The mock of an operation whose types nobody knows here, for MSW. */
export function handlerOf(
  mock: ReturnType<typeof createMock>,
  operationId: string,
  answer: Answer,
): HttpHandler {
  return Reflect.apply(mock.handler, mock, [operationId, answer]);
}
