import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server as HttpServer } from "node:http";
import type { Http2Server } from "node:http2";
import type { Incoming, Outgoing } from "./node-request.ts";

/** Marks a request whose client waits for 100 Continue. */
const waits = Symbol("waits for 100 Continue");

type Expecting = Incoming & { [waits]?: boolean };

/** True if the client waits for 100 Continue before it sends the body. */
export const waitsForContinue = (incoming: Expecting): boolean => incoming[waits] === true;

/**
 * Sends 100 Continue when a request's body is first read, so that a request can be refused by its headers
 * before the body is sent (RFC 9110, section 10.1.1). By default Node sends it before the request is
 * handled.
 */
export function continueOnRead(nodeServer: HttpServer | Http2Server): void {
  if (nodeServer.listenerCount("checkContinue") > 0) return;
  nodeServer.on("checkContinue", (incoming: Expecting, outgoing: Outgoing) => {
    const { _read: read } = incoming;
    incoming[waits] = true;
    // Node calls `_read`, which stream implementations override, when reading begins.
    Object.assign(incoming, {
      _read(size: number) {
        if (incoming[waits] && !outgoing.headersSent) {
          incoming[waits] = false;
          outgoing.writeContinue();
        }
        read.call(incoming, size);
      },
    });
    nodeServer.emit("request", incoming, outgoing);
  });
}

const requestStart = "http.server.request.start";

/**
 * Applies {@link continueOnRead} to the server that a listener is added to. The listener itself only learns
 * it from a request, after Node has sent 100 Continue.
 *
 * @returns a function that stops looking for the server
 */
export function continueOnReadWith(listener: (...given: never[]) => void): () => void {
  const onStart = (message: unknown): void => {
    const { server } = message as { readonly server: HttpServer };
    if (!server.listeners("request").includes(listener)) return;
    stop();
    continueOnRead(server);
  };
  let isSearching = true;
  const stop = (): void => {
    if (isSearching) unsubscribe(requestStart, onStart);
    isSearching = false;
  };
  subscribe(requestStart, onStart);
  return stop;
}
