import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import { checkNumbers, timerRange } from "../number-options.ts";
import type { AnyResult } from "../result.ts";
import { writeAnswer, type AnswerContext } from "./answer.ts";
import { BaseContext, spreadable } from "./context.ts";
import { answerOf, type AnswerWith } from "./call-handler.ts";
import { notImplemented, RequestFailure } from "./failure.ts";
import { HookList, type Exchange, type Outcome } from "./hooks.ts";
import { readInput } from "./input.ts";
import type { AnyApi, ApiTypes, ServerArguments, ServerOptions } from "./options.ts";
import { checkHead, type HeadLimits } from "./request-head.ts";
import { newRequestId, requestIdOf } from "./request-id.ts";
import { headerValue, RequestParts } from "./request-target.ts";
import { Refusals } from "./refusals.ts";
import { failureOf, type ServerFailure } from "./server-failure.ts";
import { Routing } from "./routing.ts";
import { ActiveRequests } from "./active-requests.ts";
import { checkSecurity } from "./check-security.ts";
import { isPending } from "./pending.ts";
import { authenticate } from "./security.ts";
import { ItemStream, cancelBody } from "./stream.ts";
import { checkLimits, loadValidators, PreparedOperation } from "./prepared-operation.ts";
import type {
  Answer,
  CloseOptions,
  HttpRequest,
  HttpResponse,
  RequestContext,
  Route,
  Server,
} from "./types.ts";

/**
 * Creates a server from routes. The first stage that fails responds: size of URL and headers (414, 431),
 * contradictory headers (400), routing (404, 405), security (401, 403; 503 while closing), Accept (406), size,
 * timeout and media type of the body (413, 408, 415), decoding and validation (400 with every issue), the
 * handler (501 without one), and the response.
 *
 * @throws {TypeError} if two routes have the same method and path, a path template or `basePath` is invalid,
 * limits are set for an unknown operation, or a security scheme has no verifier and `security` is not
 * `"unchecked"`.
 */
export function createServerCore<
  Context = RequestContext,
  Schemes extends string = string,
  Api extends ApiTypes = AnyApi,
>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  ...[options]: ServerArguments<Context, Schemes, Api>
): Server {
  return new ServerCore<Context>(api, routes, (options ?? {}) as ServerOptions<Context>);
}

/** The result of routing: an operation, a failure, or the methods for an OPTIONS request. */
interface RoutedRequest<Context> {
  readonly parts?: RequestParts;
  readonly prepared?: PreparedOperation<Context>;
  readonly values?: ReadonlyMap<string, string>;
  readonly basePath?: string;
  readonly failure?: RequestFailure;
  readonly allow?: string;
}

class ServerCore<Context> implements Server {
  readonly operations: Server["operations"];
  readonly #api: ApiDescriptor;
  readonly #options: ServerOptions<Context>;
  readonly #headLimits: HeadLimits;
  readonly #idHeader: string | undefined;
  readonly #routing: Routing<PreparedOperation<Context>>;
  readonly #hooks: HookList;
  readonly #refusals: Refusals<Context>;
  readonly #activeRequests = new ActiveRequests();
  readonly #streams = new Set<ItemStream>();
  #isClosing = false;
  #areStreamsEnding = false;

