import type { SecuritySchemeDescriptor } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import {
  NotExpressible,
  type CalledOperation,
  type ClientAdapter,
  type ClientOutcome,
  type ClientTarget,
} from "../adapter.ts";

/** The module `sdk.gen.ts` that `@hey-api/openapi-ts` generated, with its client for `fetch`. */
export type HeyApiSdk = object;

type SdkFunction = (options: object) => Promise<SdkResult>;

interface SdkResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
  readonly stream?: AsyncIterable<unknown>;
}

/** What the SDK says of the credential that it asks for. */
interface SdkAuth {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
  readonly scheme?: string;
}

/**
 * The functions of an SDK that `@hey-api/openapi-ts` generated, by `operationId`: `import * as sdk from
 * "./client/sdk.gen"`, `heyApiClient(sdk)`. Letters and digits of a name tell which operation a function is of.
 */
export function heyApiClient(sdk: HeyApiSdk): ClientAdapter {
  const functions = new Map(
    Object.entries(sdk).flatMap(([name, run]) =>
      typeof run === "function" ? [[plainName(name), run as SdkFunction] as const] : [],
    ),
  );
  const find = ({ operationId }: CalledOperation): SdkFunction | undefined =>
    functions.get(plainName(operationId));
  return {
    name: "hey-api",
    sendsCredentials: true,
    open: (target) => ({
      has: (operation) => find(operation) !== undefined,
      async call(operation, input, { signal }) {
        const errors: unknown[] = [];
        // Its streams tell of errors in no other way.
        const onSseError = (error: unknown): void => void errors.push(error);
        const options = { ...optionsOf(operation, input), ...sending(target), signal, onSseError };
        return outcomeOf(operation, await find(operation)?.(options), errors);
      },
    }),
  };
}

const plainName = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();

function sending(target: ClientTarget): object {
  const { baseUrl, isRetrying } = target;
  return {
    baseUrl,
    auth: (auth: SdkAuth) => credentialFor(target, auth),
    // Its streams begin anew for ever.
    ...(!isRetrying && { sseMaxRetryAttempts: 1 }),
  };
}

function credentialFor(
  { credentials, securitySchemes }: ClientTarget,
  auth: SdkAuth,
): string | undefined {
  const found = Object.entries(securitySchemes).find(([, scheme]) => isSame(scheme, auth));
  const credential = found && credentials[found[0]];
  return typeof credential === "object"
    ? `${credential.username}:${credential.password}`
    : credential;
}

function isSame(scheme: SecuritySchemeDescriptor, auth: SdkAuth): boolean {
  if (scheme.type === "apiKey")
    return (
      auth.type === "apiKey" && auth.name === scheme.name && (auth.in ?? "header") === scheme.in
    );
  if (auth.type !== "http") return false;
  return scheme.type === "http"
    ? scheme.scheme.toLowerCase() === auth.scheme
    : auth.scheme === "bearer";
}

function optionsOf(
  { bodyMediaTypes }: CalledOperation,
  { path, query, header, cookie, body, contentType }: CallInput,
): object {
  const isOther = contentType !== undefined && bodyMediaTypes.indexOf(contentType) > 0;
  if (isOther)
    throw new NotExpressible("bodies of another media type than the first", "a table of calls");
  return { path, query, headers: header, cookies: cookie, ...(body !== undefined && { body }) };
}

async function outcomeOf(
  { isStream }: CalledOperation,
  result: SdkResult | undefined,
  errors: readonly unknown[],
): Promise<ClientOutcome> {
  const { data, error, response, stream } = result ?? {};
  if (stream !== undefined) {
    const items = itemsOf(stream, errors);
    // Its function gives a stream, whatever the answer is.
    return isStream
      ? { kind: "answer", items }
      : { kind: "answer", body: await Array.fromAsync(items) };
  }
  const head = response && { status: response.status, headers: response.headers };
  if (error !== undefined || response === undefined)
    return { kind: "error", error, ...head, ...(response && { body: error }) };
  return { kind: "answer", ...head, body: data };
}

/** @throws the first error that the stream has told of */
async function* itemsOf(
  stream: AsyncIterable<unknown>,
  errors: readonly unknown[],
): AsyncGenerator<unknown, void, undefined> {
  yield* stream;
  if (errors.length > 0) throw errors[0];
}
