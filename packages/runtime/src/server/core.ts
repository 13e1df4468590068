import type { ApiDescriptor, OperationDescriptor, OperationValidators } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { writeAnswer } from "./answer.ts";
import { failureResponse, RequestFailure } from "./failure.ts";
import { planInput, readInput } from "./input.ts";
import type { InputPlan } from "./input.ts";
import { headerValue, RequestParts } from "./request-target.ts";
import { Router } from "./router.ts";
import { authenticate } from "./security.ts";
import { leaveBody } from "./stream.ts";
import type {
  Handler,
  HttpRequest,
  HttpResponse,
  RequestContext,
  Route,
  Server,
  ServerArguments,
  ServerFailure,
  ServerOptions,
} from "./types.ts";

const defaultMaxBodyBytes = 1024 * 1024;

/**
 * Makes a server of routes. Each request passes these stages, and the first that fails answers:
 * routing (404, 405), security (401), the body's size and media type (413, 415), decoding and
 * validation (400 with every issue), the handler (501 without one), and writing its answer.
 *
 * @throws {TypeError} when two routes have the same method and path, or a path template is malformed.
 */
export function createServerCore<Context = RequestContext>(
  api: ApiDescriptor,
  routes: readonly Route<Context>[],
  ...[options]: ServerArguments<Context>
): Server {
  return new ServerCore(api, routes, options ?? {});
}

interface Target<Context> {
  readonly route: Route<Context>;
  readonly plan: InputPlan;
  validators: OperationValidators | undefined;
}

class ServerCore<Context> implements Server {
  readonly operations: Server["operations"];
  readonly #api: ApiDescriptor;
  readonly #options: ServerOptions<Context>;
  readonly #basePath: string;
  readonly #router = new Router<Target<Context>>();

  constructor(
    api: ApiDescriptor,
    routes: readonly Route<Context>[],
    options: ServerOptions<Context>,
  ) {
    this.#api = api;
    this.#options = options;
    this.#basePath = options.basePath?.replace(/\/+$/, "") ?? "";
    this.operations = routes.map((route) => route.operation);
    for (const route of routes) {
      const { operation } = route;
      const plan = planInput(api, operation, options.maxBodyBytes ?? defaultMaxBodyBytes);
      this.#router.add(operation.method, operation.path, { route, plan, validators: undefined });
    }
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    let response: HttpResponse;
    try {
      response = await this.#answer(request);
    } catch (error) {
      const failure = error instanceof RequestFailure ? error : new RequestFailure(500);
      response = failureResponse(this.#api, failure);
    }
    return request.method === "HEAD" ? withoutBody(response) : response;
  }

  async #answer(request: HttpRequest): Promise<HttpResponse> {
    const parts = new RequestParts(request, this.#basePath);
    if (parts.path === undefined) throw new RequestFailure(404);
    const match = this.#router.find(request.method, parts.path, parts.query);
    if (!("target" in match)) throw notFound(match.allow);
    const { operation } = match.target.route;
    let phase: ServerFailure["phase"] = "security";
    const report = (failedPhase: ServerFailure["phase"], error: unknown): void =>
      this.#report({ phase: failedPhase, error, operation, request });
    try {
      const principal = await authenticate(this.#api, operation, parts, this.#options.security);
      phase = "validators";
      const validators = match.target.validators ?? (await loadValidators(match.target));
      const input = await readInput(match.target.plan, parts, match.values, validators);
      const { handler } = match.target.route;
      if (handler === undefined) throw new RequestFailure(501);
      phase = "context";
      const context = await this.#context(baseContext(operation, request, principal));
      phase = "handler";
      const answer = await (handler as Handler<unknown, AnyResult, Context>)(input, context);
      phase = "response";
      return await writeAnswer(
        {
          api: this.#api,
          operation,
          validators,
          validation: this.#options.validateResponses ?? "off",
          request,
          report,
        },
        answer,
      );
    } catch (error) {
      if (!(error instanceof RequestFailure)) report(phase, error);
      throw error;
    }
  }

  #context(base: RequestContext): Context | Promise<Context> {
    const { context } = this.#options;
    return context ? context(base) : (base as Context);
  }

  #report(failure: ServerFailure): void {
    const { onError } = this.#options;
    if (onError) onError(failure);
    else console.error(`${failure.operation.operationId} failed (${failure.phase})`, failure.error);
  }
}

/** What a handler is told; what costs something is worked out only when it is looked at. */
function baseContext(
  operation: OperationDescriptor,
  request: HttpRequest,
  principal: unknown,
): RequestContext {
  return {
    operation,
    request,
    principal,
    get signal() {
      return request.signal ?? new AbortController().signal;
    },
    get lastEventId() {
      return headerValue(request, "last-event-id");
    },
  };
}

async function loadValidators<Context>(target: Target<Context>): Promise<OperationValidators> {
  const { validators } = target.route;
  target.validators = typeof validators === "function" ? await validators() : validators;
  return target.validators;
}

function notFound(allow: readonly string[]): RequestFailure {
  if (allow.length === 0) return new RequestFailure(404);
  return new RequestFailure(405, [], { allow: allow.join(", ") });
}

/** The response to HEAD: that to GET without its body, which is never begun (RFC 9110, 9.3.2). */
function withoutBody(response: HttpResponse): HttpResponse {
  leaveBody(response.body);
  return { status: response.status, headers: response.headers };
}
