import { createClient } from "@genai-app/client";
import { toFetch } from "@openapi-packages/runtime/server";
import { scriptedServer } from "./handlers.ts";
import { Script, token } from "./subject.ts";
import type { Subject } from "./subject.ts";

/** The generated server in memory: the client's requests are handed to it without a socket. */
export function memorySubject(): Subject {
  const script = new Script();
  return {
    name: "memory",
    client: createClient({
      retries: 0,
      baseUrl: "http://memory.test",
      auth: token,
      fetch: toFetch(scriptedServer(script)),
    }),
    start: () => Promise.resolve(),
    answerWith: (operationId, result) => script.plan(operationId, result),
    received: () => script.received,
    stop: () => Promise.resolve(),
  };
}
