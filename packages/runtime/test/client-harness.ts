import * as client from "../src/client/index.ts";
import type {
  Call,
  CallInput,
  CallOptions,
  ClientCore,
  ClientOptions,
  PageCall,
  StreamCall,
} from "../src/client/index.ts";
import { createClientCore } from "../src/client/index.ts";
import type { AnyResult, OperationDescriptor } from "../src/index.ts";
import { createServerCore, toFetch } from "../src/server/index.ts";
import type { Route, ServerOptions } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

/** A client core with the given options. */
export function clientOf(options: ClientOptions): { core: ClientCore } {
  return { core: createClientCore(fixture.api, { retries: 0, ...options }) };
}

/** Calls what the operation table describes, with every writer and reader that there is. */
export function call<Output, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input?: CallInput,
  options?: CallOptions,
): Call<Output, Result> {
  return client.call(core, client.describedOperation(operation), input, options);
}

/** As {@link call}, for a stream. */
export function callStream<Item, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input?: CallInput,
  options?: CallOptions,
): StreamCall<Item, Result> {
  return client.callStream(core, client.describedOperation(operation), input, options);
}

/** As {@link call}, for pages. */
export function callPages<Item, Output, Result extends AnyResult>(
  core: ClientCore,
  operation: OperationDescriptor,
  input?: CallInput,
  options?: CallOptions,
): PageCall<Item, Output, Result> {
  return client.callPages(core, client.describedOperation(operation), input, options);
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