  constructor(
    api: ApiDescriptor,
    routes: readonly Route<Context>[],
    options: ServerOptions<Context>,
  ) {
    const { requestIdHeader = "x-request-id" } = options;
    this.#api = api;
    this.#options = options;
    this.#hooks = new HookList(options);
    this.#refusals = new Refusals(api, options, this.#hooks);
    const { maxUrlBytes = 8 * 1024, maxHeaderBytes = 16 * 1024 } = options;
    this.#headLimits = { maxUrlBytes, maxHeaderBytes };
    this.#idHeader = requestIdHeader === false ? undefined : requestIdHeader.toLowerCase();
    this.operations = routes.map((route) => route.operation);
    checkLimits(options, this.operations);
    checkSecurity(api, routes, options);
    const targets = routes.map(
      (route) => [route.operation, new PreparedOperation(api, route, options)] as const,
    );
    this.#routing = new Routing(api, targets, options);
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  handle(request: HttpRequest): Promise<HttpResponse> {
    return this.#respond(request, this.#route(request));
  }

  async handleKnown(request: HttpRequest): Promise<HttpResponse | undefined> {
    const routed = this.#route(request);
    return routed.failure?.status === 404 ? undefined : this.#respond(request, routed);
  }

  async close(options: CloseOptions = {}): Promise<void> {
    checkNumbers(options, { streamTimeout: timerRange });
    const { streamTimeout = 0 } = options;
    this.#isClosing = true;
    if (streamTimeout === 0) this.#endStreams();
    const timer = setTimeout(() => this.#endStreams(), streamTimeout);
    await this.#activeRequests.whenIdle();
    clearTimeout(timer);
  }

  #endStreams(): void {
    this.#areStreamsEnding = true;
    for (const stream of this.#streams) stream.close();
  }

  #route(request: HttpRequest): RoutedRequest<Context> {
    const failure = checkHead(request, this.#headLimits);
    if (failure !== undefined) return { failure };
    const parts = new RequestParts(request);
    const match = this.#routing.find(request.method, parts.path, parts.query);
    if ("target" in match)
      return { parts, prepared: match.target, values: match.values, basePath: match.basePath };
    if (match.allow.length === 0) return { failure: this.#routing.unknown(parts.path) };
    const allow = match.allow.join(", ");
    if (request.method === "OPTIONS") return { allow };
    return { failure: new RequestFailure(405, [], { allow }) };
  }

  async #respond(request: HttpRequest, routed: RoutedRequest<Context>): Promise<HttpResponse> {
    const operation = routed.prepared?.route.operation;
    const exchange: Exchange = {
      request,
      requestId: requestIdOf(request, this.#idHeader) ?? newRequestId(this.#options),
      operation,
      operationId: operation?.operationId,
      route: operation && routed.basePath + operation.path,
    };
    const onEnd = this.#hooks.start(exchange);
    this.#activeRequests.start();
    const response = await (this.#hooks.hasAround
      ? this.#around(exchange, routed.prepared, () => this.#answerOrReject(exchange, routed))
      : this.#answerOrReject(exchange, routed));
    if (this.#idHeader !== undefined) response.headers[this.#idHeader] ??= exchange.requestId;
    const { status, body } = response;
    const isHead = request.method === "HEAD";
    if (isHead) cancelBody(body);
    if (body instanceof ItemStream && !isHead)
      this.#trackStream(body, (ending) => this.#end(status, ending, onEnd));
    else this.#end(status, "complete", onEnd);
    return isHead ? { status, headers: response.headers } : response;
  }

  #end(status: number, ending: Outcome["ending"], onEnd: ReturnType<HookList["start"]>): void {
    this.#activeRequests.end();
    onEnd?.({ status, ending });
  }

  #trackStream(stream: ItemStream, end: (ending: Outcome["ending"]) => void): void {
    this.#streams.add(stream);
    stream.whenEnded((ending) => {
      this.#streams.delete(stream);
      end(ending);
    });
    if (this.#areStreamsEnding) stream.close();
  }

  /** Runs the `around` hooks. An error in one of them becomes a 500. */
  async #around(
    exchange: Exchange,
    prepared: PreparedOperation<Context> | undefined,
    run: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    try {
      return await this.#hooks.around(exchange, run);
    } catch (error) {
      if (exchange.operation !== undefined)
        this.#report(exchange, exchange.operation)("hook", error);
      return this.#refusals.refuse(new RequestFailure(500), exchange, prepared);
    }
  }

  #answerOrReject(exchange: Exchange, routed: RoutedRequest<Context>): Promise<HttpResponse> {
    const { parts, prepared, values, failure, allow } = routed;
    if (prepared !== undefined && parts && values && !this.#isClosing)
      return this.#answer(exchange, parts, prepared, values);
    const rejection = this.#isClosing ? new RequestFailure(503) : failure;
    if (rejection) return Promise.resolve(this.#refusals.refuse(rejection, exchange, prepared));
    return Promise.resolve({ status: 204, headers: allow === undefined ? {} : { allow } });
  }

  /** Answers a request. Synchronous results are not awaited, since an await costs as much as a small input. */
  async #answer(
    exchange: Exchange,
    parts: RequestParts,
    prepared: PreparedOperation<Context>,
    values: ReadonlyMap<string, string>,
  ): Promise<HttpResponse> {
    const { operation } = prepared.route;
    let phase: ServerFailure["phase"] = "security";
    const report = this.#report(exchange, operation);
    try {
      const authenticated = authenticate(this.#api, operation, parts, this.#options.security);
      const principal = isPending(authenticated) ? await authenticated : authenticated;
      if (!prepared.responseMediaTypes.isAcceptable(headerValue(exchange.request, "accept")))
        throw new RequestFailure(406);
      const { handler = this.#missing(operation, exchange.request), verify } = prepared.route;
      const verified = verify && (await verify(exchange.request, prepared.plan.limits));
      phase = "validators";
      const validators = prepared.validators ?? (await loadValidators(prepared));
      const received = verified === undefined ? parts : new RequestParts(verified);
      const read = readInput(prepared.plan, received, values, validators);
      const input = read instanceof Promise ? await read : read;
      if (handler === undefined) throw notImplemented(operation.operationId);
      phase = "context";
      const made = this.#context(operation, exchange, principal);
      const context = isPending(made) ? await made : made;
      phase = "handler";
      const run = () => answerOf(handler as AnswerWith<Context>, input, context);
      const given = this.#options.idempotency?.once({ exchange, principal, input }, run) ?? run();
      const answer = isPending(given) ? await given : given;
      phase = "response";
      const written = this.#write(exchange.request, prepared, validators, answer, report);
      return written instanceof Promise ? await written : written;
    } catch (error) {
      if (error instanceof RequestFailure) return this.#refusals.refuse(error, exchange, prepared);
      return this.#refusals.fail(error, phase, exchange, prepared, (validators, answer) =>
        this.#write(exchange.request, prepared, validators, answer, report),
      );
    }
  }

  #write(
    request: HttpRequest,
    { route: { operation, serializers, codec } }: PreparedOperation<Context>,
    validators: OperationValidators,
    answer: Answer<AnyResult>,
    report: AnswerContext["report"],
  ): HttpResponse | Promise<HttpResponse> {
    const { validateResponses = "off", heartbeat = 15_000, serialize } = this.#options;
    return writeAnswer(
      {
        api: this.#api,
        operation,
        validators,
        serializers: serialize === "all" ? undefined : serializers,
        isConverted: codec !== undefined,
        raw: codec?.json?.raw,
        validation: validateResponses,
        request,
        heartbeat,
        report,
      },
      answer,
    );
  }

  #context(
    operation: OperationDescriptor,
    exchange: Exchange,
    principal: unknown,
  ): Context | Promise<Context> {
    const { context } = this.#options;
    const base = new BaseContext(operation, exchange, principal);
    if (context === undefined) return base as RequestContext as Context;
    return context(spreadable(base) as Parameters<typeof context>[0]);
  }

  /** Returns the `missing` option as a handler that marks its answers. */
  #missing(operation: OperationDescriptor, request: HttpRequest): AnswerWith<Context> | undefined {
    const { missing } = this.#options;
    if (missing === undefined) return undefined;
    request.keepRaw?.();
    return async (input, context) => {
      const answer = await missing(operation, input, context);
      const marker = { "x-missing-handler": encodeURI(operation.operationId) };
      return { ...answer, headers: { ...answer.headers, ...marker } };
    };
  }

  #report(exchange: Exchange, operation: OperationDescriptor) {
    return (phase: ServerFailure["phase"], error: unknown): void => {
      const { request, requestId } = exchange;
      void this.#hooks.report(failureOf({ phase, error, operation, request, requestId }));
    };
  }
}
