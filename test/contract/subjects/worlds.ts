import { createClient } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import { mockOptions } from "../flows/mock-options.ts";
import type { World } from "../flows/world.ts";
import { serve } from "./serve.ts";
import { token } from "./subject.ts";

/** A way to a mock that remembers. */
export interface WorldSubject {
  readonly name: string;
  start(): Promise<World & AsyncDisposable>;
}

/** A mock in the same process, called as `fetch`. */
export const worldInMemory: WorldSubject = {
  name: "mock",
  async start() {
    const mock = createMock(mockOptions);
    const { fetch } = mock;
    const origin = "http://mock.test";
    const client = createClient({ baseUrl: origin, auth: token, retries: 0, fetch });
    return { client, mock, fetch, origin, [Symbol.asyncDispose]: () => mock.server.close() };
  },
};

/** A mock over HTTP. */
export const worldOverHttp: WorldSubject = {
  name: "mock over http",
  async start() {
    const mock = createMock(mockOptions);
    const { origin, close } = await serve(mock.server);
    const client = createClient({ baseUrl: origin, auth: token, retries: 0 });
    return { client, mock, fetch, origin, [Symbol.asyncDispose]: close };
  },
};
