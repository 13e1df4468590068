import { bypass, HttpHandler } from "msw";
import { createMockEngine } from "./create-mock.ts";
import type { MockDescription } from "./description.ts";
import { ConnectionReset } from "./faults/connection-reset.ts";
import { mountOf } from "./mount.ts";
import type { CreateMockOptions, Mock, MockTypes } from "./types.ts";

/** A mock of a whole API that MSW can serve. */
export interface MswMock<Types extends MockTypes = MockTypes> extends Mock<Types> {
  /**
   * The mock as handlers of MSW, for `setupServer`, `setupWorker` and their `use`. Requests that are
   * none of the API's are left to other handlers.
   */
  handlers(): HttpHandler[];
}

/**
 * Makes a mock of a whole API, for MSW, as `fetch`, and as a server.
 *
 * @throws {TypeError} when an option makes no sense, such as a fault that no operation can have.
 */
export function createMock<Types extends MockTypes = MockTypes>(
  description: MockDescription,
  options: CreateMockOptions<Types> = {},
): MswMock<Types> {
  const { upstream } = options;
  // What is passed on must not come back here.
  const passOn = (request: Request): Promise<Response> => fetch(bypass(request));
  const mock = createMockEngine<Types>(
    description,
    upstream ? { ...options, upstream: { fetch: passOn, ...upstream } } : options,
  );
  return { ...mock, handlers: () => [handlerOf(mock, options)] };
}

function handlerOf(
  mock: Pick<Mock, "knows" | "fetch">,
  { baseUrl }: Pick<CreateMockOptions, "baseUrl">,
): HttpHandler {
  const { origin } = mountOf(baseUrl ?? "*");
  return new HttpHandler(
    /.+/,
    ({ request }) => {
      const url = new URL(request.url);
      if (origin !== undefined && origin !== url.origin) return false;
      return mock.knows(request.method, url.pathname + url.search);
    },
    async ({ request }) => {
      try {
        return await mock.fetch(request);
      } catch (error) {
        // What MSW calls a network error; anything else that is thrown it answers with 500.
        if (error instanceof ConnectionReset) return Response.error();
        throw error;
      }
    },
  );
}
