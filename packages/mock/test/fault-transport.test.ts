import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { createClientCore } from "../../runtime/src/client/index.ts";
import { applyFault } from "../src/faults/apply-fault.ts";
import { isFaultKind } from "../src/faults/fault-kinds.ts";
import { withStreamFault } from "../src/faults/stream-fault.ts";
import { streamOf } from "../src/stream-of.ts";
import type { FaultKind } from "../src/types.ts";
import type { MediaTypeDescriptor, OperationDescriptor } from "../../runtime/src/operation.ts";
import { createServerCore, toFetch } from "../../runtime/src/server/index.ts";
import type { Server } from "../../runtime/src/server/index.ts";
import { toNodeListener } from "../../runtime/src/server/node.ts";
import { overSockets } from "../../runtime/test/adapters.ts";
import { call, callStream } from "../../runtime/test/client-harness.ts";
import { api, deleteBook, getBook } from "../../runtime/test/fixture.ts";
import { QuickClock } from "./quick-clock.ts";

const watch = (more: Partial<MediaTypeDescriptor>): OperationDescriptor => ({
  operationId: "Watch",
  method: "GET",
  path: "/watch",
  responses: {
    200: { content: [{ mediaType: "text/event-stream", stream: "server-sent-events", ...more }] },
  },
});
const plainStream = watch({});
const errorStream = watch({ errorEvent: "error" });
const markedStream = watch({ terminal: { data: "[DONE]" } });

const book = { book_id: "a", title: "Ä".repeat(200) };
const items = [{ n: 1 }, { n: 2 }, { n: 3 }];

/** Items each of which comes, and the end too, when the client has had those before. */
async function* paced(received: Received): AsyncGenerator<unknown, void, undefined> {
  for (const [index, item] of items.entries()) {
    await received.until(index);
    yield item;
  }
  await received.until(items.length);
}

/** How many items a client has had. */
class Received {
  number = 0;
  readonly #waiting = new Map<number, () => void>();

  add(): void {
    this.number += 1;
    this.#waiting.get(this.number)?.();
  }

