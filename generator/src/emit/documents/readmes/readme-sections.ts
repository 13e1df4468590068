import { literal, markdownCode } from "@openapi-packages/description/text/escape";
import type { ClientDefaults } from "../../client/client-defaults.ts";
import { hasHttpEntry } from "../../parts.ts";
import type { EmitOptions } from "../../emitted-file.ts";
import { packageName } from "../../package-names.ts";

/** Lines of Markdown. */
export type Lines = readonly string[];

/** The section about errors. */
export const errorSection: Lines = [
  "## Errors",
  "",
  "`await call` throws on errors. `await call.result()` returns every success and documented status, and every error if the operation documents none. `ok` is true for a `status` of 2xx: `if (answer.ok)` has the types of successes, `else` those of errors.",
  "",
  "| class | thrown if | properties |",
  "|---|---|---|",
  "| `ApiError` and its classes, one for each schema of errors | the response is an error | `status`, `body`, `headers`, `operationId`, `method`, `path`, `requestId`, `retryAfter`, `response` |",
  "| `ConnectionError` | no response arrives, the connection breaks, or a stream ends without its declared terminal event | `operationId`, `cause` |",
  "| `TimeoutError` | the response, the next event of a stream, or the awaited status does not arrive in time | `operationId`, `kind` (`attempt`, `total`, `idle`, `wait`), `timeout`, `attempt` |",
  "| `StreamError` | a stream sends its declared error event | `operationId`, `event`, `data`, `received`, `requestId` |",
  "| `ItemTooLargeError` | an event or a line of a stream is larger than `maxItemBytes`, 16 MiB by default: an option of the client and of each call | `operationId`, `maxItemBytes`, `received`, `requestId` |",
  "| `DecodeError` | the body of a success does not match its documented content type, is an HTML page that is not documented, or is larger than `maxBodyBytes`, 256 MiB by default: an option of the client and of each call | `operationId`, `status`, `cause`, `response` |",
  "| `FinalStatusError` | an awaited record reaches another final status | `operationId`, `finalStatus`, `body`, `requestId` |",
  "| `PaginationError` | a page does not lead to the next as described | `operationId` |",
  "| `TypeError` | the input cannot be sent as it is, such as text beyond Latin-1 or with outer blanks in a header parameter; no request was sent | |",
  "",
  "A success has a status of 2xx. If it or its body is not documented, the body is decoded by its content type and typed `unknown`; `await call.result()` returns it with `ok: true`, and its type lists the status if no success is documented. With the option `strict: true`, of the client and of each call, both throw. The message of an `ApiError` has the first problem that the service reports, that of a `ConnectionError` the origin and the reason. Neither has credentials.",
  "",
];

/** The sections about retries, timeouts and request ids, with the publisher's defaults. */
export const policySection = (defaults: ClientDefaults): Lines => [
  "## Retries",
  "",
  "| | |",
  "|---|---|",
  `| number | ${defaults.retries ?? 2} retries; option \`retries\` of the client and of each call |`,
  "| after | a failed or broken connection, a timeout, 408, 429, 500, 502, 503, 504 (option `retryStatuses`); the header `x-should-retry` of an error, `true` or `false`, decides instead |",
  "| requests | `GET`, `HEAD`, `PUT`, `DELETE`, `OPTIONS`, `QUERY`; others with an idempotency key, after 429 and 503, or if nothing had been sent |",
  "| delay | random, up to 0.5 s, 1 s, 2 s … 8 s; option `retryDelay` |",
  `| \`Retry-After\` | seconds, a date, or \`retry-after-ms\`, up to ${(defaults.maxRetryAfter ?? 60_000) / 1000} s (\`maxRetryAfter\`); beyond that the call fails at once, and \`error.retryAfter\` has the delay |`,
  "| idempotency key | the same for all attempts of a call: option `idempotencyKey`, or generated if the description has a header for it |",
  "| bodies | all but a `ReadableStream`; pass a function that returns the stream, so that it can be sent again |",
  "",
  "## Timeouts",
  "",
  `\`timeout\` limits each attempt, including its body; the default is ${milliseconds(defaults.timeout ?? 60_000)}. \`totalTimeout\` limits a call with all its retries${defaults.totalTimeout === undefined ? "" : `; the default is ${milliseconds(defaults.totalTimeout)}`}. Streams have \`idleTimeout\` instead, the longest time between two events. All three are options of the client and of each call. A \`signal\` aborts a call, its delays and its streams at once.`,
  "",
  "## Request ids",
  "",
  `Results, errors and streams have \`requestId\`, from the header ${markdownCode(defaults.requestIdHeader ?? "x-request-id")} or the one that the option \`requestIdHeader\` names.`,
  "",
];

/** Prints a time in milliseconds: `60 000 ms`. */
const milliseconds = (time: number): string =>
  `${String(time).replace(/\B(?=(\d{3})+$)/g, " ")} ms`;

