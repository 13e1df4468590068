import { bypass, HttpHandler } from "msw";
import { engineOptions, fetchOf, mockOf } from "./create-mock.ts";
import type { MockDescription } from "./description.ts";
import { ConnectionReset } from "./faults/apply-fault.ts";
import { MockEngine } from "./mock-engine.ts";
import { mountOf } from "./mount.ts";
import type { AnyOverride } from "./overrides.ts";
import type { CreateMockOptions, Mock, MockTypes, OverrideOf } from "./types.ts";

/** A mock of a whole API for MSW. */
export interface MswMock<Types extends MockTypes = MockTypes> extends Mock<Types> {
  /**
   * Returns the mock as handlers of MSW, for `setupServer`, `setupWorker` and their `use`. Requests to other
   * APIs are left to other handlers.
   */
  handlers(): HttpHandler[];
  /**
   * Returns a handler of MSW for one operation, for `server.use`. It overrides the operation like `on`, takes
   * precedence over upstream, and works for as long as MSW has the handler. Requests to other operations are
   * left to other handlers.
   *
   * @param override default: the mock answers
   * @throws {TypeError} when there is no such operation.
   */
  handler<Id extends keyof Types["operations"] & string>(
    operationId: Id,
    override?: OverrideOf<Types, Id>,
  ): HttpHandler;
}

/**
 * Creates a mock of a whole API for MSW, as `fetch`, and as a server.
 *
 * @throws {TypeError} for an invalid option, such as a fault that no operation can have.
 */
export function createMock<Types extends MockTypes = MockTypes>(
  description: MockDescription,
  options: CreateMockOptions<Types> = {},
): MswMock<Types> {
  const { baseUrl, upstream } = options;
  // MSW must not intercept a request that is passed on.
  const passOn = (request: Request): Promise<Response> => fetch(bypass(request));
  const engine = new MockEngine(
    description,
    engineOptions(upstream ? { ...options, upstream: { fetch: passOn, ...upstream } } : options),
  );
  // Assigned, since a copy would keep the callbacks of now.
  return Object.assign(mockOf(engine, options), {
    handlers: () => [handlerOf(engine, baseUrl, (method, url) => engine.knows(method, url))],
    handler: <Id extends keyof Types["operations"] & string>(
      operationId: Id,
      override?: OverrideOf<Types, Id>,
    ): HttpHandler => {
      engine.parts.overrides.check(operationId);
      const own =
        override === undefined ? engine : engine.withOverride(operationId, override as AnyOverride);
      return handlerOf(
        own,
        baseUrl,
        (method, url) => engine.find(method, url)?.operationId === operationId,
      );
    },
  });
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
        // MSW reports this as a network error. For any other error it answers with 500.
        if (error instanceof ConnectionReset) return Response.error();
        throw error;
      }
    },
  );
}
