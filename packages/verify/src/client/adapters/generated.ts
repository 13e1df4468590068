import type { CallInput } from "@openapi-packages/runtime/client";
import {
  errorOutcome,
  type CalledOperation,
  type ClientAdapter,
  type ClientError,
  type ClientErrorReason,
  type ClientOutcome,
} from "../adapter.ts";

/** `createClient` of a client that `openapi-packages` generated. */
export type CreateGeneratedClient = (options: never) => object;

/** A call of a generated client, as far as verification looks at it. */
interface GeneratedCall extends Promise<unknown> {
  readonly operation: { readonly operationId: string };
  defer(): this;
  result(): Promise<{
    readonly status: number;
    readonly headers: Headers;
    readonly body: unknown;
  }>;
}

type Method = (
  input: CallInput,
  options: { readonly signal: AbortSignal; readonly accept?: string },
) => GeneratedCall;

/**
 * A client that `openapi-packages` generated: `generatedClient(createClient)`.
 *
 * @param options further options of `createClient`
 */
export function generatedClient(
  create: CreateGeneratedClient,
  options: object = {},
): ClientAdapter {
  return {
    name: "the generated client",
    sendsCredentials: true,
    open({ baseUrl, credentials, isRetrying }) {
      const client = (create as (options: object) => object)({
        ...options,
        baseUrl,
        auth: credentials,
        ...(!isRetrying && { retries: 0 }),
      });
      const methods = methodsOf(client);
      return {
        has: ({ operationId }) => methods.has(operationId),
        call: (operation, input, { signal }) =>
          outcomeOf(methods.get(operation.operationId), operation, input, signal),
        readError,
      };
    },
  };
}

/** The methods of all groups, by the operation that a call of each says it is of. */
function methodsOf(client: object): Map<string, Method> {
  const groups = Object.values(client).filter((one) => typeof one === "object" && one !== null);
  const methods = [client, ...groups].flatMap((group: object) =>
    Object.values(group).filter((one): one is Method => typeof one === "function"),
  );
  return new Map(
    methods.flatMap((method) => {
      const id = operationIdOf(method);
      return id === undefined ? [] : [[id, method]];
    }),
  );
}

/** A call that is deferred is never sent. What is no call of an operation, such as `raw`, refuses its arguments. */
function operationIdOf(method: Method): string | undefined {
  const given: unknown = method({}, { signal: AbortSignal.abort() });
  if (typeof given !== "object" || given === null) return undefined;
  if ("defer" in given && "operation" in given)
    return (given as GeneratedCall).defer().operation.operationId;
  if (given instanceof Promise) given.catch(() => {});
  return undefined;
}

async function outcomeOf(
  method: Method | undefined,
  operation: CalledOperation,
  input: CallInput,
  signal: AbortSignal,
): Promise<ClientOutcome> {
  if (method === undefined) throw new Error(`the client has no ${operation.operationId}`);
  const { accept, isStream } = operation;
  const call = method(input, { signal, ...(accept !== undefined && { accept }) });
  const given = await call;
  const { status, headers } = await call.result();
  const answer = { kind: "answer", status, headers } as const;
  return isStream && isIterable(given) ? { ...answer, items: given } : { ...answer, body: given };
}

const reasons: Readonly<Record<string, ClientErrorReason>> = {
  ConnectionError: "connection",
  DecodeError: "decoding",
  TimeoutError: "timeout",
  TypeError: "input",
};

/** Reads an error of the runtime, also one that an iteration throws. */
function readError(error: unknown): ClientError {
  const { headers, name } = error as { readonly headers?: Headers; readonly name?: string };
  const read = errorOutcome(error);
  const reason = reasons[name ?? ""] ?? (headers === undefined ? undefined : "status");
  return {
    ...read,
    ...(reason !== undefined && { reason }),
    ...(reason === "status" && { headers, body: (error as { readonly body?: unknown }).body }),
  };
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;
