import { createServer } from "@genai-app/server";
import { secretsEqual } from "@openapi-packages/runtime/server";
import type { Server, ServerOptions } from "@openapi-packages/runtime/server";
import { answerContents } from "./contents.ts";
import type { Context, User } from "./handlers/context.ts";
import { createHandlers } from "./handlers/index.ts";
import type { Store } from "./handlers/store.ts";
import { contentsPath } from "./signed-urls.ts";

/** The options of a service. */
export interface ServiceOptions extends Pick<
  ServerOptions<Context>,
  "heartbeat" | "onError" | "validateResponses"
> {
  /** The users by API key. */
  readonly users: ReadonlyMap<string, User>;
}

/** Creates the service: the operations of the description, and signed URLs for the contents of assets. */
export function createService(store: Store, { users, ...options }: ServiceOptions): Server {
  const userOf = (given: string): User | undefined =>
    [...users].find(([key]) => secretsEqual(given, key))?.[1];
  const api = createServer<Context>(createHandlers(store), {
    ...options,
    security: { bearerAuth: ({ token }) => userOf(token), apiKey: ({ value }) => userOf(value) },
  });
  const isContents = (url: string): boolean => url.startsWith(contentsPath);
  return {
    operations: api.operations,
    get isClosing() {
      return api.isClosing;
    },
    close: () => api.close(),
    handle: (request) =>
      isContents(request.url) ? answerContents(store, request) : api.handle(request),
    handleKnown: (request) =>
      isContents(request.url) ? answerContents(store, request) : api.handleKnown(request),
  };
}
