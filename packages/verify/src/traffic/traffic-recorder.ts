import { checkNumbers } from "@openapi-packages/runtime/internals";
import type { RequestListener } from "node:http";
import type { SensitiveTable } from "@openapi-packages/runtime";
import { describedOperation } from "@openapi-packages/runtime/client";
import type {
  ClientOperation,
  ClientRequest,
  Middleware,
  Next,
} from "@openapi-packages/runtime/client";
import type { Description } from "@openapi-packages/compiler";
import { verifiedApi, type VerifiedOperation } from "../description/verified-api.ts";
import type { FetchHandler } from "../server/fetch-subject.ts";
import type { Har, HarEntry } from "@openapi-packages/compiler/mock/serve/traffic/har-types";
import { listenerOf } from "./node-recording.ts";
import { isStreamed, type RecordedAnswer, type Recording } from "./recording.ts";
import { OperationFinder } from "@openapi-packages/compiler/mock/serve/traffic/operation-finder";
import { recordedEntry, type SeenExchange } from "./recorded-entry.ts";
import { bytesOfBody, readSeen } from "./seen-body.ts";
import { readFileSync } from "node:fs";

/** The version of this package, as its package.json says. */
const ownVersion: string = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  }
).version;

/** Options of {@link trafficRecorder}. */
export interface TrafficRecorderOptions {
  /** The result of `readDescription`, which determines the secret parts of messages. */
  readonly description?: Description;
  /** The secret parts from a generated contract (`sensitive`), instead of a description. */
  readonly sensitive?: SensitiveTable;
  /** The maximum number of stored exchanges. The oldest are dropped first. Default: 1000. */
  readonly maxEntries?: number;
  /** The largest stored body in bytes. Of larger ones only the length is stored. Default: 256 KiB. */
  readonly maxBodyBytes?: number;
  /** The maximum total size in bytes. The oldest exchanges are dropped first. Default: 32 MiB. */
  readonly maxBytes?: number;
}

/** Records the traffic of a client or a server. */
export interface TrafficRecorder {
  /**
   * Middleware for generated clients: `createClient({ middleware: [recorder.client] })`. It records each
   * attempt.
   */
  readonly client: Middleware;
  /** Wraps a server that is a function from `Request` to `Response`. */
  fetch(handler: FetchHandler): (request: Request) => Promise<Response>;
  /** Wraps a listener of `node:http`. */
  listener(handler: RequestListener): RequestListener;
  /**
   * Returns the recorded traffic as HAR 1.2, without secrets, which are removed when an exchange is recorded.
   * It waits for pending bodies, but not for streams.
   */
  har(): Promise<Har>;
  /** Drops the recorded traffic. */
  clear(): void;
}

/**
 * Creates a recorder for `verifyTraffic`.
 *
 * @throws {TypeError} when a numeric option is invalid
 */
export function trafficRecorder(options: TrafficRecorderOptions = {}): TrafficRecorder {
  return new Recorder(options);
}

class Recorder implements TrafficRecorder {
  readonly client: Middleware;
  readonly #table: SensitiveTable;
  readonly #finder: OperationFinder<VerifiedOperation> | undefined;
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #maxBodyBytes: number;
  #entries: { readonly entry: HarEntry; readonly size: number; readonly order: number }[] = [];
  #size = 0;
  #order = 0;
  #pending = new Set<Promise<void>>();

