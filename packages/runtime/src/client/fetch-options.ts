import type { FetchOptions } from "./fetch-types.ts";

/** The options of clients and calls that are not passed on to `fetch`. */
const ownOptions =
  /^(?:accept|auth|baseUrl|clock|fetch|headers|id(?:empotencyKey|leTimeout)|max(?:BodyBytes|ItemBytes|RetryAfter)|middleware|requestIdHeader|resume|retr(?:ies|y\w+)|signal|strict|timeout|totalTimeout|userAgent|validate)$/;

/** Returns the options that are passed on to `fetch`. Secrets are not among them. */
export function fetchOptions(options: object): FetchOptions {
  const passed: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(options) as [string, unknown][])
    if (value !== undefined && !ownOptions.test(name)) passed[name] = value;
  return passed;
}
