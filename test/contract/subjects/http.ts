import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@genai-app/client";
import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { scriptedServer } from "./handlers.ts";
import { Script, token } from "./subject.ts";
import type { Subject } from "./subject.ts";
import { openTap } from "./tap.ts";
import type { Tap } from "./tap.ts";

/** A subject whose requests can be read off the wire. */
export interface HttpSubject extends Subject {
  /** Where it listens, without a slash at the end. */
  readonly origin: string;
  /** The bytes that the client sent since the last `answerWith`. */
  sent(): Buffer;
}

interface Listening {
  readonly client: Subject["client"];
  readonly tap: Tap;
  close(): Promise<void>;
}

/** The generated server over real HTTP, on a free port of the loopback interface. */
export function httpSubject(): HttpSubject {
  const script = new Script();
  let listening: Listening | undefined;
  const started = (): Listening => {
    if (!listening) throw new Error("the server is not started");
    return listening;
  };
  return {
    name: "http",
    get client() {
      return started().client;
    },
    get origin() {
      return originOf(started().tap);
    },
    sent: () => started().tap.sent(),
    async start() {
      listening = await listen(script);
    },
    answerWith(operationId, result) {
      started().tap.clear();
      script.plan(operationId, result);
    },
    received: () => script.received,
    stop: () => started().close(),
  };
}

async function listen(script: Script): Promise<Listening> {
  const server = createServer(toNodeListener(scriptedServer(script)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const tap = await openTap((server.address() as AddressInfo).port);
  return {
    client: createClient({ baseUrl: originOf(tap), auth: token, retries: 0 }),
    tap,
    async close() {
      await tap.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const originOf = ({ port }: Tap): string => `http://127.0.0.1:${port}`;
