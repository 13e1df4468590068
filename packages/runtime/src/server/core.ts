import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { writeAnswer } from "./answer.ts";
import type { AnswerContext } from "./answer.ts";
import { BaseContext, spreadable } from "./context.ts";
import { ThrownAnswer } from "./fail.ts";
import { failureResponse, RequestFailure } from "./failure.ts";
import { HookList } from "./hooks.ts";
import type { Exchange, Outcome, ServerFailure } from "./hooks.ts";
import { readInput } from "./input.ts";
import type { ServerArguments, ServerOptions } from "./options.ts";
import { newRequestId, requestIdOf } from "./request-id.ts";
import { headerBytes, headerValue, RequestParts } from "./request-target.ts";
import { Router } from "./router.ts";
import { Running } from "./running.ts";
import { authenticate } from "./security.ts";
import { ItemStream, leaveBody } from "./stream.ts";
import { checkLimits, loadValidators, Target } from "./target.ts";
import type {
  Answer,
  Fail,
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  Route,
  Server,
} from "./types.ts";

/**
 * Makes a server of routes. Each request passes these stages, and the first that fails answers: the
 * sizes of its address and headers (414, 431), routing (404, 405), security (401, 403), what it
 * accepts (406), the body's size, time and media type (413, 408, 415), decoding and validation (400
 * with every issue), the handler (501 without one), and writing its answer. While the server ends
 * its service, 503 stands before security.
 *
 * @throws {TypeError} when two routes have the same method and path, a path template is malformed,
 *   or limits are set for an operation that no route has.
 */
export function createServerCore<Context = RequestContext>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  ...[options]: ServerArguments<Context>
): Server {
  return new ServerCore(api, routes, options ?? {});
}

/** A request on its way, with where it leads: to an operation, or to an answer without one. */
interface Arrival<Context> {
  readonly parts?: RequestParts;
  readonly target?: Target<Context>;
  readonly values?: ReadonlyMap<string, string>;
  readonly refusal?: RequestFailure;
  readonly allow?: string;
}

class ServerCore<Context> implements Server {
  readonly operations: Server["operations"];
  readonly #api: ApiDescriptor;
  readonly #options: ServerOptions<Context>;
  readonly #basePath: string;
  readonly #maxUrlBytes: number;
  readonly #maxHeaderBytes: number;
  readonly #idHeader: string | undefined;
  readonly #router = new Router<Target<Context>>();
  readonly #hooks: HookList;
  readonly #running = new Running();
  readonly #streams = new Set<ItemStream>();
  #isClosing = false;

