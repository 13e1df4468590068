import { createServerCore } from "@openapi-packages/runtime/server";
import type { Route, Server } from "@openapi-packages/runtime/server";
import type { MockOperation } from "./description.ts";
import { asServed } from "./examples-of.ts";
import { routingOptions } from "./mount.ts";
import type { MockParts, OperationMock } from "./operation-mock.ts";

/** Creates the server core of a mock, with a handler for every operation. */
export function createCore(
  operations: readonly MockOperation[],
  { description: { api }, options, credentials, limits }: MockParts,
  mocks: readonly OperationMock[],
  newRequestId: () => string,
): Server {
  const { onError, maxBodyBytes = limits.bodyBytes, acceptNull } = options;
  // `readOnly` members are kept, since a request may repeat the key of its record.
  const { readOnly = "pass" } = options;
  const { validateResponses = "off", streams } = options;
  const routes = operations.map((mock, index): Route => {
    const { operation, serializers, codec } = mock;
    return {
      operation: asServed(operation),
      validators: () => mock.validators,
      ...(serializers && { serializers }),
      get errorBodies() {
        return mock.errorBodies ?? {};
      },
      get received() {
        return mock.received ?? {};
      },
      // A mock answers with JSON, so that only its text is converted.
      ...(codec?.json && { codec: { json: codec.json } }),
      handler: mocks[index]?.handler,
    };
  });
  return createServerCore(api, routes, {
    ...routingOptions(options),
    validateResponses,
    readOnly,
    newRequestId,
    security: credentials.security,
    maxBodyBytes,
    ...(onError && { onError }),
    ...(acceptNull && { acceptNull }),
    ...(streams?.heartbeat !== undefined && { heartbeat: streams.heartbeat }),
  });
}