/** The section about binary bodies, sent and received. */
export const fileSection: Lines = [
  "## File uploads and downloads",
  "",
  "A body of bytes is a `Blob`, a `File`, an `ArrayBuffer`, a stream or an async iterable; in Node, `openAsBlob(path)` of `node:fs` reads a file while it is sent. A function that returns the body is called for each attempt. Objects become `multipart/form-data` where the description says so, each part serialized by its `encoding`; parts that are raw binary are a `Blob`, and texts that encode binary, such as base64, stay texts; `withPartHeaders(part, headers)` adds headers to a part. Where a multipart body is described as an array, it is a list with one part for each item; `withPartHeaders(list, [headers])` and `partHeadersOf(list, 0)` have their headers. `withUploadProgress(body, listener)` and `downloadProgress(response, listener)` report the number of bytes transferred.",
  "",
];

/** The facts that the section "Advanced" depends on. */
export interface AdvancedFacts {
  /** True if the contract exports `sensitive`. */
  readonly hasSecrets: boolean;
  /** True if a key is sent in a header or a cookie. */
  readonly hasHeaderKeys: boolean;
  /** The `baseUrl` that the client needs; `undefined` if the description has one. */
  readonly baseUrl: string | undefined;
  /** A path that a call without input reads, if there is one. */
  readonly path: string | undefined;
}

const redirectText = (hasHeaderKeys: boolean): string =>
  hasHeaderKeys
    ? "A redirect to another origin is followed without credentials, keys in the query and headers that look secret; one that would send a body there, or lead from `https` to `http`, is a `ConnectionError`."
    : "Redirects are followed by `fetch`, which sends no `Authorization` to another origin, but the other headers that you set; with the option `fetch` you can decide otherwise.";

/** Writes the section about middleware, validation, logging and the entries of the runtime. */
export function advancedSection(
  naming: EmitOptions,
  { hasSecrets, hasHeaderKeys, baseUrl, path }: AdvancedFacts,
): Lines {
  return [
    "## Advanced",
    "",
    "```ts",
    `import { createClient, type Middleware } from "${packageName(naming, "client")}";`,
    ...(hasSecrets ? [`import { sensitive } from "${packageName(naming, "contract")}";`] : []),
    `import { validators } from "${packageName(naming, "contract")}/validators";`,
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
    ...(baseUrl === undefined ? [] : [`  baseUrl: ${literal(baseUrl)},`]),
    '  ...fromEnv("API"), // API_BASE_URL, API_TOKEN, API_TIMEOUT …; nothing else reads the environment',
    `  middleware: [tracing, logging({ level: "info"${hasSecrets ? ", redact: sensitive" : ""} })],`,
    '  validate: validation(validators, { requests: "strict", responses: "warn" }),',
    "});",
    ...(path === undefined
      ? []
      : [
          "",
          "// Any request, documented or not, with the same credentials, middleware, retries and timeouts:",
          `const response = await api.raw("GET", ${literal(path)}, { headers: { "x-experiment": "1" } });`,
          "console.log(response.status);",
        ]),
    "```",
    "",
    "| entry | exports |",
    "|---|---|",
    "| `@openapi-packages/runtime/client/env` | `fromEnv(prefix)` |",
    "| `@openapi-packages/runtime/client/logging` | `logging()`, which omits secrets: credentials, and properties and parameters that the description marks `writeOnly`, `format: password` or `x-sensitive` |",
    `| \`@openapi-packages/runtime/client/oauth\` | \`clientCredentials(options)\`, \`refreshToken(options)\` and \`deviceAuthorization(options)\`, which shows the user a code by \`onUserCode\`, give a credential for \`auth\`: a token that is stored until shortly before it expires and renewed once for all calls; an \`OAuthError\` has the refusal of the token endpoint. If the description has such flows, \`oauth\` of \`${packageName(naming, "client")}/oauth\` knows their endpoints and scopes |`,
    "| `@openapi-packages/runtime/client/validation` | `validation(validators)`: requests and responses, `off`, `warn` or `strict`; values that types of responses allow beside the listed ones pass |",
    "| `@openapi-packages/runtime/client/opentelemetry` | `tracing({ tracer })`: a span for each attempt |",
    "| `@openapi-packages/runtime/client/tanstack-query` | `queryOptions(call)`, `infiniteQueryOptions(call)`, `mutationOptions(…)`, `queryKey(call)` |",
    "",
    `The option \`fetch\`, of the client or of a call, is called with a \`Request\`, which is its address as text, and with the same as options: pass one that uses a proxy, the \`fetch\` of the package undici, or the fetch function of a server or a mock; one that wraps another passes both on. Options of the runtime's \`fetch\`, such as \`credentials\`, \`cache\`, \`mode\`, \`keepalive\`, \`dispatcher\` of Node or \`next\` of Next.js, are options of the client and of each call, as the project's types declare them. ${fetchEntry(naming)}${redirectText(hasHeaderKeys)}`,
    "",
  ];
}

export const runtimeSection: Lines = [
  "## Runtimes",
  "",
  "Node 22, 24 and 26, Bun, Deno, workers and browsers: the client only needs `fetch`.",
  "",
];

/** Says how to call by path with openapi-fetch, if the client has the entry for it. */
const fetchEntry = (options: EmitOptions): string =>
  hasHttpEntry(options)
    ? `\`httpClient(api.core)\` of \`${packageName(options, "client")}/http\` is an openapi-fetch client, for who installs \`openapi-fetch\`, typed by \`paths\` of the same entry; its requests have the same credentials, middleware and retries as all others. `
    : "";
