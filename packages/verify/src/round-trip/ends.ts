import {
  call,
  converted,
  createClientCore,
  describedApi,
  describedOperation,
  type CallInput,
  type ClientOptions,
} from "@openapi-packages/runtime/client";
import { createServerCore, toFetch } from "@openapi-packages/runtime/server";
import type {
  AnyResult,
  Answer,
  RequestContext,
  Route,
  Server,
  ServerFailure,
} from "@openapi-packages/runtime/server";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";

/** A client's result for an answer. */
export interface ClientResult {
  readonly status: number;
  readonly body?: unknown;
  /** The media type of the body, if the response documents several. */
  readonly contentType?: string;
  readonly headerValues?: object;
}

/** A client under test: it calls an operation, and returns every documented answer. */
export type TripClient = (
  operation: VerifiedOperation,
  input: CallInput,
  options: { readonly accept?: string },
) => Promise<ClientResult>;

/** The handler of all operations of a server under test. */
export type TripHandler = (
  input: Readonly<Record<string, unknown>>,
  context: Pick<RequestContext, "operation">,
) => Answer<AnyResult>;

/** The placeholder for the server's address, since requests do not use the network. */
export const origin = "http://localhost";

/** Creates the runtime's client for all operations of a description. */
export function runtimeClient(api: VerifiedApi, fetch: ClientOptions["fetch"]): TripClient {
  const core = createClientCore(describedApi(api.description.mock.api), {
    ...(fetch && { fetch }),
    baseUrl: origin,
    retries: 0,
  });
  return async ({ mock }, input, options) => {
    const described = describedOperation(mock.operation);
    const operation =
      mock.codec === undefined
        ? described
        : {
            ...described,
            conversion: converted(mock.codec),
            ...(mock.codec.json && { parse: mock.codec.json.parse }),
          };
    return (await call<unknown, AnyResult>(
      core,
      operation,
      input,
      options,
    ).result()) as ClientResult;
  };
}

/** The options of all servers under test: they accept and return what is documented, without credentials. */
export const tripServerOptions = {
  security: "unchecked",
  readOnly: "pass",
  validateResponses: "strict",
  // Values may be long; limits have tests of their own.
  maxUrlBytes: 2 ** 24,
  maxHeaderBytes: 2 ** 24,
  maxBodyBytes: 2 ** 26,
} as const;

/** Creates the runtime's server with one handler for all operations of a description. */
export function runtimeServer(
  { description, operations }: VerifiedApi,
  handler: TripHandler,
  onError: (failure: ServerFailure) => void,
): Server {
  const routes = operations.map(({ mock }): Route => {
    const { operation, validators, serializers, received, errorBodies, codec } = mock;
    return {
      operation,
      validators,
      handler: handler as Route["handler"],
      ...(serializers && { serializers }),
      ...(received && { received }),
      ...(errorBodies && { errorBodies }),
      ...(codec && { codec }),
    };
  });
  return createServerCore(description.mock.api, routes, { ...tripServerOptions, onError });
}

/** Returns a server as the `fetch` of a client. */
export function fetchOf(server: Server): NonNullable<ClientOptions["fetch"]> {
  const answer = toFetch(server);
  return ((input: string | URL | Request, init?: RequestInit) =>
    answer(new Request(input, init))) as NonNullable<ClientOptions["fetch"]>;
}
