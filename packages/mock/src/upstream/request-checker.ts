import { createServerCore } from "@openapi-packages/runtime/server";
import type { Server } from "@openapi-packages/runtime/server";
import { anyCredential } from "../credentials/known-credentials.ts";
import type { MockDescription } from "../description.ts";
import type { CreateMockOptions } from "../types.ts";

/** Creates a server that validates requests as the mock does, and answers valid ones with a success. */
export function checkerOf(
  { api, operations }: MockDescription,
  { slashes, acceptNull }: Pick<CreateMockOptions, "slashes" | "acceptNull">,
): Server {
  const routes = operations.map((mock) => {
    const { operation, codec } = mock;
    return {
      operation,
      validators: () => mock.validators,
      ...(codec?.json && { codec: { json: codec.json } }),
      handler: () => ({ status: 200 }),
    };
  });
  const security = anyCredential(api);
  return createServerCore(api, routes, {
    requestIdHeader: false,
    security,
    basePath: "/",
    ...(slashes && { slashes }),
    ...(acceptNull && { acceptNull }),
  });
}
