import type {
  ApiModel,
  MediaType,
  Operation,
  OperationResponse,
  Pagination,
  Parameter,
} from "../../model/api-model.ts";
import {
  mediaTypeDescriptor,
  parameterDescriptor,
  responseDescriptor,
} from "../contract/descriptors.ts";
import { valueShape, type Shape } from "../../compile/value-shape.ts";
import type { DataObject, DataValue } from "../data.ts";
import { byDemand, errorClasses, sharedFacts } from "./shared-facts.ts";

/** One member of what a client knows of an operation, beside its name and place. */
export interface ClientFact {
  /** As the runtime's `OperationFacts` has it. */
  readonly member: string;
  /** Of `errors` the names of classes. */
  readonly value: DataValue;
  /** The function of the runtime that makes a writer or a reader of the value. */
  readonly maker?: Maker;
}

type Maker =
  "describedBody" | "describedParameters" | "describedRead" | "headersRead" | "streamRead";

/** What a client takes an operation's answers for unless it is told otherwise. */
const usualResponses = { "200": "application/json" };

/**
 * What a client knows of an operation beside its name and place: the media types of its answers, and
 * what differs from the rule. Writers and readers for what is out of the ordinary are functions of
 * the runtime, so that an application bundles those that its calls need.
 */
export function clientFacts(model: ApiModel, operation: Operation): readonly ClientFact[] {
  const facts = knownFacts.get(operation) ?? findFacts(model, operation);
  knownFacts.set(operation, facts);
  return facts;
}

/** Asked for when they are counted and when they are written. */
const knownFacts = new WeakMap<Operation, readonly ClientFact[]>();

function findFacts(model: ApiModel, operation: Operation): readonly ClientFact[] {
  const { responses, servers, pagination } = operation;
  const security = byDemand(operation);
  const types = Object.fromEntries(
    responses.map(({ status, content }) => [
      status,
      content.map(({ mediaType }) => mediaType).join(", "),
    ]),
  );
  const idempotency = idempotencyHeader(operation);
  return [
    ...(isSame(types, usualResponses) ? [] : [{ member: "responses", value: types }]),
    ...(isSame(security, sharedFacts(model).security)
      ? []
      : [{ member: "security", value: security }]),
    ...(servers.length === 0 ? [] : [{ member: "servers", value: servers }]),
    ...(pagination === undefined
      ? []
      : [{ member: "pagination", value: paginationFact(pagination) }]),
    ...(idempotency === undefined ? [] : [{ member: "idempotencyHeader", value: idempotency }]),
    ...errorFact(model, operation),
    ...parameterWriter(model, operation),
    ...bodyWriter(model, operation),
    ...responseReader(model, operation),
  ];
}

function paginationFact({ style, request, response }: Pagination): DataObject {
  return { style, request, response };
}

