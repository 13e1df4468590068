import { webhookMedia } from "@openapi-packages/runtime/internals";
import { sendOperation } from "@openapi-packages/runtime/webhooks";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import { jsonText } from "../state/json-text.ts";
import { callbackAddress, CallbackOrigins } from "./callback-address.ts";
import { filledBody, recordValues } from "./callback-body.ts";
import type {
  Announcement,
  CallbackDelivery,
  CallbackDescriptor,
  CallbackOptions,
  CallbackSender,
  CallbackTable,
  SenderSettings,
} from "./callback-plan.ts";

/** The bounds of callbacks: of one its time and its body; of all those on their way, and those remembered. */
export const callbackLimits = {
  milliseconds: 10_000,
  bytes: 2 ** 20,
  pending: 100,
  deliveries: 100,
  deliveredBytes: 16 * 2 ** 20,
};

/**
 * The header of each callback: a mock that gets a request with it sends none of its own, so that callbacks to a
 * mock do not go on for ever.
 */
export const callbackHeader = "x-mock-callback";

// Taken at the start, so that a test with timers of its own does not stop callbacks.
const { setTimeout } = globalThis;

/** A callback whose operation was carried out. */
interface Prepared {
  readonly descriptor: CallbackDescriptor;
  readonly unsent: CallbackDelivery;
}

/** Sends callbacks of the operations of a table. */
export class CallbackQueue implements CallbackSender {
  readonly #table: () => CallbackTable;
  readonly #settings: SenderSettings;
  readonly #origins: CallbackOrigins;
  readonly #prepared = new Map<HttpRequest, readonly Prepared[]>();
  readonly #pending = new Set<Promise<void>>();
  #deliveries: { readonly delivery: CallbackDelivery; readonly bytes: number }[] = [];
  #stop = new AbortController();

  /** @throws {TypeError} when an allowed origin is none, or a secret would sign no callback */
  constructor(table: () => CallbackTable, settings: SenderSettings) {
    const { options, isReachable } = settings;
    checkSecret(table, options);
    this.#table = table;
    this.#settings = settings;
    this.#origins = new CallbackOrigins(options.allowOrigins, isReachable);
  }

  get deliveries(): readonly CallbackDelivery[] {
    return this.#deliveries.map(({ delivery }) => delivery);
  }

  announce(announcement: Announcement): void {
    const { operationId, request } = announcement;
    const table = this.#table();
    const callbacks = Object.hasOwn(table, operationId) ? table[operationId] : undefined;
    if (callbacks === undefined || request.headers[callbackHeader] !== undefined) return;
    const values = recordValues(this.#settings.stateOf(), announcement);
    const prepared = callbacks.map((descriptor): Prepared => {
      const { name, expression, operation, input, validators } = descriptor;
      const { mediaType = "" } = webhookMedia(operation) ?? {};
      const validate = validators.body?.[mediaType];
      const body = filledBody(input.body, values, (one) => validate?.(one) ?? true);
      const url = callbackAddress(expression, announcement);
      const { method } = operation;
      const unsent = { operationId, callback: name, method, url, headers: {}, body };
      return { descriptor, unsent: { ...unsent, status: undefined } };
    });
    this.#prepared.set(request, prepared);
  }

  answered(request: HttpRequest, status: number): void {
    const prepared = this.#prepared.get(request);
    if (prepared === undefined) return;
    this.#prepared.delete(request);
    if (status < 200 || status >= 300) return;
    const sent = this.#sendAll(prepared, this.#stop.signal);
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }

  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  reset(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#prepared.clear();
    this.#deliveries = [];
  }

  async #sendAll(prepared: readonly Prepared[], stop: AbortSignal): Promise<void> {
    const isFull = this.#pending.size >= callbackLimits.pending;
    // The caller reads its answer first.
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
    for (const { descriptor, unsent } of prepared) {
      const reason = isFull
        ? `${callbackLimits.pending} others are on their way`
        : this.#refusalOf(unsent);
      const delivery =
        reason === undefined ? await this.#send(descriptor, unsent, stop) : { ...unsent, reason };
      if (stop.aborted) return;
      this.#remember(delivery);
    }
  }

  #refusalOf({ url, body }: CallbackDelivery): string | undefined {
    if (url === undefined) return "the request and its answer have no address for it";
    const refusal = this.#origins.refusalOf(url);
    if (refusal !== undefined) return `its address ${refusal}`;
    return bytesOf(body) > callbackLimits.bytes ? "its body is larger than 1 MiB" : undefined;
  }

  async #send(
    { name, operation, input }: CallbackDescriptor,
    unsent: CallbackDelivery,
    stop: AbortSignal,
  ): Promise<CallbackDelivery> {
    const { fetch: send = (request) => fetch(request), secret, signature } = this.#settings.options;
    const isSigned = secret !== undefined && (signature ?? operation.signature) !== undefined;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(callbackLimits.milliseconds)]);
    let headers: CallbackDelivery["headers"] = {};
    try {
      const { body: _, ...others } = input;
      const response = await sendOperation(
        operation,
        unsent.body === undefined ? others : { ...others, body: unsent.body },
        {
          url: unsent.url ?? "",
          ...(isSigned && { secret, ...(signature && { signature }) }),
          fetch: (made) => {
            made.headers.set(callbackHeader, encodeURIComponent(name));
            headers = Object.fromEntries(made.headers);
            return Promise.race([send(new Request(made, { signal })), aborted(signal)]);
          },
        },
      );
      // Nobody sees the body of the receiver's answer.
      void response.body?.cancel().catch(() => undefined);
      return { ...unsent, headers, status: response.status };
    } catch (error) {
      return { ...unsent, headers, reason: failureOf(error, signal) };
    }
  }

  #remember(delivery: CallbackDelivery): void {
    this.#deliveries.push({ delivery, bytes: bytesOf(delivery.body) });
    const { deliveries, deliveredBytes } = callbackLimits;
    let total = this.#deliveries.reduce((sum, { bytes }) => sum + bytes, 0);
    while (this.#deliveries.length > deliveries || total > deliveredBytes)
      total -= this.#deliveries.shift()?.bytes ?? total;
    this.#settings.onDelivery?.(delivery);
  }
}

/** Reads the callbacks for a secret alone, since they may be compiled on first use. */
function checkSecret(table: () => CallbackTable, { secret, signature }: CallbackOptions): void {
  if (secret === undefined || signature !== undefined) return;
  const all = Object.values(table()).flat();
  if (all.some(({ operation }) => operation.signature !== undefined)) return;
  throw new TypeError(
    "callbacks.secret (mock.callbackSecret of the configuration) would sign no callback: " +
      "declare x-webhook-signature in the description, pass callbacks.signature, or leave the secret out",
  );
}

const bytesOf = (body: unknown): number =>
  body === undefined ? 0 : new TextEncoder().encode(jsonText(body)).length;

/** Rejects when a signal aborts: a `fetch` that was given need not listen to it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `nobody answers within ${callbackLimits.milliseconds / 1000} seconds`;
  if (!(error instanceof Error)) return "it cannot be sent";
  const code = error.cause instanceof Error && "code" in error.cause ? error.cause.code : undefined;
  return code === undefined ? error.message : `${error.message} (${String(code)})`;
}