  constructor(options: TrafficRecorderOptions) {
    checkNumbers(options, { maxEntries: [0], maxBodyBytes: [0], maxBytes: [0] });
    const { description, sensitive, maxEntries = 1000 } = options;
    const { maxBodyBytes = 256 * 1024, maxBytes = 32 * 1024 * 1024 } = options;
    this.#table = description?.mock.sensitive ?? sensitive ?? {};
    this.#finder = description && new OperationFinder(verifiedApi(description), undefined);
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
    this.#maxBodyBytes = maxBodyBytes;
    this.client = { onAttempt: (request, next) => this.#attempt(request, next) };
  }

  fetch(handler: FetchHandler): (request: Request) => Promise<Response> {
    return async (request) => {
      const answered = this.start({
        method: request.method,
        url: request.url,
        requestHeaders: [...request.headers],
        requestBody: readSeen(request.clone().body, this.#maxBodyBytes),
      });
      return this.#passOn(answered, async () => handler(request));
    };
  }

  listener(handler: RequestListener): RequestListener {
    return listenerOf(handler, this.#maxBodyBytes, (recording) => this.start(recording));
  }

  async har(): Promise<Har> {
    await Promise.all(this.#pending);
    const entries = this.#entries.toSorted((one, other) => one.order - other.order);
    const creator = { name: "@openapi-packages/verify", version: ownVersion };
    return { log: { version: "1.2", creator, entries: entries.map(({ entry }) => entry) } };
  }

  clear(): void {
    this.#entries = [];
    this.#size = 0;
  }

  /** Starts recording an exchange. Returns a function for the answer, or the reason why there is none. */
  start(recording: Recording): (answer: RecordedAnswer | Error) => void {
    const startedAt = new Date();
    const start = performance.now();
    const order = this.#order++;
    return (answer) => {
      const time = Math.round((performance.now() - start) * 1000) / 1000;
      const done = this.#finish(recording, { startedAt, time, order }, answer);
      const isAwaited = answer instanceof Error || !answer.isStream;
      if (!isAwaited) return;
      const waited = done.finally(() => this.#pending.delete(waited));
      this.#pending.add(waited);
    };
  }

  async #finish(
    { method, url, requestHeaders, requestBody, operation }: Recording,
    { startedAt, time, order }: { startedAt: Date; time: number; order: number },
    answer: RecordedAnswer | Error,
  ): Promise<void> {
    const isError = answer instanceof Error;
    const seen: SeenExchange = {
      startedAt,
      time,
      method,
      url,
      requestHeaders,
      requestBody: await requestBody,
      response: isError ? undefined : { ...answer, body: await answer.body },
      ...(isError && { error: answer.message }),
    };
    const own = operation ?? this.#operationOf(method, url);
    this.#keep(recordedEntry(seen, { table: this.#table, operation: own }), order);
  }

  /** Finds the operation on any server, because servers rarely run at the description's address. */
  #operationOf(method: string, url: string): ClientOperation | undefined {
    const found = this.#finder?.find(method, url) ?? this.#finder?.findAnywhere(method, url);
    return found && describedOperation(found.operation.mock.operation);
  }

  #keep(entry: HarEntry, order: number): void {
    const size = JSON.stringify(entry).length;
    this.#entries.push({ entry, size, order });
    this.#size += size;
    while (this.#entries.length > this.#maxEntries || this.#size > this.#maxBytes) {
      const gone = this.#entries.shift();
      if (gone === undefined) return;
      this.#size -= gone.size;
    }
  }

  async #attempt(request: ClientRequest, next: Next): Promise<Response> {
    const { method, url, headers, body, operation } = request;
    // The body is created once, for both the record and the request.
    const made = typeof body === "function" ? body() : body;
    const answered = this.start({
      method,
      url,
      requestHeaders: Object.entries(headers),
      requestBody: bytesOfBody(made, this.#maxBodyBytes),
      operation,
    });
    return this.#passOn(answered, () =>
      next(made === undefined ? request : { ...request, body: made }),
    );
  }

  async #passOn(
    answered: ReturnType<Recorder["start"]>,
    send: () => Promise<Response>,
  ): Promise<Response> {
    try {
      const response = await send();
      const type = response.headers.get("content-type") ?? "";
      answered({
        status: response.status,
        statusText: response.statusText,
        headers: [...response.headers],
        body: readSeen(response.clone().body, this.#maxBodyBytes),
        isStream: isStreamed(type),
      });
      return response;
    } catch (error) {
      answered(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }
}
