import type { ParameterDescriptor, OperationDescriptor } from "../operation.ts";
import { isJsonMediaType, isSequenceMediaType } from "../media-type.ts";
import { randomId } from "../random-id.ts";
import { checkPolicy } from "./call-options.ts";
import { baseUrlOf, lowerCaseNames, type ClientCore } from "./core.ts";
import { jsonInput, type ClientOperation, type WrittenBody } from "./operation.ts";
import { naming } from "../parameters/unsendable.ts";
import { plainParameters } from "./plain-parameters.ts";
import type { CallInput, CallOptions, ClientRequest } from "./types.ts";
import { jsonText } from "../json-text.ts";

const inputMembers = ["path", "query", "header", "cookie", "body", "contentType"];

/**
 * Writes the request of a call, without its credentials.
 *
 * @throws {TypeError} when the input does not fit the operation.
 */
export function buildRequest(
  core: ClientCore,
  operation: ClientOperation,
  given: CallInput,
  options: CallOptions,
): ClientRequest {
  checkPolicy(options);
  const { operationId, method } = operation;
  const unknown = Object.keys(given).find((name) => !inputMembers.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${operationId}: unknown member ${JSON.stringify(unknown)} of the input`);
  const input = jsonInput(operation, given);
  core.options.validate?.request(operation, input);
  const write = operation.writeParameters ?? plainParameters;
  const parameters = naming(operationId, () => write(operation, input));
  const body = (operation.writeBody ?? plainBody)(operation, input);
  const accept = options.accept ?? acceptOf(operation);
  // A path template may contain a query of its own.
  const { path, query, cookie } = parameters;
  const headers: { [name: string]: string } = {
    ...(accept && { accept }),
    ...core.headers,
    ...parameters.headers,
    ...(cookie && { cookie }),
    ...(body?.contentType && { "content-type": body.contentType }),
    ...(options.headers && lowerCaseNames(options.headers)),
  };
  // All attempts of a call share one key.
  const { idempotencyKey } = options;
  const keyParameter = operation.parameters?.find(isIdempotencyKey);
  const keyName = (keyParameter?.name ?? "idempotency-key").toLowerCase();
  if (typeof idempotencyKey === "string") headers[keyName] = idempotencyKey;
  else if (idempotencyKey || keyParameter) headers[keyName] ??= randomId();
  return {
    operation,
    method,
    url: baseUrlOf(core, operation) + path + (query && (path.includes("?") ? "&" : "?") + query),
    headers,
    body: body?.body,
    attempt: 0,
    hasIdempotencyKey: keyName in headers,
  };
}

/**
 * True for the header `Idempotency-Key`, with or without `X-` (IETF draft "The Idempotency-Key HTTP Header
 * Field").
 */
const isIdempotencyKey = (parameter: ParameterDescriptor): boolean =>
  parameter.in === "header" && /^(x-)?idempotency-key$/i.test(parameter.name);

/**
 * Builds the Accept header from the media types of the documented successes (RFC 9110, section 12.5.1).
 * JSON is preferred, because many services would choose the first type, often XML.
 */
function acceptOf({ responses }: ClientOperation): string {
  const types = new Set<string>();
  for (const [status, { content = [] }] of Object.entries(responses)) {
    if (!status.startsWith("2")) continue;
    // A range with a suffix, such as `application/*+json`, exists in OpenAPI but not in HTTP.
    for (const { mediaType } of content) types.add(mediaType.replace(/\*\+.*$/, "*"));
  }
  if (types.size < 2) return [...types].join("");
  const hasJson = [...types].some(isJsonMediaType);
  const isLess = (type: string): boolean =>
    hasJson && !isJsonMediaType(type) && !isSequenceMediaType(type);
  const less = [...types].filter(isLess).map((type) => `${type};q=0.9`);
  // Some services only look at the first type.
  return [...[...types].filter((type) => !isLess(type)), ...less].join(", ");
}

/**
 * Writes a body as JSON, the default. Operations with other bodies name another writer.
 *
 * @throws {TypeError} with the operation and the JSON pointer of a value that JSON cannot express.
 */
function plainBody(
  { operationId }: OperationDescriptor,
  { body, contentType = "application/json" }: CallInput,
): WrittenBody | undefined {
  if (body === undefined) return undefined;
  return { body: naming(operationId, () => jsonText(body)), contentType };
}
