import { createClient } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import { answerByScript } from "./answer-by-script.ts";
import { serve } from "./serve.ts";
import type { Served } from "./serve.ts";
import { Script, token } from "./subject.ts";
import type { Subject } from "./subject.ts";

/** The mock of the whole API, called as `fetch`, with overrides that follow the script. */
export function mockSubject(): Subject {
  const script = new Script();
  const mock = createMock({ validateResponses: "strict" });
  return {
    name: "mock",
    client: createClient({
      baseUrl: "http://mock.test",
      auth: token,
      retries: 0,
      fetch: mock.fetch,
    }),
    start: () => Promise.resolve(),
    answerWith: (operationId, result) => answerByScript(mock, script, operationId, result),
    received: () => script.received,
    stop: () => Promise.resolve(),
  };
}

/** The mock of the whole API over real HTTP. */
export function mockOverHttpSubject(): Subject {
  const script = new Script();
  const mock = createMock({ validateResponses: "strict" });
  let started: { readonly served: Served; readonly client: Subject["client"] } | undefined;
  const running = () => {
    if (!started) throw new Error("the mock is not started");
    return started;
  };
  return {
    name: "mock over http",
    get client() {
      return running().client;
    },
    async start() {
      const served = await serve(mock.server);
      const client = createClient({ baseUrl: served.origin, auth: token, retries: 0 });
      started = { served, client };
    },
    answerWith: (operationId, result) => answerByScript(mock, script, operationId, result),
    received: () => script.received,
    stop: () => running().served.close(),
  };
}
