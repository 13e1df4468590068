/**
 * The types of `fetch`, taken from the project: from the DOM library, Node's types or those of another
 * runtime. A project may have none of them.
 */
import type { WebRequest } from "../web-types.ts";

/** The project's own type of request options. */
type KnownInit = typeof globalThis extends {
  fetch: (input: never, init?: infer Init) => unknown;
}
  ? NonNullable<Init>
  : StandardInit;

/** The options of the Fetch Standard (`RequestInit`), for projects without types of `fetch`. */
interface StandardInit {
  readonly cache?: string;
  readonly credentials?: "include" | "omit" | "same-origin";
  readonly integrity?: string;
  readonly keepalive?: boolean;
  readonly mode?: string;
  readonly priority?: "auto" | "high" | "low";
  readonly referrer?: string;
  readonly referrerPolicy?: string;
}

/** The request options that the client sets itself. */
type OwnInit = "body" | "duplex" | "headers" | "method" | "redirect" | "signal" | "window";

/**
 * Options that are passed on to `fetch`: `credentials`, `cache`, `mode`, `keepalive`, and whatever else the
 * runtime's types declare, such as `next` of Next.js. An option of a call overrides that of the client.
 */
export interface FetchOptions extends Omit<KnownInit, OwnInit | "dispatcher"> {
  /** A dispatcher of undici or Node, of any release. */
  readonly dispatcher?: object;
}

/**
 * The request that a `fetch` function receives. Its text is its address, for functions that use another
 * class of `Request`.
 */
export type FetchRequest = WebRequest & string;

// Two runtimes declare different types for one option.
// oxlint-disable-next-line typescript/no-explicit-any
type PassedOn = { readonly [Name in keyof FetchOptions]?: any };

/** The same request as plain options, for functions that take an address. */
export interface FetchRequestOptions extends PassedOn {
  readonly method: string;
  readonly headers: { [name: string]: string };
  readonly redirect: "follow" | "manual";
  readonly signal: AbortSignal;
  // Each runtime declares its own type of bodies.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body?: any;
  readonly duplex?: "half";
}

/** The response of a `fetch` function, of any class. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: unknown;
  readonly bodyUsed: boolean;
  text(): Promise<string>;
}

/**
 * Sends requests, as the global `fetch` and that of the package undici do. A function that wraps another
 * passes both arguments on: `fetch: (request, options) => undici.fetch(request, { ...options, dispatcher
 * })`.
 */
export type Fetch = (
  request: FetchRequest,
  options: FetchRequestOptions,
) => Promise<FetchResponse | Response>;
