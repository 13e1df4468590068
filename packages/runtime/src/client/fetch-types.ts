/**
 * The types of `fetch`, taken from those that a project has of its runtime: the DOM library, Node's types or those of
 * another one. A project may have none.
 */
import type { WebRequest } from "../web-types.ts";

/** The options of requests, as the project's types have them. */
type KnownInit = typeof globalThis extends {
  fetch: (input: never, init?: infer Init) => unknown;
}
  ? NonNullable<Init>
  : StandardInit;

/** What the Fetch Standard knows, where a project has no types of it (`RequestInit`). */
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

/** The options of requests that a client sets itself. */
type OwnInit = "body" | "duplex" | "headers" | "method" | "redirect" | "signal" | "window";

/**
 * What `fetch` takes beside a request: `credentials`, `cache`, `mode`, `keepalive`, and whatever else the
 * runtime's types declare, such as `next` of Next.js. A call's option comes before the client's.
 */
export interface FetchOptions extends Omit<KnownInit, OwnInit | "dispatcher"> {
  /** The dispatcher of undici and Node, of whichever release. */
  readonly dispatcher?: object;
}

/** A request as a fetch function gets it; as text it is its address, for functions that know another class of requests. */
export type FetchRequest = WebRequest & string;

// The types of two runtimes for an option are not the same.
// oxlint-disable-next-line typescript/no-explicit-any
type PassedOn = { readonly [Name in keyof FetchOptions]?: any };

/** The same request as options, for functions that take an address. */
export interface FetchRequestOptions extends PassedOn {
  readonly method: string;
  readonly headers: { [name: string]: string };
  readonly redirect: "follow" | "manual";
  readonly signal: AbortSignal;
  // Each runtime has a type of its own for bodies.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body?: any;
  readonly duplex?: "half";
}

/** A response of any class, as a fetch function gives it. */
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
 * Sends requests, as the global `fetch` does, or that of the package undici. One that wraps another passes both
 * arguments on: `fetch: (request, options) => undici.fetch(request, { ...options, dispatcher })`.
 */
export type Fetch = (
  request: FetchRequest,
  options: FetchRequestOptions,
) => Promise<FetchResponse | Response>;
