import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@genai-app/client";
import type { Client, ClientOptions } from "@genai-app/client";
import { createMock } from "@genai-app/mocks";
import type { MockExchange } from "@openapi-packages/mock";
import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { token } from "../subjects/subject.ts";
import { interval, TestClock, timeLimit } from "./test-clock.ts";

/** A mock with the generated client before it. */
export interface Reached extends AsyncDisposable {
  readonly mock: ReturnType<typeof createMock>;
  readonly client: Client;
  readonly clock: TestClock;
  readonly traffic: Traffic;
}

/** What a mock tells of a request: what it was for, and what went wrong on purpose. */
export type Told = Pick<MockExchange, "operationId" | "fault">;

/** The requests that have come to a mock, and what it has told of them. */
export class Traffic {
  #arrived = 0;
  #exchanges: MockExchange[] = [];
  #onExchange: () => void = () => {};

  arrive(): void {
    this.#arrived += 1;
  }

  tell(exchange: MockExchange): void {
    this.#exchanges.push(exchange);
    this.#onExchange();
  }

  /** All requests since the last time, when each of them has been told of. */
  async take(): Promise<readonly Told[]> {
    while (this.#exchanges.length < this.#arrived)
      await new Promise<void>((resolve) => {
        this.#onExchange = resolve;
      });
    // They are told of as they end, and those that a client has given up end when they like.
    const taken = this.#exchanges.toSorted((left, right) => left.number - right.number);
    this.#exchanges = [];
    this.#arrived = 0;
    return taken;
  }
}

export type Transport = "http" | "memory";

/** Both ways from a client to a mock: by sockets, and by its `fetch`. */
export const transports: readonly Transport[] = ["http", "memory"];

/**
 * Starts a mock that remembers nothing, so that an answer does not depend on those before.
 *
 * @param onLate told when an answer begins to be late.
 */
export async function reach(transport: Transport, onLate: () => void): Promise<Reached> {
  const clock = new TestClock(onLate);
  const traffic = new Traffic();
  const mock = createMock({
    state: false,
    clock,
    streams: { interval, heartbeat: 0 },
    validateResponses: "strict",
    // A stream that fails on purpose is no news.
    onError: () => {},
    onExchange: (exchange) => traffic.tell(exchange),
  });
  const options = { auth: token, retries: 1, timeout: timeLimit };
  const parts = { mock, clock, traffic };
  return transport === "memory" ? inMemory(parts, options) : overSockets(parts, options);
}

type Parts = Pick<Reached, "mock" | "clock" | "traffic">;

function inMemory(parts: Parts, options: ClientOptions): Reached {
  const { mock, traffic } = parts;
  const client = createClient({
    ...options,
    baseUrl: "http://mock.test",
    fetch: (request, init) => {
      traffic.arrive();
      return mock.fetch(request, init);
    },
  });
  return { ...parts, client, [Symbol.asyncDispose]: () => mock.server.close() };
}

async function overSockets(parts: Parts, options: ClientOptions): Promise<Reached> {
  const { mock, traffic } = parts;
  const listen = toNodeListener(mock.server);
  const server = createServer((incoming, outgoing) => {
    traffic.arrive();
    return listen(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...parts,
    client: createClient({ ...options, baseUrl: `http://127.0.0.1:${port}` }),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
