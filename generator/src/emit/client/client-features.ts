import { kindOfMediaType } from "@openapi-packages/description/model/build-bodies";
import type {
  ApiModel,
  MediaType,
  Operation,
  OperationResponse,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import type { ComponentSchemas } from "@openapi-packages/description/model/schema/schema";
import { valueShape, type ValueShape } from "@openapi-packages/compiler/compile/value-shape";
import type { RuntimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";

/** A member of the runtime's `ClientFeatures`, with the runtime's function for it. */
export type ClientFeature =
  | { readonly member: "accept"; readonly name: "acceptOf" }
  | { readonly member: "writeParameters"; readonly name: RuntimeValue<"/client"> }
  | { readonly member: "writeBody"; readonly name: RuntimeValue<"/client"> }
  | { readonly member: "readResponse"; readonly name: RuntimeValue<"/client"> };

/** Returns the features that an operation needs beyond those of every call. */
export function clientFeatures(model: ApiModel, operation: Operation): ClientFeature[] {
  const reader = responseReader(model, operation);
  const writer = parameterWriter(model, operation);
  const body = bodyWriter(model, operation);
  return [
    ...(asksForJson(operation) ? [] : [{ member: "accept", name: "acceptOf" } as const]),
    ...(writer === undefined ? [] : [{ member: "writeParameters", name: writer } as const]),
    ...(body === undefined ? [] : [{ member: "writeBody", name: body } as const]),
    ...(reader === undefined ? [] : [{ member: "readResponse", name: reader } as const]),
  ];
}

/** Returns the documented successes. Without any, `default` has them. */
function successesOf({ responses }: Operation): readonly OperationResponse[] {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === "default");
}

/** True if every success that has a body can be `application/json`, and is no other JSON, stream or range. */
const asksForJson = (operation: Operation): boolean =>
  successesOf(operation).every(
    ({ content }) =>
      content.length === 0 ||
      (content.some(({ mediaType }) => mediaType === "application/json") &&
        content.every((media) => media.mediaType === "application/json" || isPlainText(media))),
  );

/** Returns `undefined` if all parameters are in the path and the query, in OpenAPI's default styles. */
function parameterWriter(
  { types }: ApiModel,
  { path, parameters }: Operation,
): "describedParameters" | "headerParameters" | "multiSegmentParameters" | undefined {
  const isPlainPath = /^(?:\/(?:\{[^{}/]+\}|[^{}/?#]*))*$/.test(path);
  const isPlain =
    isPlainPath && parameters.every((parameter) => isPlainParameter(types, parameter));
  if (!isPlain) return "describedParameters";
  if (parameters.some((one) => one.multiSegment)) return "multiSegmentParameters";
  return parameters.some((one) => one.in === "header") ? "headerParameters" : undefined;
}

function isPlainParameter(types: ComponentSchemas, parameter: Parameter): boolean {
  const {
    in: location,
    style,
    explode,
    allowReserved,
    allowEmptyValue,
    content,
    schema,
  } = parameter;
  if (location === "cookie" || allowReserved || allowEmptyValue || content !== undefined)
    return false;
  if ((style ?? "simple") !== (location === "query" ? ((style && "form") ?? "simple") : "simple"))
    return false;
  const shape = valueShape(types, schema.meaning);
  return isScalar(shape) || (location === "query" && explode !== false && isScalarList(shape));
}

const scalars: readonly ValueShape[] = ["string", "number", "integer", "boolean", "null"];

function isScalar(shape: ValueShape): boolean {
  return typeof shape === "object" && "oneOf" in shape
    ? shape.oneOf.every(isScalar)
    : scalars.includes(shape);
}

function isScalarList(shape: ValueShape): boolean {
  if (typeof shape !== "object") return false;
  if ("oneOf" in shape) return shape.oneOf.every((one) => isScalar(one) || isScalarList(one));
  return "array" in shape && isScalar(shape.array);
}

const isPlainJson = ({ mediaType, kind, stream }: MediaType): boolean =>
  mediaType === "application/json" && kind === "json" && stream === undefined;

const hasParts = (content: readonly MediaType[]): boolean =>
  content.some(({ kind }) => kind === "parts");

/** The function that writes an operation's body; `undefined` if it has none. */
function bodyWriter(
  { types }: ApiModel,
  { requestBody }: Operation,
):
  | ("contentBody" | "describedBody" | "formBody" | "jsonBody")
  | ("multipartBody" | "partsBody" | "plainFormBody")
  | undefined {
  const content = requestBody?.content ?? [];
  if (content.length === 0) return undefined;
  if (content.length === 1 && content.every(isPlainJson)) return "jsonBody";
  if (hasParts(content)) return "partsBody";
  // Within a range the caller names the media type.
  const isOpen = content.some(
    ({ mediaType, stream }) => stream !== undefined || mediaType.includes("*"),
  );
  const forms = content.filter(({ kind }) => kind === "form");
  const hasMultipart = content.some(({ kind }) => kind === "multipart");
  if (isOpen || (forms.length > 0 && hasMultipart)) return "describedBody";
  if (forms.length === 0) return hasMultipart ? "multipartBody" : "contentBody";
  return forms.every((form) => isPlainForm(types, form)) ? "plainFormBody" : "formBody";
}

/** True if a form has only single values and lists of them, in the default style. */
function isPlainForm(types: ComponentSchemas, { schema, encoding }: MediaType): boolean {
  if (schema === undefined || encoding !== undefined) return false;
  const shape = valueShape(types, schema.meaning);
  if (typeof shape !== "object" || !("object" in shape) || shape.rest !== undefined) return false;
  return Object.values(shape.object).every((member) => isScalar(member) || isScalarList(member));
}

/** Returns `undefined` if every success is JSON of one media type, and every error JSON or text. */
function responseReader(
  model: ApiModel,
  operation: Operation,
):
  | ("contentAndHeadersRead" | "contentOrEventsRead" | "contentOrStreamRead" | "contentRead")
  | ("describedRead" | "eventsRead" | "headersRead" | "partsRead" | "streamRead")
  | ("jsonOrTextAndHeadersRead" | "jsonOrTextRead")
  | undefined {
  const { responses } = operation;
  if (responses.some(({ content }) => hasParts(content))) return "partsRead";
  const bodies = responses.flatMap((response) => response.content);
  const streams = bodies.filter(({ stream }) => stream !== undefined);
  const isEvents = streams.every(({ stream }) => stream === "server-sent-events");
  if (isOnlyStream(operation)) return isEvents ? "eventsRead" : "streamRead";
  const successes = successesOf(operation);
  const isPlainResponse = responses.every(
    (response) =>
      response.content.length < 2 &&
      response.content.every((media) => isPlainMedia(media, successes.includes(response))),
  );
  const headers = responses.flatMap((response) => response.headers);
  if (!headers.every((header) => isPlainHeader(model, header))) return "describedRead";
  if (isPlainResponse) return headers.length === 0 ? undefined : "headersRead";
  const isStream = streams.length > 0;
  if (bodies.some(isForm) || (isStream && headers.length > 0)) return "describedRead";
  if (!isStream && isJsonOrText(responses, successes))
    return headers.length > 0 ? "jsonOrTextAndHeadersRead" : "jsonOrTextRead";
  if (isStream) return isEvents ? "contentOrEventsRead" : "contentOrStreamRead";
  return headers.length > 0 ? "contentAndHeadersRead" : "contentRead";
}

/** True if a media type is text of one name, such as `application/xml`, and is read as text. */
const isPlainText = ({ mediaType, kind }: MediaType): boolean =>
  kind === "text" && kind === kindOfMediaType(mediaType) && /^[a-z\d./+-]+$/.test(mediaType);

/** True if every body is JSON or text, and every success that has one can be JSON. */
const isJsonOrText = (
  responses: readonly OperationResponse[],
  successes: readonly OperationResponse[],
): boolean =>
  responses.every(
    (response) =>
      response.content.every((media) => isPlainJson(media) || isPlainText(media)) &&
      (response.content.length === 0 ||
        response.content.some(isPlainJson) ||
        !successes.includes(response)),
  );

/** True if a body may be read as a form: of a range, the actual media type decides. */
const isForm = ({ kind, mediaType }: MediaType): boolean =>
  kind === "form" || kind === "multipart" || (kind === "json" && mediaType.includes("*"));

/** True if a response header is a single string, number or boolean. */
function isPlainHeader({ types }: ApiModel, { name, content, schema }: Parameter): boolean {
  if (content !== undefined || name.toLowerCase() === "set-cookie") return false;
  return scalars.includes(valueShape(types, schema.meaning));
}

/** True if the only success of an operation is a stream, and its errors are plain. */
function isOnlyStream({ responses }: Operation): boolean {
  const isSuccess = (status: string): boolean => status.startsWith("2");
  const [success, ...others] = responses.filter(({ status }) => isSuccess(status));
  const [media, ...alternatives] = success?.content ?? [];
  if (media?.stream === undefined || others.length > 0 || alternatives.length > 0) return false;
  return responses.every(
    ({ status, content, headers }) =>
      headers.length === 0 &&
      (isSuccess(status) ||
        (content.length < 2 && content.every((one) => isPlainMedia(one, false)))),
  );
}

function isPlainMedia({ mediaType, kind, stream }: MediaType, isSuccess: boolean): boolean {
  if (stream !== undefined || mediaType.includes("*")) return false;
  if (kind !== kindOfMediaType(mediaType)) return false;
  return kind === "json" || (kind === "text" && !isSuccess && mediaType.startsWith("text/"));
}
