import type { ClientOptions } from "@openapi-packages/runtime/client";
import type { Server, ServerFailure } from "@openapi-packages/runtime/server";
import { UsageError } from "@openapi-packages/description";
import {
  origin,
  tripServerOptions,
  type ClientResult,
  type TripClient,
  type TripHandler,
} from "./ends.ts";

/** The function `createClient` of any generated client. */
export type PackageClient = (
  options: Pick<ClientOptions, "baseUrl" | "fetch" | "retries">,
) => object;

/** The function `createServer` of any generated server. */
export type PackageServer = (
  // `never`, because each description has its own types of handlers.
  handlers: never,
  options: never,
) => Server;

/**
 * Adapts a generated client, whose methods are found by name.
 *
 * @throws {UsageError} when an operation has no method
 */
export function packageClient(
  createClient: PackageClient,
  fetch: NonNullable<ClientOptions["fetch"]>,
): TripClient {
  const client = createClient({ baseUrl: origin, fetch, retries: 0 });
  return async ({ id, tag }, input, options) => {
    const group = memberLike(client, tag);
    const method = memberLike(group, id);
    if (typeof method !== "function")
      throw new UsageError(`the client has no method for ${id} in its group ${tag}`);
    // Operations without parameters and body only take options.
    const call = Reflect.apply(method, group, [input, options]) as PackageCall;
    return call.result();
  };
}

interface PackageCall {
  result(): Promise<ClientResult>;
}

/** Creates a generated server with the same handler for every operation. */
export function packageServer(
  createServer: PackageServer,
  handler: TripHandler,
  onError: (failure: ServerFailure) => void,
): Server {
  const group = new Proxy({}, { get: () => handler, has: () => true });
  const handlers = new Proxy({}, { get: () => group, has: () => true });
  return createServer(handlers as never, { ...tripServerOptions, onError } as never);
}

/**
 * Returns the member whose name has the same letters and digits: `getAssistant` for `GetAssistant`, `apiKeys`
 * for `API keys`.
 */
function memberLike(owner: unknown, name: string): unknown {
  const wanted = plain(name);
  for (let one = owner; typeof one === "object" && one !== null; one = Object.getPrototypeOf(one)) {
    const found = Object.getOwnPropertyNames(one).find((own) => plain(own) === wanted);
    if (found !== undefined) return Reflect.get(Object(owner), found);
  }
  return undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