  constructor(
    api: ApiDescriptor,
    routes: readonly Route<Context>[],
    options: ServerOptions<Context>,
  ) {
    const { basePath = "", requestIdHeader = "x-request-id" } = options;
    this.#api = api;
    this.#options = options;
    this.#hooks = new HookList(options);
    this.#basePath = basePath.replace(/\/+$/, "");
    this.#maxUrlBytes = options.maxUrlBytes ?? 8 * 1024;
    this.#maxHeaderBytes = options.maxHeaderBytes ?? 16 * 1024;
    this.#idHeader = requestIdHeader === false ? undefined : requestIdHeader.toLowerCase();
    this.operations = routes.map((route) => route.operation);
    checkLimits(options, this.operations);
    for (const route of routes) {
      const { method, path } = route.operation;
      this.#router.add(method, path, new Target(api, route, options));
    }
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  handle(request: HttpRequest): Promise<HttpResponse> {
    return this.#respond(request, this.#receive(request));
  }

  async handleKnown(request: HttpRequest): Promise<HttpResponse | undefined> {
    const arrival = this.#receive(request);
    return arrival.refusal?.status === 404 ? undefined : this.#respond(request, arrival);
  }

  close(): Promise<void> {
    this.#isClosing = true;
    for (const stream of this.#streams) stream.close();
    return this.#running.whenIdle();
  }

  #receive(request: HttpRequest): Arrival<Context> {
    if (request.url.length > this.#maxUrlBytes) return { refusal: new RequestFailure(414) };
    if (headerBytes(request) > this.#maxHeaderBytes) return { refusal: new RequestFailure(431) };
    const parts = new RequestParts(request, this.#basePath);
    if (parts.path === undefined) return { refusal: new RequestFailure(404) };
    const match = this.#router.find(request.method, parts.path, parts.query);
    if ("target" in match) return { parts, target: match.target, values: match.values };
    if (match.allow.length === 0) return { refusal: new RequestFailure(404) };
    const allow = [...new Set([...match.allow, "OPTIONS"])].toSorted().join(", ");
    if (request.method === "OPTIONS") return { allow };
    return { refusal: new RequestFailure(405, [], { allow }) };
  }

  async #respond(request: HttpRequest, arrival: Arrival<Context>): Promise<HttpResponse> {
    const operation = arrival.target?.route.operation;
    const exchange: Exchange = {
      request,
      requestId: requestIdOf(request, this.#idHeader) ?? newRequestId(this.#options),
      operation,
      operationId: operation?.operationId,
      route: operation && this.#basePath + operation.path,
    };
    const told = this.#hooks.watch(exchange);
    this.#running.start();
    const run = (): Promise<HttpResponse> => this.#answerOrRefuse(exchange, arrival);
    const response = await (this.#hooks.hasAround ? this.#around(exchange, run) : run());
    if (this.#idHeader !== undefined) response.headers[this.#idHeader] ??= exchange.requestId;
    const { status, body } = response;
    const end = (ending: Outcome["ending"]): void => {
      this.#running.end();
      told?.({ status, ending });
    };
    if (request.method === "HEAD") leaveBody(body);
    if (!(body instanceof ItemStream) || request.method === "HEAD") {
      end("complete");
      return request.method === "HEAD" ? { status, headers: response.headers } : response;
    }
    this.#watchStream(body, end);
    return response;
  }

  #watchStream(stream: ItemStream, end: (ending: Outcome["ending"]) => void): void {
    this.#streams.add(stream);
    stream.whenEnded((ending) => {
      this.#streams.delete(stream);
      end(ending);
    });
    if (this.#isClosing) stream.close();
  }

  /** A hook that fails before the answer, or instead of it, is a failure of the server's. */
  async #around(exchange: Exchange, run: () => Promise<HttpResponse>): Promise<HttpResponse> {
    try {
      return await this.#hooks.around(exchange, run);
    } catch (error) {
      if (exchange.operation !== undefined)
        this.#report(exchange, exchange.operation)("hook", error);
      return failureResponse(this.#api, new RequestFailure(500));
    }
  }

  #answerOrRefuse(exchange: Exchange, arrival: Arrival<Context>): Promise<HttpResponse> {
    const { parts, target, values, refusal, allow } = arrival;
    if (target !== undefined && parts && values && !this.#isClosing)
      return this.#answer(exchange, parts, target, values);
    const failure = this.#isClosing ? new RequestFailure(503) : refusal;
    const refused = failure && failureResponse(this.#api, failure);
    const headers = allow === undefined ? {} : { allow };
    return Promise.resolve(refused ?? { status: 204, headers });
  }

  /** What answers at once is not waited for: each wait costs as much as reading a small input. */
  async #answer(
    exchange: Exchange,
    parts: RequestParts,
    target: Target<Context>,
    values: ReadonlyMap<string, string>,
  ): Promise<HttpResponse> {
    const { operation } = target.route;
    let phase: ServerFailure["phase"] = "security";
    const report = this.#report(exchange, operation);
    try {
      const authenticated = authenticate(this.#api, operation, parts, this.#options.security);
      const principal = isPending(authenticated) ? await authenticated : authenticated;
      if (!target.offer.isMet(headerValue(exchange.request, "accept")))
        throw new RequestFailure(406);
      phase = "validators";
      const validators = target.validators ?? (await loadValidators(target));
      const read = readInput(target.plan, parts, values, validators);
      const input = read instanceof Promise ? await read : read;
      const { handler = this.#missing(operation) } = target.route;
      if (handler === undefined) throw new RequestFailure(501);
      phase = "context";
      const made = this.#context(operation, exchange, principal);
      const context = isPending(made) ? await made : made;
      phase = "handler";
      const answer = await answerOf(handler as AnswerWith<Context>, input, context);
      phase = "response";
      const written = this.#write(exchange.request, target, validators, answer, report);
      return written instanceof Promise ? await written : written;
    } catch (error) {
      const isRefused = error instanceof RequestFailure;
      if (!isRefused) report(phase, error);
      return failureResponse(this.#api, isRefused ? error : new RequestFailure(500));
    }
  }

  #write(
    request: HttpRequest,
    { route: { operation, serializers } }: Target<Context>,
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

  /** The stand-in of a handler that is missing; it marks its answers. */
  #missing(operation: OperationDescriptor): AnswerWith<Context> | undefined {
    const { missing } = this.#options;
    if (missing === undefined) return undefined;
    return async (input, context) => {
      const answer = await missing(operation, input, context);
      const marker = { "x-missing-handler": operation.operationId };
      return { ...answer, headers: { ...answer.headers, ...marker } };
    };
  }

  #report(exchange: Exchange, operation: OperationDescriptor) {
    return (phase: ServerFailure["phase"], error: unknown): void => {
      const { request, requestId } = exchange;
      this.#hooks.report({ phase, error, operation, request, requestId });
    };
  }
}

type AnswerWith<Context> = Handler<unknown, AnyResult, Context>;

const fail: Fail<AnyResult> = (answer) => new ThrownAnswer(answer);

/** What a handler answers, be it returned or thrown. */
function answerOf<Context>(
  handler: AnswerWith<Context>,
  input: unknown,
  context: Context,
): Answer<AnyResult> | Promise<Answer<AnyResult>> {
  try {
    const answer = handler(input, context, fail);
    return answer instanceof Promise ? answer.catch(thrownAnswer) : answer;
  } catch (error) {
    return thrownAnswer(error);
  }
}

function thrownAnswer(error: unknown): Answer<AnyResult> {
  if (error instanceof ThrownAnswer) return error.answer;
  throw error;
}

/** Whether something has to be waited for. */
function isPending(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as PromiseLike<unknown> | null)?.then === "function"
  );
}
