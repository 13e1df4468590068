import {
  failureResponse,
  RequestFailure,
  Routing,
  withoutBasePath,
  checkNumbers,
  timerRange,
} from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse, Server } from "@openapi-packages/runtime/server";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import { parseLatency } from "./answers/latency.ts";
import type { CallbackSender } from "./callbacks/callback-plan.ts";
import { systemClock } from "./clock.ts";
import { createCore } from "./create-core.ts";
import { KnownCredentials } from "./credentials/known-credentials.ts";
import type { MockDescription, MockOperation } from "./description.ts";
import { mockLimits } from "./limits.ts";
import type { MockUsage } from "./limits.ts";
import { IdempotencyKeys } from "./idempotency.ts";
import { examplesOf } from "./examples-of.ts";
import { ExchangeLog } from "./exchange-log.ts";
import { applyFault } from "./faults/apply-fault.ts";
import { FaultList } from "./faults/fault-list.ts";
import { routingOptions } from "./mount.ts";
import { OffsetClock } from "./offset-clock.ts";
import { OperationMock } from "./operation-mock.ts";
import type { MockParts } from "./operation-mock.ts";
import { Overrides } from "./overrides.ts";
import type { AnyOverride } from "./overrides.ts";
import { withPageSafety } from "./page-safety.ts";
import { checkIds } from "./operation-ids.ts";
import { randomFrom } from "./random.ts";
import { pathOf, queryOf } from "./request-path.ts";
import { forwardWithFaults } from "./forward-with-faults.ts";
import { contentsPath, MockState } from "./state/mock-state.ts";
import type { EngineOptions, Recording, Snapshot } from "./types.ts";
import { checkedRecordings } from "./upstream/checked-recordings.ts";
import { Upstreams } from "./upstream/upstreams.ts";

/**
 * The server of a mock: the server core with a handler for every operation, extended by delays, faults, signed
 * addresses, and another server to which requests can be passed on.
 */
export class MockEngine implements Server {
  readonly operations: Server["operations"];
  readonly parts: MockParts;
  readonly #core: Server;
  readonly #mocks: readonly OperationMock[];
  readonly #routing: Routing<OperationDescriptor>;
  readonly #upstreams: Upstreams;
  readonly #recordedAtStart: readonly Recording[];
  readonly #unknownPath: EngineOptions["unknownPath"];
  /** The number of generated request ids, and of requests that were passed on. */
  readonly #counts = { ids: 0, passedOn: 0 };

