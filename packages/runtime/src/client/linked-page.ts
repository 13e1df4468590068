import { baseUrlOf, type ClientCore } from "./core.ts";
import { linkTarget } from "./link-header.ts";
import { jsonInput, type ClientOperation } from "./operation.ts";
import { PaginationError } from "./pagination-error.ts";
import { plainParameters } from "./plain-parameters.ts";
import type { CallInput } from "./types.ts";

/** A page that is requested by its address. */
export interface LinkedPage {
  /** A core whose base URL is the address's origin. */
  readonly core: ClientCore;
  /** The operation at the address. */
  readonly operation: ClientOperation;
  readonly address: string;
}

/**
 * Returns the next page by a response's `Link` header (RFC 8288), or `undefined` without one. A relative
 * address is resolved against that of the response.
 *
 * @throws {PaginationError} when the address is invalid, or has another origin than the client's, since its
 * requests carry credentials.
 */
export function linkedPage(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput,
  response: Response | undefined,
): LinkedPage | undefined {
  if (!response) throw new PaginationError(operation, "await the page before you ask for the next");
  const target = linkTarget(response.headers.get("link"), "next");
  if (target === undefined) return undefined;
  const written = (operation.writeParameters ?? plainParameters)(
    operation,
    jsonInput(operation, input),
  );
  const own = new URL(baseUrlOf(core, operation) + written.path);
  const base = response.url === "" ? own : response.url;
  if (!URL.canParse(target, base))
    throw new PaginationError(operation, "the next page's link is not a URL");
  const { origin, pathname, search } = new URL(target, base);
  if (origin !== own.origin)
    throw new PaginationError(operation, `the next page is at another origin, ${origin}`);
  const atAddress = { ...written, path: pathname, query: search.slice(1) };
  return {
    core: { ...core, options: { ...core.options, baseUrl: origin } },
    operation: { ...operation, writeParameters: () => atAddress },
    address: pathname + search,
  };
}
