import { fillError, problemBody, problemOf } from "../error-template.ts";
import type { Problem } from "../error-template.ts";
import type { ErrorFill } from "../error-types.ts";
import type { ErrorBody } from "../errors.ts";
import { isJsonMediaType, isMediaTypeRange, mediaTypeMatches } from "../media-type.ts";
import { getMember } from "../members.ts";
import type {
  ApiDescriptor,
  OperationValidators,
  ResponseDescriptor,
  Serializer,
  Validator,
} from "../operation.ts";
import { randomId } from "../random-id.ts";
import type { AnyResult } from "../result.ts";
import { responseKey } from "../status.ts";
import { toIssues } from "../validation/issues.ts";
import { failureResponse, RequestFailure } from "./failure.ts";
import type { Exchange, HookList } from "./hooks.ts";
import { InvalidAnswerError } from "./invalid-answer.ts";
import type { ServerOptions } from "./options.ts";
import { loadValidators } from "./prepared-operation.ts";
import type { PreparedOperation } from "./prepared-operation.ts";
import { failureOf } from "./server-failure.ts";
import type { ServerFailure } from "./server-failure.ts";
import { RawAnswer, rawResponse } from "./raw-exchange.ts";
import type { Answer, HttpResponse } from "./types.ts";

/** The options that determine a server's own answers. */
type RefusalOptions<Context> = Pick<ServerOptions<Context>, "errorBody" | "serialize">;

/** Writes the answer of an operation as a response. */
type Write = (
  validators: OperationValidators,
  answer: Answer<AnyResult>,
) => HttpResponse | Promise<HttpResponse>;

/** The documented body of an operation for a status. */
interface DocumentedBody {
  readonly mediaType: string;
  /** Default: problems cannot fill its schema. */
  readonly fill: ErrorFill | undefined;
  readonly serializer: Serializer | undefined;
  readonly validator: Validator | undefined;
}

/**
 * Writes the server's own answers. If the operation documents the status, its body has the documented type:
 * it is what the option `errorBody` returns, else the description's template filled in from the problem. A
 * body that the operation's validator rejects is not sent. All other answers are `application/problem+json`
 * (RFC 9457).
 */
export class Refusals<Context> {
  readonly #api: ApiDescriptor;
  readonly #options: RefusalOptions<Context>;
  readonly #hooks: HookList;

  constructor(api: ApiDescriptor, options: RefusalOptions<Context>, hooks: HookList) {
    this.#api = api;
    this.#options = options;
    this.#hooks = hooks;
  }