  /** @param shared the parts that it shares with the mock that created it */
  constructor(
    description: MockDescription,
    options: EngineOptions,
    operations: readonly MockOperation[] = description.operations,
    shared?: MockParts,
  ) {
    const { streams = {}, upstream, unknownPath } = options;
    this.#unknownPath = unknownPath;
    checkNumbers(options, { maxBodyBytes: [0] });
    checkNumbers(streams, { heartbeat: timerRange });
    if (upstream !== undefined) checkNumbers(upstream, { timeout: timerRange });
    this.operations = operations.map(({ operation }) => operation);
    this.#routing = new Routing(
      description.api,
      this.operations.map((operation) => [operation, operation]),
      routingOptions(options),
    );
    this.parts = shared ?? this.#makeParts(description, options);
    this.#mocks = operations.map((mock) => new OperationMock(mock, this.parts));
    this.#upstreams = new Upstreams(description, options.upstream, this.parts);
    this.#recordedAtStart =
      typeof options.start === "object" ? checkedRecordings(options.start.recordings) : [];
    this.#upstreams.restore(this.#recordedAtStart);
    const newRequestId = (): string => numberedId((this.#counts.ids += 1));
    this.#core = createCore(operations, this.parts, this.#mocks, newRequestId);
  }

  get isClosing(): boolean {
    return this.#core.isClosing;
  }

  handle(request: HttpRequest): Promise<HttpResponse> {
    const { log } = this.parts;
    const run = (one: HttpRequest): Promise<HttpResponse> => this.#answer(one).then(withPageSafety);
    return log.isOn ? log.watch(request, run) : run(request);
  }

  async handleKnown(request: HttpRequest): Promise<HttpResponse | undefined> {
    const { method, url } = request;
    const found = this.#routing.find(method, pathOf(url), queryOf(url));
    const isKnown = "target" in found || found.allow.length > 0;
    return isKnown || url.startsWith(contentsPath) ? this.handle(request) : undefined;
  }

  close(): Promise<void> {
    this.parts.callbacks?.reset();
    return this.#core.close();
  }

  /** True if the mock answers a request: an operation has its method and path, or the mock signed its address. */
  knows(method: string, url: string): boolean {
    return url.startsWith(contentsPath) || this.find(method, url) !== undefined;
  }

  /**
   * Returns a mock of one operation with an override of its own. Everything else is shared with this mock.
   *
   * @throws {TypeError} when there is no such operation.
   */
  withOverride(operationId: string, override: AnyOverride): MockEngine {
    const { description, options } = this.parts;
    const overrides = new Overrides(description);
    overrides.add(operationId, override);
    const own = description.operations.filter((one) => one.operation.operationId === operationId);
    // Without upstream, since a recorded answer would take precedence over the override.
    const { upstream: _, start: __, ...others } = options;
    return new MockEngine(description, others, own, { ...this.parts, overrides });
  }

  reset(): void {
    const { state, faults, overrides, idempotency, callbacks } = this.parts;
    state.reset();
    callbacks?.reset();
    idempotency.clear();
    faults.reset();
    overrides.clear();
    this.#upstreams.restore(this.#recordedAtStart);
    for (const mock of this.#mocks) mock.reset();
    Object.assign(this.#counts, { ids: 0, passedOn: 0 });
  }

  /** Returns how much data is stored. */
  usage(): MockUsage {
    const { state, limits } = this.parts;
    const { records, bytes, evicted } = state.usage;
    const { size, evicted: others } = this.#upstreams.recorded;
    return { records, stateBytes: bytes, recordings: size, evicted: evicted + others, limits };
  }

  snapshot(): Snapshot {
    const recordings = this.#upstreams.recordings();
    const snapshot = this.parts.state.snapshot();
    return recordings.length === 0 ? snapshot : { ...snapshot, recordings };
  }

  /** @throws {TypeError} when it is not a snapshot. */
  restore(snapshot: unknown): void {
    const recordings = checkedRecordings((snapshot as Partial<Snapshot> | null)?.recordings);
    this.parts.state.restore(snapshot);
    this.parts.idempotency.clear();
    this.#upstreams.restore(recordings);
  }

  #makeParts(description: MockDescription, options: EngineOptions): MockParts {
    const { seed = 0, state, streams } = options;
    const limits = mockLimits(options.limits);
    const clock = new OffsetClock(options.clock ?? systemClock);
    const byId = new Map(description.operations.map((one) => [one.operation.operationId, one]));
    checkIds(byId, options);
    const mockOf = (operationId: string): MockOperation => {
      const mock = byId.get(operationId);
      if (mock === undefined) throw new TypeError(`there is no operation ${operationId}`);
      return mock;
    };
    const remembered = new MockState(description, {
      seed,
      clock,
      limits,
      start: options.start ?? "examples",
      isOn: (operationId) =>
        typeof state === "object" ? state[operationId] !== false : state !== false,
      examplesOf: (operationId) => examplesOf(mockOf(operationId)),
      validatorsOf: (operationId) => mockOf(operationId).validators,
    });
    return {
      description,
      options,
      clock,
      limits,
      latency: parseLatency(options.latency ?? 0),
      interval: parseLatency(streams?.interval ?? 100),
      state: remembered,
      credentials: new KnownCredentials(description, remembered, options),
      faults: new FaultList(
        description,
        options.faults ?? [],
        () => randomFrom(seed, "faults"),
        limits.faultRules,
      ),
      overrides: new Overrides(description),
      idempotency: new IdempotencyKeys(limits),
      callbacks: senderOf(description, options),
      log: new ExchangeLog(options, ({ method, url }) => this.find(method, url), clock),
      pending: new Map(),
    };
  }

  /** Answers a request. As little as possible is awaited: each await costs as much as reading a small input. */
  #answer(request: HttpRequest): Promise<HttpResponse> {
    if (request.url.startsWith(contentsPath)) return this.#contents(request);
    const answered = this.#upstreams.isOn ? this.#passedOn(request) : this.#handled(request);
    return answered.then((response) => this.#withFault(request, response));
  }

  /** Handles a request, and completes the 404 of an unknown path where an option says how. */
  #handled(request: HttpRequest): Promise<HttpResponse> {
    const complete = this.#unknownPath;
    const handled = this.#core.handle(request);
    if (complete === undefined) return handled;
    return handled.then((response) => {
      if (response.status !== 404) return response;
      const path = pathOf(request.url);
      const basePath = this.#routing.basePathOf(path);
      const isKnown = this.find(request.method, request.url) !== undefined;
      if (isKnown || basePath === undefined) return response;
      return complete(withoutBasePath(path, basePath), response);
    });
  }

  async #contents(request: HttpRequest): Promise<HttpResponse> {
    return this.parts.state.contents(request) ?? this.#notFound();
  }