/** Left out where every status has the class that it has for most operations, or none. */
function errorFact(model: ApiModel, operation: Operation): ClientFact[] {
  const own = errorClasses(model, operation);
  const shared = sharedFacts(model).errors;
  const statuses = new Set([
    ...operation.responses.map(({ status }) => status),
    ...(model.commonErrors?.statuses ?? []).map(String),
  ]);
  if ([...statuses].every((status) => own.get(status)?.name === shared.get(status)?.name))
    return [];
  return [
    {
      member: "errors",
      value: Object.fromEntries([...own].map(([status, { name }]) => [status, name])),
    },
  ];
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The header that makes requests repeatable, by the name that it has in practice (IETF draft "The Idempotency-Key HTTP Header Field"). */
function idempotencyHeader({ parameters }: Operation): string | undefined {
  return parameters.find(
    (parameter) => parameter.in === "header" && /^(?:x-)?idempotency-key$/i.test(parameter.name),
  )?.name;
}

/** Left out where all parameters are written as OpenAPI has it by default. */
function parameterWriter({ document }: ApiModel, { path, parameters }: Operation): ClientFact[] {
  const isPlainPath = /^(?:\/(?:\{[^{}/]+\}|[^{}/?#]*))*$/.test(path);
  if (isPlainPath && parameters.every((parameter) => isPlainParameter(document, parameter)))
    return [];
  const value = parameters.map((parameter) => {
    const { shape: _, ...rest } = parameterDescriptor(document, parameter);
    return rest;
  });
  return [{ member: "parameters", value, maker: "describedParameters" }];
}

function isPlainParameter(document: ApiModel["document"], parameter: Parameter): boolean {
  const { in: location, style, explode, allowReserved, content, schema } = parameter;
  if (location === "cookie" || allowReserved || content !== undefined) return false;
  if ((style ?? "simple") !== (location === "query" ? ((style && "form") ?? "simple") : "simple"))
    return false;
  const shape = valueShape(document, schema.schema);
  return isScalar(shape) || (location === "query" && explode !== false && isScalarList(shape));
}

const scalars: readonly Shape[] = ["string", "number", "integer", "boolean", "null"];

function isScalar(shape: Shape): boolean {
  return typeof shape === "object" && "oneOf" in shape
    ? shape.oneOf.every(isScalar)
    : scalars.includes(shape);
}

function isScalarList(shape: Shape): boolean {
  if (typeof shape !== "object") return false;
  if ("oneOf" in shape) return shape.oneOf.every((one) => isScalar(one) || isScalarList(one));
  return "array" in shape && isScalar(shape.array);
}

/** Left out where a body is JSON, or there is none. */
function bodyWriter({ document }: ApiModel, { requestBody }: Operation): ClientFact[] {
  const content = requestBody?.content ?? [];
  const isJson = ({ mediaType, stream }: MediaType): boolean =>
    mediaType === "application/json" && stream === undefined;
  if (content.length === 0 || (content.length === 1 && content.every(isJson))) return [];
  const value = content.map((media) => mediaTypeDescriptor(document, media));
  return [{ member: "body", value, maker: "describedBody" }];
}

/** Left out where every answer is JSON, text or bytes of one media type. */
function responseReader(model: ApiModel, operation: Operation): ClientFact[] {
  const { responses } = operation;
  const stream = onlyStream(operation);
  if (stream !== undefined) {
    const media = mediaTypeDescriptor(model.document, stream);
    const value = isSame(media, usualStream) ? undefined : media;
    return [{ member: "read", value, maker: "streamRead" }];
  }
  const isPlainResponse = responses.every(
    ({ status, content }) =>
      content.length < 2 && content.every((media) => isPlainMedia(media, status.startsWith("2"))),
  );
  const headers = responses.flatMap((response) => response.headers);
  if (isPlainResponse && headers.length === 0) return [];
  if (isPlainResponse && headers.every((header) => isPlainHeader(model, header)))
    return [{ member: "read", value: headerShapes(model, responses), maker: "headersRead" }];
  const value = Object.fromEntries(
    responses.map((response) => [response.status, responseDescriptor(model.document, response)]),
  );
  return [{ member: "read", value, maker: "describedRead" }];
}

/** Whether a header of a response is one text, number or boolean. */
function isPlainHeader({ document }: ApiModel, { name, content, schema }: Parameter): boolean {
  if (content !== undefined || name.toLowerCase() === "set-cookie") return false;
  return scalars.includes(valueShape(document, schema.schema));
}

/** Status → header → shape, of the responses that have headers. */
function headerShapes({ document }: ApiModel, responses: readonly OperationResponse[]): DataObject {
  const documented = responses.filter(({ headers }) => headers.length > 0);
  return Object.fromEntries(
    documented.map(({ status, headers }) => [
      status,
      Object.fromEntries(
        headers.map(({ name, schema }) => [name, valueShape(document, schema.schema)]),
      ),
    ]),
  );
}

/** What the runtime takes a stream for unless it is told otherwise. */
const usualStream = { mediaType: "text/event-stream", stream: "server-sent-events" };

/** The media type of an operation whose only success is a stream, and whose errors are plain. */
function onlyStream({ responses }: Operation): MediaType | undefined {
  const isSuccess = (status: string): boolean => status.startsWith("2");
  const [success, ...others] = responses.filter(({ status }) => isSuccess(status));
  const [media, ...alternatives] = success?.content ?? [];
  if (media?.stream === undefined || others.length > 0 || alternatives.length > 0) return undefined;
  const isPlain = responses.every(
    ({ status, content, headers }) =>
      headers.length === 0 &&
      (isSuccess(status) ||
        (content.length < 2 && content.every((one) => isPlainMedia(one, false)))),
  );
  return isPlain ? media : undefined;
}

function isPlainMedia({ mediaType, kind, stream }: MediaType, isSuccess: boolean): boolean {
  if (stream !== undefined || mediaType.includes("*")) return false;
  if (kind === "text") return mediaType.startsWith("text/");
  return kind === "json" || (kind === "binary" && isSuccess);
}
