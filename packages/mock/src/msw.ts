import { bypass, HttpHandler } from "msw";
import { engineOptions, fetchOf, mockOf } from "./create-mock.ts";
import type { MockDescription } from "./description.ts";
import { ConnectionReset } from "./faults/apply-fault.ts";
import { MockEngine } from "./mock-engine.ts";
import { mountOf } from "./mount.ts";
import type { AnyOverride } from "./overrides.ts";
import type { CreateMockOptions, Mock, MockTypes, OverrideOf } from "./types.ts";

/** A mock of a whole API that MSW can serve. */
export interface MswMock<Types extends MockTypes = MockTypes> extends Mock<Types> {
  /**
   * The mock as handlers of MSW, for `setupServer`, `setupWorker` and their `use`. Requests that are
   * none of the API's are left to other handlers.
   */
  handlers(): HttpHandler[];
  /**
   * One operation as a handler of MSW, for `server.use`: it answers as `on` would let it, for as long as
   * MSW has the handler, and before upstream. Requests to other operations are left to other handlers.
   *
   * @param override left out: it answers as the mock does
   * @throws {TypeError} when there is no such operation.
   */
  handler<Id extends keyof Types["operations"] & string>(
    operationId: Id,
    override?: OverrideOf<Types, Id>,
  ): HttpHandler;
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
  const { baseUrl, upstream } = options;
  // What is passed on must not come back here.
  const passOn = (request: Request): Promise<Response> => fetch(bypass(request));
  const engine = new MockEngine(
    description,
    engineOptions(upstream ? { ...options, upstream: { fetch: passOn, ...upstream } } : options),
  );
  return {
    ...mockOf(engine, options),
    handlers: () => [handlerOf(engine, baseUrl, (method, url) => engine.knows(method, url))],
    handler(operationId, override) {
      engine.parts.overrides.check(operationId);
      const own =
        override === undefined ? engine : engine.withOverride(operationId, override as AnyOverride);
      return handlerOf(
        own,
        baseUrl,
        (method, url) => engine.find(method, url)?.operationId === operationId,
      );
    },
  };
}

function handlerOf(
  engine: MockEngine,
  baseUrl: string | undefined,
  isAnswered: (method: string, url: string) => boolean,
): HttpHandler {
  const { origin } = mountOf(baseUrl ?? "*");
  const answer = fetchOf(engine, baseUrl);
  return new HttpHandler(
    /.+/,
    ({ request }) => {
      const url = new URL(request.url);
      if (origin !== undefined && origin !== url.origin) return false;
      return isAnswered(request.method, url.pathname + url.search);
    },
    async ({ request }) => {
      try {
        return await answer(request);
      } catch (error) {
        // What MSW calls a network error; anything else that is thrown it answers with 500.
        if (error instanceof ConnectionReset) return Response.error();
        throw error;
      }
    },
  );
}
