import type { CallInput } from "@openapi-packages/runtime/client";
import {
  NotExpressible,
  type AnswerKind,
  type CalledOperation,
  type ClientAdapter,
  type ClientOutcome,
  type ClientTarget,
} from "../adapter.ts";

/** A client of `openapi-fetch`: a function for each method, in upper case. */
export type OpenapiFetchClient = object;

type Send = (
  path: string,
  options: object,
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

const parseAs: Readonly<Record<AnswerKind, string>> = {
  json: "json",
  text: "text",
  bytes: "blob",
  form: "text",
  stream: "stream",
};

/**
 * Adapts a client created by `createClient` of `openapi-fetch`. Calls are made by method and path, and `data`
 * and `error` are read as documented.
 *
 * @param client the client, or a function that creates one whose middleware sends the credentials
 */
export function openapiFetchClient(
  client: OpenapiFetchClient | ((target: ClientTarget) => OpenapiFetchClient),
): ClientAdapter {
  const isMade = typeof client === "function";
  return {
    name: "openapi-fetch",
    ...(isMade && { sendsCredentials: true }),
    open(target) {
      const made: object = isMade ? (client as (target: ClientTarget) => object)(target) : client;
      return {
        has: ({ method }) => typeof Reflect.get(made, method) === "function",
        call: async (operation, input, { signal }) => {
          const { path, method } = operation;
          const send = Reflect.get(made, method) as Send;
          const options = { ...optionsOf(operation, input), baseUrl: target.baseUrl, signal };
          return outcomeOf(operation, await send(path, options));
        },
      };
    },
  };
}

function optionsOf(
  { answerIs, bodyMediaTypes }: CalledOperation,
  { path, query, header, cookie, body, contentType = bodyMediaTypes[0] }: CallInput,
): object {
  const options = {
    params: { path, query, header, cookie },
    ...(answerIs !== undefined && { parseAs: parseAs[answerIs] }),
  };
  if (body === undefined) return options;
  const type = contentType ?? "application/json";
  if (type.startsWith("multipart/"))
    throw new NotExpressible("bodies of multipart", "`bodySerializer`, in a table of calls");
  const headers = { "Content-Type": type };
  const isPlain = typeof body === "string" || body instanceof Blob;
  return {
    ...options,
    body,
    headers,
    ...(isPlain && !/[/+]json$/.test(type) && { bodySerializer: (own: unknown) => own }),
  };
}

async function outcomeOf(
  { answerIs }: CalledOperation,
  { data, error, response }: Awaited<ReturnType<Send>>,
): Promise<ClientOutcome> {
  const { status, headers, ok } = response;
  if (!ok) return { kind: "error", error: error ?? response, status, headers, body: error };
  // It returns the stream, for the caller to read.
  if (answerIs === "stream" && data instanceof ReadableStream) await data.cancel();
  const isRead = answerIs !== "stream" && answerIs !== "form";
  return { kind: "answer", status, headers, ...(isRead && { body: data }) };
}
