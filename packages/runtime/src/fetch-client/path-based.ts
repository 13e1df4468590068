import type { Client, ClientOptions, PathBasedClient } from "./client-types.ts";
import { createClient } from "./create-client.ts";
import type { MediaType } from "./path-types.ts";

/** Wraps a client for calls by path, then method: `client["/pets"].GET()`. */
export function wrapAsPathBasedClient<Paths extends object, Media extends MediaType = MediaType>(
  client: Client<Paths, Media>,
): PathBasedClient<Paths, Media> {
  const methods = Object.entries(client).filter(([name]) => name === name.toUpperCase());
  const known = new Map<string, object>();
  const byMethod = (path: string): object =>
    Object.fromEntries(
      methods.map(([name, call]) => [
        name,
        (init?: object) => (call as (path: string, init?: object) => unknown)(path, init),
      ]),
    );
  return new Proxy({} as PathBasedClient<Paths, Media>, {
    get(_, path) {
      if (typeof path !== "string") return undefined;
      const calls = known.get(path) ?? byMethod(path);
      known.set(path, calls);
      return calls;
    },
  });
}

/** Creates a client for calls by path, then method. */
export function createPathBasedClient<Paths extends object, Media extends MediaType = MediaType>(
  options?: ClientOptions,
): PathBasedClient<Paths, Media> {
  return wrapAsPathBasedClient(createClient<Paths, Media>(options));
}
