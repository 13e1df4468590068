import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";

/**
 * Defaults for clients of the generated package, which its publisher sets and the options of `createClient`
 * override. Settings left out here have the defaults of the runtime.
 */
export interface ClientDefaults {
  /** The base URL of all operations. Default: the description's first server. */
  readonly baseUrl?: string;
  /**
   * Headers of each request. Those of `createClient` are added and take precedence. They must not contain
   * credentials, since the package has them in plain text.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of retries. Default: 2. */
  readonly retries?: number;
  /** The longest wait between retries that the server may ask for, in milliseconds. Default: 60 000. */
  readonly maxRetryAfter?: number;
  /** The time limit of each attempt, in milliseconds. Default: 60 000. */
  readonly timeout?: number;
  /** The time limit of the whole call, including retries, in milliseconds. Default: no limit. */
  readonly totalTimeout?: number;
  /** The response header with the server's id of the request. Default: `x-request-id`. */
  readonly requestIdHeader?: string;
  /** The value of `User-Agent`, or `false` for none. Default: the package's name and version. */
  readonly userAgent?: string | false;
}

/** Matches the name of a header field (RFC 9110, section 5.6.2). */
const fieldName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
/** Matches the value of a header field in ASCII (RFC 9110, section 5.5). */
const fieldValue = /^[\x21-\x7E](?:[\t\x20-\x7E]*[\x21-\x7E])?$/;

/**
 * Checks the defaults of a client.
 *
 * @throws {UsageError} if a value is invalid
 */
export function checkClientDefaults({
  baseUrl,
  headers = {},
  requestIdHeader,
  userAgent,
}: ClientDefaults): void {
  if (baseUrl !== undefined && !(/^https?:/i.test(baseUrl) && URL.canParse(baseUrl)))
    throw new UsageError(
      `client.baseUrl is an absolute URL such as https://api.example.com, not ${JSON.stringify(baseUrl)}`,
    );
  const names = [
    ...Object.keys(headers),
    ...(requestIdHeader === undefined ? [] : [requestIdHeader]),
  ];
  const wrongName = names.find((name) => !fieldName.test(name));
  if (wrongName !== undefined)
    throw new UsageError(`${JSON.stringify(wrongName)} is not a name of a header of the client`);
  const wrongValue = Object.entries(headers).find(([, value]) => !fieldValue.test(value));
  if (wrongValue !== undefined)
    throw new UsageError(
      `the client's header ${wrongValue[0]} has a value that headers cannot have`,
    );
  if (typeof userAgent === "string" && !fieldValue.test(userAgent))
    throw new UsageError("client.userAgent is a value that headers cannot have");
}
