import { toFetch } from "@openapi-packages/runtime/server";
import type { Server } from "@openapi-packages/runtime/server";
import type { MockDescription } from "./description.ts";
import { MockEngine } from "./mock-engine.ts";
import { mountOf } from "./mount.ts";
import type { CreateMockOptions, EngineOptions, Mock, MockTypes } from "./types.ts";

/**
 * Creates a mock of a whole API: a server and a `fetch` on top of one engine.
 *
 * @throws {TypeError} for an invalid option, such as a fault that no operation can have.
 */
export function createMockEngine<Types extends MockTypes = MockTypes>(
  description: MockDescription,
  options: EngineOptions<Types> = {},
): Mock<Types> {
  return mockOf(new MockEngine(description, engineOptions(options)), options);
}

/** Returns the options for the engine, which does not know the types of one API. */
export function engineOptions<Types extends MockTypes>(
  options: EngineOptions<Types>,
): EngineOptions {
  const { setup: _, ...others } = options;
  return others as EngineOptions;
}

/** Returns the mock of an engine, with its overrides set. */
export function mockOf<Types extends MockTypes>(
  engine: MockEngine,
  { setup, baseUrl }: CreateMockOptions<Types>,
): Mock<Types> {
  const { state, faults, overrides, clock, credentials, callbacks } = engine.parts;
  const untyped: Mock = {
    server: engine,
    fetch: fetchOf(engine, baseUrl),
    knows: (method, path) => engine.knows(method, path),
    on: (operationId, override) => overrides.add(operationId, override),
    state,
    get callbacks() {
      return callbacks?.deliveries ?? [];
    },
    settled: async () => callbacks?.settled(),
    faults,
    usage: () => engine.usage(),
    credentials: Object.fromEntries(credentials.lasting),
    snapshot: () => engine.snapshot(),
    restore: (snapshot) => engine.restore(snapshot),
    seed: (records) => state.seed(records),
    advance: (milliseconds) => clock.advance(milliseconds),
    reset() {
      engine.reset();
      setup?.(mock);
    },
  };
  // Typed and untyped mocks only differ in their types.
  const mock = untyped as unknown as Mock<Types>;
  setup?.(mock);
  return mock;
}

/** Returns a server as a `fetch` function. */
export function fetchOf(server: Server, baseUrl: string | undefined): Mock["fetch"] {
  const answer = toFetch(server);
  const origin =
    (baseUrl === undefined ? undefined : mountOf(baseUrl).origin) ?? "http://localhost";
  return (input, init) => {
    const target = input instanceof Request ? input : new URL(input, origin);
    return answer(new Request(target, init));
  };
}