  /**
   * Answers a refused request. Invalid input gets a 400, or a 422 if the operation documents that instead
   * (RFC 9110, sections 15.5.1 and 15.5.21).
   */
  refuse(
    failure: RequestFailure,
    exchange: Exchange,
    prepared?: PreparedOperation<Context>,
  ): HttpResponse | Promise<HttpResponse> {
    const { status, issues, headers } = failure;
    if (prepared !== undefined && this.#isDocumented(prepared, status))
      return this.#documented(failure, exchange, prepared);
    if (status === 400 && prepared !== undefined && this.#isDocumented(prepared, 422))
      return this.#documented(new RequestFailure(422, issues, headers), exchange, prepared);
    return failureResponse(this.#api, failure);
  }

  #isDocumented({ route }: PreparedOperation<Context>, status: number): boolean {
    const isCommon = this.#api.errorBody?.statuses.includes(status) === true;
    return isCommon || responseKey(route.operation.responses, status) !== undefined;
  }

  /** Answers after an internal failure: with the answer of `onError`, else with a 500. */
  async fail(
    error: unknown,
    phase: ServerFailure["phase"],
    exchange: Exchange,
    prepared: PreparedOperation<Context>,
    write: Write,
  ): Promise<HttpResponse> {
    if (error instanceof RawAnswer) return rawResponse(error);
    const { operation } = prepared.route;
    const { request, requestId } = exchange;
    const report = (at: ServerFailure["phase"], what: unknown): ReturnType<HookList["report"]> =>
      this.#hooks.report(failureOf({ phase: at, error: what, operation, request, requestId }));
    const answer = await report(phase, error);
    if (answer === undefined) return this.refuse(new RequestFailure(500), exchange, prepared);
    try {
      const { status } = answer;
      const isCommon = this.#api.errorBody?.statuses.includes(status) === true;
      if (!isCommon && responseKey(operation.responses, status) === undefined)
        throw new InvalidAnswerError(
          `${operation.operationId}: onError answered ${status}, which is not documented`,
        );
      return await write(prepared.validators ?? (await loadValidators(prepared)), answer);
    } catch (refused) {
      await report("response", refused);
      return this.refuse(new RequestFailure(500), exchange, prepared);
    }
  }

  async #documented(
    failure: RequestFailure,
    exchange: Exchange,
    prepared: PreparedOperation<Context>,
  ): Promise<HttpResponse> {
    const { operation } = prepared.route;
    const { request, requestId } = exchange;
    const { method, url } = request;
    const problem = problemOf(failure.status, failure.issues, { method, url, requestId });
    const report = (error: unknown): void =>
      void this.#hooks.report(
        failureOf({ phase: "response", error, operation, request, requestId }),
      );
    let body: ErrorBody | undefined;
    try {
      const documented = await this.#bodyOf(prepared, failure.status);
      if (documented !== undefined)
        body =
          (await this.#given(documented, problem, prepared, report)) ?? filled(documented, problem);
    } catch (error) {
      report(error);
    }
    const undescribed = { mediaType: "application/problem+json", body: problemBody(problem) };
    return failureResponse(this.#api, failure, body ?? undescribed);
  }

  /** Returns the documented body of a status; `undefined` if the status has none. */
  async #bodyOf(
    prepared: PreparedOperation<Context>,
    status: number,
  ): Promise<DocumentedBody | undefined> {
    const { operation, serializers, errorBodies } = prepared.route;
    const key = responseKey(operation.responses, status);
    if (key === undefined) {
      const fill = this.#api.errorBody;
      if (fill === undefined) return undefined;
      const serializer = serializers?.commonError;
      return { mediaType: fill.mediaType, fill, serializer, validator: undefined };
    }
    const fill = errorBodies?.[key];
    const documented = fill?.mediaType ?? mediaTypeOf(operation.responses[key]);
    if (documented === undefined) return undefined;
    const validators = prepared.validators ?? (await loadValidators(prepared));
    const { responses } = validators;
    return {
      mediaType: concrete(documented),
      fill,
      serializer: getMember(serializers?.responses?.[key], documented) as Serializer | undefined,
      validator: getMember(responses?.[key], documented) as Validator | undefined,
    };
  }

  /** Returns the body from the option `errorBody`; `undefined` if there is none, or it is invalid. */
  async #given(
    { mediaType, serializer, validator }: DocumentedBody,
    problem: Problem,
    prepared: PreparedOperation<Context>,
    report: (error: unknown) => void,
  ): Promise<ErrorBody | undefined> {
    const { errorBody, serialize } = this.#options;
    if (errorBody === undefined) return undefined;
    const { operation } = prepared.route;
    try {
      const given: unknown = await errorBody(problem, operation);
      if (given === undefined) return undefined;
      const body = serializer === undefined || serialize === "all" ? given : serializer(given);
      if (validator === undefined || validator(body)) return { mediaType, body };
      const message = `${operation.operationId}: the body of ${problem.status} by errorBody is invalid`;
      report(new InvalidAnswerError(message, toIssues("body", validator.errors)));
    } catch (error) {
      report(error);
    }
    return undefined;
  }
}

/** Fills in a template from a problem; `undefined` if there is none, or the result does not conform. */
function filled(
  { mediaType, fill, validator }: DocumentedBody,
  problem: Problem,
): ErrorBody | undefined {
  if (fill === undefined) return undefined;
  // The caller may choose the request id, which need not conform to the documented format.
  for (const requestId of [problem.requestId, randomId()]) {
    const body = fillError(fill.template, { ...problem, requestId });
    if (validator === undefined || validator(body)) return { mediaType, body };
  }
  return undefined;
}

/** Returns the documented media type for a body from `errorBody`: JSON, if there is any. */
function mediaTypeOf(described: ResponseDescriptor | undefined): string | undefined {
  const names = (described?.content ?? [])
    .filter(({ stream }) => stream === undefined)
    .map(({ mediaType }) => mediaType);
  return names.find((name) => isJsonMediaType(concrete(name))) ?? names[0];
}

/** Returns a media type within a documented range. */
function concrete(mediaType: string): string {
  if (!isMediaTypeRange(mediaType)) return mediaType;
  const known = ["application/json", "text/plain"];
  return known.find((one) => mediaTypeMatches(mediaType, one)) ?? "application/json";
}
