import createClient from "openapi-fetch";
import type { Client } from "openapi-fetch";
import { createClientCore, fetchClientOptions } from "../src/client/index.ts";
import type { ClientCore, ClientOptions } from "../src/client/index.ts";
import { createServerCore, toFetch } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

/** Paths as openapi-typescript writes them, to see that a typed client fits. */
interface Paths {
  "/books/{book_id}": {
    parameters: { path: { book_id: string } };
    get: {
      parameters: { path: { book_id: string } };
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": unknown } };
        404: { headers: { [name: string]: unknown }; content: { "application/json": unknown } };
      };
    };
    put?: never;
    post?: never;
  };
}

/** A client core on openapi-fetch with the given options. */
export function clientOf(options: ClientOptions): {
  core: ClientCore;
  http: Client<Paths>;
} {
  const http = createClient<Paths>(fetchClientOptions(fixture.api, options));
  return { core: createClientCore(http, fixture.api, options), http };
}

/** A client whose every request is answered by the function; the requests are kept. */
export function clientOn(
  answer: (request: Request) => Response | Promise<Response>,
  options: ClientOptions = {},
) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request.clone());
    return answer(request);
  };
  return { ...clientOf({ ...options, fetch }), requests };
}

/** A client put straight onto a server with one operation. */
export function clientOnServer(
  operation: Route["operation"],
  handler: Route["handler"],
  options: ServerOptions = {},
  clientOptions: ClientOptions = {},
): ClientCore {
  const route: Route = { operation, validators: {}, handler };
  const server = createServerCore(fixture.api, [route], { basePath: "/v1", ...options });
  return clientOf({ ...clientOptions, fetch: toFetch(server) }).core;
}

/** A response with a JSON body. */
export const json = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init);

/** What a call is rejected with. */
export const failure = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};
