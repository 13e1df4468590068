import { toJson } from "../conversion/to-json.ts";
import { errorBody } from "../errors.ts";
import { encodeEvent } from "../event-stream/index.ts";
import type {
  ApiDescriptor,
  MediaTypeDescriptor,
  OperationDescriptor,
  OperationSerializers,
  OperationValidators,
  Serializer,
  Validator,
} from "../operation.ts";
import type { ExactJson } from "../operation-codec.ts";
import { isJsonMediaType, isRaw, isSequenceMediaType } from "../media-type.ts";
import { getMember } from "../members.ts";
import { copyPartHeaders } from "../multipart/part-headers.ts";
import type { AnyResult } from "../result.ts";
import { responseKey } from "../status.ts";
import { toIssues } from "../validation/issues.ts";
import { ThrownAnswer } from "./fail.ts";
import type { ServerFailure } from "./server-failure.ts";
import { InvalidAnswerError } from "./invalid-answer.ts";
import { headerValue } from "./request-target.ts";
import { mediaTypeOf, writeResponse } from "./response.ts";
import type { StreamOptions } from "./stream.ts";
import type { Answer, HttpRequest, HttpResponse, ResponseHeaders } from "./types.ts";

/** The context in which an answer is written. */
export interface AnswerContext {
  readonly api: ApiDescriptor;
  readonly operation: OperationDescriptor;
  readonly validators: OperationValidators;
  readonly validation: "off" | "warn" | "strict";
  /** Default: a body is sent with all of its members. */
  readonly serializers: OperationSerializers | undefined;
  /** True if handlers of the operation answer with types beyond JSON. */
  readonly isConverted: boolean;
  /** Only where JSON may have integers beyond 2^53 (see `ExactJson`). */
  readonly raw?: ExactJson["raw"] | undefined;
  readonly request: HttpRequest;
  /** The time in milliseconds without an event after which an event stream gets a comment; `0`: never. */
  readonly heartbeat: number;
  readonly report: (phase: ServerFailure["phase"], error: unknown) => void;
}

/**
 * Turns a handler's answer into a response: picks the declared properties, and validates the body as
 * `validation` requires.
 *
 * @throws {InvalidAnswerError} if the answer has no status of a final response, or a header that cannot be
 * sent, and under `strict` if the status is undocumented or the body invalid.
 */
export function writeAnswer(
  context: AnswerContext,
  answer: Answer<AnyResult>,
): HttpResponse | Promise<HttpResponse> {
  const { api, operation, request, report } = context;
  if (typeof answer?.status !== "number") {
    throw new InvalidAnswerError(`${operation.operationId}: the handler returned no status`);
  }
  // 1xx responses are not final (RFC 9110, section 15.2), and there is no status above 599.
  if (!Number.isInteger(answer.status) || answer.status < 200 || answer.status > 599) {
    const message = `${operation.operationId}: the status ${answer.status} is not between 200 and 599`;
    throw new InvalidAnswerError(message);
  }
  const key = responseKey(operation.responses, answer.status);
  const isCommonError = api.errorBody?.statuses.includes(answer.status) === true;
  const common = isCommonError ? { content: [{ mediaType: api.errorBody.mediaType }] } : undefined;
  const described = key === undefined ? common : operation.responses[key];
  if (described === undefined) {
    const message = `${operation.operationId}: the status ${answer.status} is not documented`;
    reject(context, new InvalidAnswerError(message));
  }
  const media = mediaTypeOf(described, answer, headerValue(request, "accept"));
  const place: PartPlace = { status: answer.status, key, mediaType: media.mediaType };
  const isComplete = media.stream === undefined && answer.body !== undefined;
  const body = isComplete ? sentPart(context, place, answer.body) : answer.body;
  if (media.as === "parts") copyPartHeaders(answer.body, body);
  const { headers } = answer;
  const written =
    context.isConverted && headers ? { ...answer, headers: jsonHeaders(headers) } : answer;
  return writeResponse(written, body, described, media, {
    operationId: operation.operationId,
    request,
    streaming: () => ({
      declared: (item) => sentPart(context, place, item),
      onError: (error) => {
        if (!(error instanceof ThrownAnswer)) report("stream", error);
      },
      failure: failureEvent(context, media),
      heartbeat: context.heartbeat,
    }),
  });
}

const jsonHeaders = (headers: ResponseHeaders): ResponseHeaders =>
  toJson(headers) as ResponseHeaders;

/**
 * Creates the function that encodes a stream's declared error event. The event's data is the body thrown by
 * `fail`. Any other error is reported as 500 without details, and a closing server as 503.
 */
function failureEvent(
  context: AnswerContext,
  media: MediaTypeDescriptor,
): StreamOptions["failure"] {
  const { errorEvent: event } = media;
  if (event === undefined || media.stream !== "server-sent-events") return undefined;
  return (error) => {
    const isDeclared = error instanceof ThrownAnswer && error.answer.body !== undefined;
    const status = error === undefined ? 503 : 500;
    const body = isDeclared
      ? declaredError(context, error.answer)
      : errorBody(context.api, status).body;
    return encodeEvent(body, { event });
  };
}

function declaredError(context: AnswerContext, { status, body }: Answer<AnyResult>): unknown {
  const key = responseKey(context.operation.responses, status);
  const content = key === undefined ? undefined : context.operation.responses[key]?.content;
  const serializer = serializerOf(context, key, content?.[0]?.mediaType ?? "");
  const json = context.isConverted ? toJson(body) : body;
  const sent = serializer === undefined ? json : serializer(json);
  return context.raw ? context.raw(sent) : sent;
}

function serializerOf(
  { serializers }: AnswerContext,
  key: string | undefined,
  mediaType: string,
): Serializer | undefined {
  if (key === undefined) return serializers?.commonError;
  return getMember(serializers?.responses?.[key], mediaType) as Serializer | undefined;
}

/** The place of a body in the description. */
interface PartPlace {
  readonly status: number;
  readonly key: string | undefined;
  readonly mediaType: string;
}

/** As {@link declaredPart}, with long integers as JSON writes them. */
function sentPart(context: AnswerContext, place: PartPlace, given: unknown): unknown {
  const part = declaredPart(context, place, given);
  const { mediaType } = place;
  const isJson = isJsonMediaType(mediaType) || isSequenceMediaType(mediaType);
  return context.raw && isJson ? context.raw(part) : part;
}

/** Serializes and validates a body, or one item of a stream. Bytes are sent unchanged. */
function declaredPart(
  context: AnswerContext,
  { status, key, mediaType }: PartPlace,
  given: unknown,
): unknown {
  const serializer = serializerOf(context, key, mediaType);
  const value = context.isConverted ? toJson(given) : given;
  const isBytes = typeof value === "object" && isRaw(value);
  const sent = serializer === undefined || isBytes ? value : serializer(value);
  if (context.validation === "off" || key === undefined) return sent;
  const validators = context.validators.responses?.[key];
  const validator = getMember(validators, mediaType) as Validator | undefined;
  if (validator === undefined || validator(sent)) return sent;
  const message = `${context.operation.operationId}: the body of ${status} is invalid`;
  reject(context, new InvalidAnswerError(message, toIssues("body", validator.errors)));
  return sent;
}

function reject(context: AnswerContext, error: InvalidAnswerError): void {
  if (context.validation === "strict") throw error;
  if (context.validation === "warn") context.report("response", error);
}
