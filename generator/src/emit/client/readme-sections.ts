/** Lines of Markdown. */
export type Lines = readonly string[];

/** The parts of a client's README that are the same for every description. */
export const errorSection: Lines = [
  "## Errors",
  "",
  "`await call` throws; `await call.result()` does not throw for any documented status.",
  "",
  "| class | when | tells |",
  "|---|---|---|",
  "| `ApiError` and its classes, one for each schema of errors | the answer is no success, or its status is not documented | `status`, `body`, `headers`, `operationId`, `method`, `path`, `requestId`, `retryAfter`, `response` |",
  "| `ConnectionError` | there is no answer, or it breaks off | `operationId`, `cause` |",
  "| `TimeoutError` | there is no answer in time | `operationId`, `kind` (`attempt`, `total`, `idle`), `timeout` |",
  "| `StreamError` | a stream reports that it failed | `operationId`, `event`, `data`, `received`, `requestId` |",
  "| `DecodeError` | a success is not what the description says | `operationId`, `status`, `cause`, `response` |",
  "| `PaginationError` | pages do not lead on as described | `operationId` |",
  "| `TypeError` | the input cannot be sent; nothing was | |",
  "",
];

/** As the runtime's retry.ts does it. */
export const policySection: Lines = [
  "## Retries",
  "",
  "| | |",
  "|---|---|",
  "| how often | 2 retries; `retries` of the client or of a call |",
  "| after | no connection, a connection that breaks off, no answer in time, 408, 429, 500, 502, 503, 504 |",
  "| which requests | `GET`, `HEAD`, `PUT`, `DELETE`, `OPTIONS`, `QUERY`; others with an idempotency key, after 429 and 503, or where nothing had been sent |",
  "| wait | random, up to 0.5 s, 1 s, 2 s … 8 s |",
  "| `Retry-After` | seconds, a date, or `retry-after-ms`, up to 60 s (`maxRetryAfter`); beyond it the call fails at once, and `error.retryAfter` says how long to wait |",
  "| idempotency key | one for a call, whichever attempt: `idempotencyKey`, or made where the description has a header for it |",
  "| bodies | anything but a `ReadableStream`; give a function that makes the stream to have it sent again |",
  "",
  "## Timeouts",
  "",
  "`timeout` is for each attempt, the body included: 60 000 ms. `totalTimeout` is for a call with all its retries. Streams have `idleTimeout` instead, the longest silence between two events. All three are options of the client and of each call; a `signal` ends a call, its waits and its streams at once.",
  "",
  "## Request ids",
  "",
  "`requestId` is on results, errors and streams, from the header `x-request-id` or the one that `requestIdHeader` names.",
  "",
];

/** Bodies of bytes, to and from the server. */
export const fileSection: Lines = [
  "## File uploads and downloads",
  "",
  "A body of bytes is a `Blob`, a `File`, an `ArrayBuffer`, a stream or an async iterable; in Node `openAsBlob(path)` of `node:fs` reads a file as it is sent. A function that makes the body has it sent again when the call is tried again. Objects become `multipart/form-data` where the description says so, each part as its `encoding` has it; `withPartHeaders(part, headers)` adds headers to one. `withUploadProgress(body, listener)` and `downloadProgress(response, listener)` tell how many bytes have gone by.",
  "",
];

/** The section on TanStack Query. */
export function querySection(scope: string, call: string): Lines {
  return [
    "## TanStack Query",
    "",
    "```ts",
    `import { createClient } from "${scope}/client";`,
    'import { queryKey, queryOptions } from "@openapi-packages/runtime/client/tanstack-query";',
    "",
    "const api = createClient();",
    `const options = queryOptions(${call}); // for useQuery, createQuery, fetchQuery …`,
    `console.log(options.queryKey, queryKey(${call}));`,
    "```",
    "",
    "`infiniteQueryOptions(call)` follows the declared pages, `mutationOptions(…)` is for all that changes something. Errors are typed by the operation's answers.",
    "",
  ];
}

/**
 * The section on optional imports.
 *
 * @param hasSecrets true if the contract has the places of secrets
 */
export function advancedSection(scope: string, hasSecrets: boolean): Lines {
  return [
    "## Advanced",
    "",
    "```ts",
    `import { createClient, type Middleware } from "${scope}/client";`,
    ...(hasSecrets ? [`import { sensitive } from "${scope}/contract";`] : []),
    `import { validators } from "${scope}/contract/validators";`,
    'import { fromEnv } from "@openapi-packages/runtime/client/env";',
    'import { logging } from "@openapi-packages/runtime/client/logging";',
    'import { validation } from "@openapi-packages/runtime/client/validation";',
    "",
    "// Around each attempt, or with `onCall` around a call and its retries; `next` may be called again.",
    "const tracing: Middleware = {",
    "  async onAttempt(request, next) {",
    '    const response = await next({ ...request, headers: { ...request.headers, "x-trace": "1" } });',
    "    console.log(request.operation.operationId, request.attempt, response.status);",
    "    return response;",
    "  },",
    "};",
    "",
    "const api = createClient({",
    '  ...fromEnv("API"), // API_BASE_URL, API_TOKEN, API_TIMEOUT …; nothing else reads the environment',
    `  middleware: [tracing, logging({ level: "info"${hasSecrets ? ", redact: sensitive" : ""} })],`,
    '  validate: validation(validators, { requests: "strict", responses: "warn" }),',
    "});",
    "",
    "// What the description does not know, with the same credentials, middleware, retries and limits:",
    'const response = await api.raw("GET", "/health", { query: { verbose: true } });',
    "console.log(response.status);",
    "```",
    "",
    "| import | gives |",
    "|---|---|",
    "| `@openapi-packages/runtime/client/env` | `fromEnv(prefix)` |",
    "| `@openapi-packages/runtime/client/logging` | `logging()`, with secrets left out: credentials, and what the description marks `writeOnly`, `format: password` or `x-sensitive` |",
    "| `@openapi-packages/runtime/client/validation` | `validation(validators)`: requests and responses, `off`, `warn` or `strict` |",
    "| `@openapi-packages/runtime/client/opentelemetry` | `tracing({ tracer })`: a span for each attempt |",
    "| `@openapi-packages/runtime/client/tanstack-query` | `queryOptions(call)`, `infiniteQueryOptions(call)`, `mutationOptions(…)`, `queryKey(call)` |",
    "",
    "`fetch`, of the client or of a call, is called with a `Request` and `{ signal }`: give it one with a proxy, or the handler of a server. `httpClient(api.core)` of `${scope}/client/http` is an openapi-fetch client, typed by path with `paths` from there; its requests go the same way as all others. Credentials stay behind when a redirect leads to another origin.",
    "",
  ];
}

export const runtimeSection: Lines = [
  "## Runtimes",
  "",
  "Node 22, 24 and 26, Bun, Deno, workers, and browsers: all that is needed is `fetch`.",
  "",
];
