import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@genai-app/client";
import type { Client } from "@genai-app/client";
import { toFetch } from "@openapi-packages/runtime/server";
import type { ServerFailure } from "@openapi-packages/runtime/server";
import {
  configure,
  nodeServerOptions,
  toNodeListener,
} from "@openapi-packages/runtime/server/node";
import { echoModel } from "../../service/echo-model.ts";
import { createStore } from "../../service/handlers/store.ts";
import type { Store } from "../../service/handlers/store.ts";
import { createService } from "../../service/service.ts";
import { ManualClock } from "./manual-clock.ts";
import { token } from "./subject.ts";

/** The bucket that is there from the start. */
export const bucketId = "d166ce05-bd63-43d8-af97-16402a1360a7";

/** Whom the clients' credential stands for. */
export const userId = "30e47e78-5f72-47ae-ba04-68db17b28e54";

/** The example service, just started, and a client of it. */
export interface RunningService extends AsyncDisposable {
  readonly client: Client;
  /** Sends any request to it. */
  readonly fetch: typeof fetch;
  readonly origin: string;
  readonly clock: ManualClock;
  readonly store: Store;
  /** What went wrong within it. */
  readonly failures: readonly ServerFailure[];
  /** Cuts whatever connections there are. */
  cut(): void;
}

/** How the example service is reached. */
export interface ServiceSubject {
  readonly name: string;
  start(): Promise<RunningService>;
}

function makeService(origin: () => string) {
  const clock = new ManualClock();
  const store = createStore({
    organizationId: "bd930234-5806-4225-ac22-4ab683ef3da9",
    bucketIds: [bucketId],
    model: echoModel(clock),
    secret: "secret of the service",
    clock,
    origin,
  });
  const failures: ServerFailure[] = [];
  const server = createService(store, {
    users: new Map([[token, { userId }]]),
    validateResponses: "strict",
    onError: (failure) => failures.push(failure),
  });
  return { clock, store, failures, server };
}

/** The example service in memory. */
export const serviceInMemory: ServiceSubject = {
  name: "memory",
  async start() {
    const origin = "http://service.test";
    const { server, ...parts } = makeService(() => origin);
    const answer = toFetch(server);
    let connection = new AbortController();
    const send: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      return answer(request, { signal: AbortSignal.any([connection.signal, request.signal]) });
    };
    return {
      ...parts,
      origin,
      fetch: send,
      client: createClient({ baseUrl: origin, auth: token, retries: 0, fetch: send }),
      cut() {
        connection.abort(new TypeError("the connection is cut"));
        connection = new AbortController();
      },
      [Symbol.asyncDispose]: () => server.close(),
    };
  },
};

/** The example service over HTTP, on a free port of the loopback interface. */
export const serviceOverHttp: ServiceSubject = {
  name: "http",
  async start() {
    let origin = "";
    const { server, ...parts } = makeService(() => origin);
    const http = createServer(nodeServerOptions, toNodeListener(server));
    const service = configure(http, server);
    http.listen(0, "127.0.0.1");
    await once(http, "listening");
    origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    return {
      ...parts,
      origin,
      fetch,
      client: createClient({ baseUrl: origin, auth: token, retries: 0 }),
      cut: () => http.closeAllConnections(),
      async [Symbol.asyncDispose]() {
        const ended = service.close();
        http.closeAllConnections();
        await ended;
      },
    };
  },
};
