import type { ParameterDescriptor } from "../operation.ts";
import { isJsonMediaType, isSequenceMediaType } from "../media-type.ts";
import { randomId } from "../random-id.ts";
import { checkPolicy } from "./call-options.ts";
import { baseUrlOf, lowerCaseNames, type ClientCore } from "./core.ts";
import { jsonInput, type ClientOperation } from "./operation.ts";
import { naming } from "../parameters/unsendable.ts";
import { plainBody } from "./plain-body.ts";
import { plainParameters } from "./plain-parameters.ts";
import type { CallInput, CallOptions, ClientRequest } from "./types.ts";

const inputMembers = ["path", "query", "header", "cookie", "body", "contentType"];

/**
 * Writes the request of a call, but for its credentials.
 *
 * @throws {TypeError} when the input cannot be written as the operation wants it.
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
  // Templates may have a query of their own.
  const { path, query, cookie } = parameters;
  const headers: { [name: string]: string } = {
    ...(accept && { accept }),
    ...core.headers,
    ...parameters.headers,
    ...(cookie && { cookie }),
    ...(body?.contentType && { "content-type": body.contentType }),
    ...(options.headers && lowerCaseNames(options.headers)),
  };
  // One key for a call, whichever attempt: that which is given, or a new one where one is wanted.
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

/** The header that makes requests repeatable, by the name that it has in practice (IETF draft "The Idempotency-Key HTTP Header Field"). */
const isIdempotencyKey = (parameter: ParameterDescriptor): boolean =>
  parameter.in === "header" && /^(x-)?idempotency-key$/i.test(parameter.name);

/**
 * The media types of the documented successes, as an Accept header (RFC 9110, 12.5.1). JSON is preferred to
 * other bodies: many services would take the first, which often is XML.
 */
function acceptOf({ responses }: ClientOperation): string {
  const types = new Set<string>();
  for (const [status, { content = [] }] of Object.entries(responses)) {
    if (!status.startsWith("2")) continue;
    // A range of a suffix, such as `application/*+json`, is OpenAPI's, not HTTP's.
    for (const { mediaType } of content) types.add(mediaType.replace(/\*\+.*$/, "*"));
  }
  if (types.size < 2) return [...types].join("");
  const hasJson = [...types].some(isJsonMediaType);
  const isLess = (type: string): boolean =>
    hasJson && !isJsonMediaType(type) && !isSequenceMediaType(type);
  const less = [...types].filter(isLess).map((type) => `${type};q=0.9`);
  // Some services look at the first alone.
  return [...[...types].filter((type) => !isLess(type)), ...less].join(", ");
}
