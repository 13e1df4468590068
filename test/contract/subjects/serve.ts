import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "@openapi-packages/runtime/server";
import {
  configure,
  nodeServerOptions,
  toNodeListener,
} from "@openapi-packages/runtime/server/node";

/** A server that listens. */
export interface Served {
  /** Where it listens, without a slash at the end. */
  readonly origin: string;
  /** Ends it, and whatever connections there are. */
  close(): Promise<void>;
}

/** Serves over HTTP, on a free port of the loopback interface. */
export async function serve(server: Server): Promise<Served> {
  const http = createServer(nodeServerOptions, toNodeListener(server));
  const service = configure(http, server);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async close() {
      const ended = service.close();
      http.closeAllConnections();
      await ended;
    },
  };
}
