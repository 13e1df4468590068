import type { FetchOptions } from "./fetch-types.ts";
import type { ClientOptions, StreamCallOptions } from "./types.ts";

type OwnOption = Exclude<keyof ClientOptions | keyof StreamCallOptions, keyof FetchOptions>;

/** The options of clients and calls that are not passed on to `fetch`. */
const ownOptions: { readonly [Name in OwnOption]: 0 } = {
  accept: 0,
  auth: 0,
  baseUrl: 0,
  fetch: 0,
  headers: 0,
  idempotencyKey: 0,
  idleTimeout: 0,
  maxBodyBytes: 0,
  maxItemBytes: 0,
  maxRetryAfter: 0,
  middleware: 0,
  requestIdHeader: 0,
  resume: 0,
  retries: 0,
  signal: 0,
  strict: 0,
  timeout: 0,
  totalTimeout: 0,
  userAgent: 0,
  validate: 0,
};

/** Returns the options that are passed on to `fetch`. Secrets are not among them. */
export const fetchOptions = (options: object): FetchOptions =>
  Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !(name in ownOptions) && value !== undefined),
  ) as FetchOptions;