  #notFound(): HttpResponse {
    return failureResponse(this.parts.description.api, new RequestFailure(404));
  }

  #passedOn(request: HttpRequest): Promise<HttpResponse> {
    const { method, url } = request;
    const found = this.#routing.find(method, pathOf(url), queryOf(url));
    const operation = "target" in found ? found.target : undefined;
    const basePath = "target" in found ? found.basePath : this.#routing.basePathOf(pathOf(url));
    // A path outside of the mock's base paths is not passed on to another server either.
    if (basePath === undefined) return this.#core.handle(request);
    const mock = async (one: HttpRequest): Promise<HttpResponse> =>
      this.#withFault(one, await this.#core.handle(one));
    const target = withoutBasePath(url, basePath);
    return this.#upstreams.handle(
      { request, target, operation },
      {
        mock,
        forwarded: (one, forward) => {
          const number = (this.#counts.passedOn += 1);
          return forwardWithFaults(
            this.parts,
            { request: one, operation, number },
            { mock, forward },
          );
        },
      },
    );
  }

  /** Applies the fault of a request, if there is one, to its response. */
  #withFault(request: HttpRequest, response: HttpResponse): HttpResponse | Promise<HttpResponse> {
    const { pending, clock, callbacks } = this.parts;
    callbacks?.answered(request, response.status);
    if (pending.size === 0) return response;
    const fault = pending.get(request);
    pending.delete(request);
    if (fault === undefined) return response;
    return applyFault(fault, fault.response ?? response, { clock, signal: request.signal });
  }

  /** Returns the operation of a request. */
  find(method: string, url: string): OperationDescriptor | undefined {
    const found = this.#routing.find(method, pathOf(url), queryOf(url));
    return "target" in found ? found.target : undefined;
  }
}

/** Returns a UUID (RFC 9562), which some descriptions require for request ids, that ends in a number. */
const numberedId = (count: number): string =>
  `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;

function senderOf(
  description: MockDescription,
  { callbacks = {}, isReachable = false, onCallback }: EngineOptions,
): CallbackSender | undefined {
  if (callbacks === false) return undefined;
  if (description.callbacks === undefined && callbacks.secret !== undefined)
    throw new TypeError(
      "callbacks.secret (mock.callbackSecret of the configuration) would sign no callback: " +
        "the description has none, leave the secret out",
    );
  return description.callbacks?.createSender({
    options: callbacks,
    isReachable,
    // Read on the first callback, since the state may be computed on first use.
    stateOf: () => description.state,
    onDelivery: onCallback,
  });
}
