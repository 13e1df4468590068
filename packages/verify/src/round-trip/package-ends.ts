import type { ClientOptions } from "@openapi-packages/runtime/client";
import type { Server, ServerFailure } from "@openapi-packages/runtime/server";
import { UsageError } from "openapi-packages/description";
import {
  origin,
  tripServerOptions,
  type ClientResult,
  type TripClient,
  type TripHandler,
} from "./ends.ts";

/** `createClient` of a generated client, whatever its operations. */
export type PackageClient = (
  options: Pick<ClientOptions, "baseUrl" | "fetch" | "retries">,
) => object;

/** `createServer` of a generated server, whatever its operations. */
export type PackageServer = (
  // Handlers of every shape are taken: the types of one description are its own.
  handlers: never,
  options: never,
) => Server;

/** A generated client, whose methods are found by name. @throws {UsageError} when it has none for an operation */
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
    // An operation without parameters and body takes options alone.
    const call = Reflect.apply(method, group, [input, options]) as PackageCall;
    return call.result();
  };
}

interface PackageCall {
  result(): Promise<ClientResult>;
}

/** A generated server with the same handler for every operation. */
export function packageServer(
  createServer: PackageServer,
  handler: TripHandler,
  onError: (failure: ServerFailure) => void,
): Server {
  const group = new Proxy({}, { get: () => handler, has: () => true });
  const handlers = new Proxy({}, { get: () => group, has: () => true });
  return createServer(handlers as never, { ...tripServerOptions, onError } as never);
}

/** The member whose name has the same letters and digits: `GetAssistant` is `getAssistant`, `API keys` is `apiKeys`. */
function memberLike(owner: unknown, name: string): unknown {
  const wanted = plain(name);
  for (let one = owner; typeof one === "object" && one !== null; one = Object.getPrototypeOf(one)) {
    const found = Object.getOwnPropertyNames(one).find((own) => plain(own) === wanted);
    if (found !== undefined) return Reflect.get(Object(owner), found);
  }
  return undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