  async until(number: number): Promise<void> {
    if (this.number >= number) return;
    await new Promise<void>((resolve) => this.#waiting.set(number, resolve));
  }
}

/** A server of one operation whose every answer goes wrong. */
function faulty(
  operation: OperationDescriptor,
  kind: FaultKind | undefined,
  after: number,
  received: Received,
): Server {
  const fault = { kind, after } as { readonly kind: FaultKind; readonly after: number };
  const core = createServerCore(
    api,
    [
      {
        operation,
        validators: {},
        handler: () => {
          if (operation === deleteBook) return { status: 204 };
          if (operation === getBook) return { status: 200, body: book };
          // A body that is cut off or corrupted is not one that a client follows.
          const source = kind === "stream-error" ? paced(received) : streamOf(items);
          return { status: 200, body: withStreamFault(source, fault) };
        },
      },
    ],
    { onError: () => {} },
  );
  return {
    operations: core.operations,
    isClosing: false,
    close: () => core.close(),
    handleKnown: (request) => core.handleKnown(request),
    handle: async (request) => {
      const response = await core.handle(request);
      if (request.url === "/none") return response;
      return applyFault(fault, response, { clock: new QuickClock(), signal: request.signal });
    },
  };
}

/** The ways from a client to a server. */
const transports: { readonly [name: string]: (server: Server) => Promise<Reached> } = {
  fetch: async (server) => ({
    fetch: toFetch(server),
    baseUrl: "http://books.example",
    [Symbol.asyncDispose]: async () => {},
  }),
  sockets: async (server) => {
    const started = await overSockets(createServer(toNodeListener(server)));
    const { url } = await started.send("/none");
    return {
      fetch: globalThis.fetch,
      baseUrl: new URL(url).origin,
      [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
    };
  },
};

interface Reached extends AsyncDisposable {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly baseUrl: string;
}

/** What a client says: how many items came, and how it ended. */
async function outcome(
  reached: Reached,
  operation: OperationDescriptor,
  received: Received,
): Promise<string> {
  const { fetch, baseUrl } = reached;
  const core = createClientCore(api, { baseUrl, retries: 0, fetch });
  try {
    if (!("text/event-stream" in mediaTypesOf(operation))) {
      const body = await call(core, operation, { path: { book_id: "a" } });
      return JSON.stringify(body) === JSON.stringify(book) ? "the body" : String(body);
    }
    const stream = await callStream(core, operation);
    for await (const _ of stream) received.add();
    return `${received.number} items, ${stream.isComplete ? "complete" : "incomplete"}`;
  } catch (error) {
    const name = (error as Error).name;
    return received.number > 0 ? `${received.number} items, ${name}` : name;
  }
}

const mediaTypesOf = ({ responses }: OperationDescriptor) =>
  Object.fromEntries((responses["200"]?.content ?? []).map((one) => [one.mediaType, one]));

const table: readonly [OperationDescriptor, string, FaultKind | "none", number, string][] = [
  [getBook, "a body", "none", 1, "the body"],
  [getBook, "a body", "reset", 1, "ConnectionError"],
  [getBook, "a body", "half-body", 1, "ConnectionError"],
  [getBook, "a body", "malformed-json", 1, "DecodeError"],
  [getBook, "a body", "drip", 1, "the body"],
  [getBook, "a body", "stream-error", 1, "the body"],
  [getBook, "a body", "stream-truncated", 1, "the body"],
  [deleteBook, "no body", "none", 1, "undefined"],
  [deleteBook, "no body", "reset", 1, "ConnectionError"],
  [deleteBook, "no body", "half-body", 1, "ConnectionError"],
  [deleteBook, "no body", "malformed-json", 1, "undefined"],
  [deleteBook, "no body", "drip", 1, "undefined"],
  [plainStream, "a stream", "none", 1, "3 items, complete"],
  [plainStream, "a stream", "reset", 1, "ConnectionError"],
  [plainStream, "a stream", "half-body", 1, "ConnectionError"],
  [plainStream, "a stream", "malformed-json", 0, "DecodeError"],
  [plainStream, "a stream", "malformed-json", 1, "1 items, DecodeError"],
  [plainStream, "a stream", "drip", 1, "3 items, complete"],
  [plainStream, "a stream", "stream-error", 0, "ConnectionError"],
  [plainStream, "a stream", "stream-error", 2, "2 items, ConnectionError"],
  [plainStream, "a stream", "stream-error", 9, "3 items, ConnectionError"],
  [plainStream, "a stream", "stream-truncated", 2, "2 items, complete"],
  [errorStream, "a stream with an error event", "stream-error", 0, "StreamError"],
  [errorStream, "a stream with an error event", "stream-error", 2, "2 items, StreamError"],
  [markedStream, "a stream with a mark at its end", "none", 1, "3 items, complete"],
  [
    markedStream,
    "a stream with a mark at its end",
    "stream-truncated",
    2,
    "2 items, ConnectionError",
  ],
  [
    markedStream,
    "a stream with a mark at its end",
    "stream-truncated",
    3,
    "3 items, ConnectionError",
  ],
];

describe.each(Object.keys(transports))("over %s the client makes", (name) => {
  test.each(table.map(([operation, ...row]) => ({ row: row.join(" "), operation, given: row })))(
    "of $row",
    async ({ operation, given: [, fault, after, expected] }) => {
      const kind = isFaultKind(fault) ? fault : undefined;
      const start = transports[name];
      if (start === undefined) throw new Error(`no transport ${name}`);
      const received = new Received();
      await using reached = await start(faulty(operation, kind, after, received));
      expect(await outcome(reached, operation, received)).toBe(expected);
    },
  );
});
