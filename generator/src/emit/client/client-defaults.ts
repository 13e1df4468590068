import { UsageError } from "../../usage-error.ts";

/**
 * What clients of the generated package do unless `createClient` is told otherwise: a publisher's settings.
 * What is left out here is as the runtime has it.
 */
export interface ClientDefaults {
  /** The base URL of all operations. Left out: the description's first server. */
  readonly baseUrl?: string;
  /** Sent with each request; those that `createClient` is given are sent too, and come first. No credentials: the package has them in clear. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The number of retries. Left out: 2. */
  readonly retries?: number;
  /** The longest wait that a server may ask for before a retry, in milliseconds. Left out: 60 000. */
  readonly maxRetryAfter?: number;
  /** For each attempt, in milliseconds. Left out: 60 000. */
  readonly timeout?: number;
  /** For a whole call, retries included, in milliseconds. Left out: no limit. */
  readonly totalTimeout?: number;
  /** The header in which the server gives a request its id. Left out: `x-request-id`. */
  readonly requestIdHeader?: string;
  /** The value of `User-Agent`, or `false` for none. Left out: the package's name and version. */
  readonly userAgent?: string | false;
}

/** Names of fields (RFC 9110, section 5.6.2). */
const fieldName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
/** Values of fields that are text of ASCII (RFC 9110, section 5.5). */
const fieldValue = /^[\x21-\x7E](?:[\t\x20-\x7E]*[\x21-\x7E])?$/;

/** @throws {UsageError} when a default cannot be what it should be */
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
    throw new UsageError(`${JSON.stringify(wrongName)} is no name of a header of the client`);
  const wrongValue = Object.entries(headers).find(([, value]) => !fieldValue.test(value));
  if (wrongValue !== undefined)
    throw new UsageError(
      `the client's header ${wrongValue[0]} has a value that headers cannot have`,
    );
  if (typeof userAgent === "string" && !fieldValue.test(userAgent))
    throw new UsageError("client.userAgent is a value that headers cannot have");
}
