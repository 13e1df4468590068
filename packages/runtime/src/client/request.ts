import type { OperationDescriptor } from "../operation.ts";
import { checkPolicy } from "./call-options.ts";
import { baseUrlOf, lowerCaseNames, type ClientCore } from "./core.ts";
import { jsonInput, type ClientOperation, type WrittenBody } from "./operation.ts";
import { plainParameters } from "./plain-parameters.ts";
import { naming } from "../parameters/unsendable.ts";
import { randomId } from "../random-id.ts";
import type { CallInput, CallOptions, ClientRequest } from "./types.ts";

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
  const { method, writeParameters = plainParameters, writeBody = plainBody } = operation;
  const input = jsonInput(operation, given);
  core.options.validate?.request(operation, input);
  const {
    path,
    query,
    cookie,
    headers: own,
    idempotencyKey: keyHeader,
  } = naming(operation.operationId, () => writeParameters(operation, input));
  const body = writeBody(operation, input);
  const headers: { [name: string]: string } = {
    accept: options.accept ?? operation.accept?.(operation) ?? "application/json",
    ...core.headers,
    ...own,
    ...(cookie && { cookie }),
    ...(body?.contentType && { "content-type": body.contentType }),
    ...(options.headers && lowerCaseNames(options.headers)),
  };
  // All attempts of a call share one key.
  const { idempotencyKey } = options;
  const keyName = keyHeader ?? "idempotency-key";
  if (typeof idempotencyKey === "string") headers[keyName] = idempotencyKey;
  else if (idempotencyKey || keyHeader) headers[keyName] ??= randomId();
  return {
    operation,
    method,
    // A path template may contain a query of its own.
    url: baseUrlOf(core, operation) + path + (query && (path.includes("?") ? "&" : "?") + query),
    headers,
    body: body?.body,
    attempt: 0,
    hasIdempotencyKey: keyName in headers,
  };
}

/** Writes a body as JSON, for operations that document none. */
const plainBody = (_: OperationDescriptor, { body }: CallInput): WrittenBody | undefined =>
  body === undefined ? undefined : { body: JSON.stringify(body), contentType: "application/json" };
