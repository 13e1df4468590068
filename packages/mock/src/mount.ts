import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import type { MockDescription } from "./description.ts";

/** The mount of a mock: an origin, or any, and a path without a slash at its end. */
export interface Mount {
  /** Left out: any. */
  readonly origin?: string;
  readonly path: string;
}

/** Reads a base URL: absolute, or a path alone; `*` stands for any origin. */
export function mountOf(url: string): Mount {
  const [, origin, path = ""] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  const trimmed = path === "*" ? "" : path.replace(/\/+$/, "");
  return origin === undefined
    ? { path: trimmed }
    : { origin: new URL(origin).origin, path: trimmed };
}

/** Any origin, at the path as the description has it or below the path of one of its servers. */
function describedMounts(api: ApiDescriptor, operations: readonly OperationDescriptor[]): Mount[] {
  const urls = [...operations.flatMap(({ servers = [] }) => servers), ...api.servers];
  const paths = new Set(["", ...urls.map((url) => mountOf(url).path)]);
  return Array.from(paths, (path) => ({ path }));
}

/**
 * The mounts of a mock, the longest path first, so that the path of one server is not taken for that of
 * another.
 *
 * @throws {TypeError} when the base URL is neither a URL nor a path, so that no request would be below it.
 */
export function mountsOf(
  { api, operations }: MockDescription,
  baseUrl: string | undefined,
): Mount[] {
  if (baseUrl !== undefined) return [mountOf(checkedBaseUrl(baseUrl))];
  const all = describedMounts(
    api,
    operations.map(({ operation }) => operation),
  );
  return all.toSorted((left, right) => right.path.length - left.path.length);
}

function checkedBaseUrl(baseUrl: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:\/\/|\/|\*?$)/i.test(baseUrl)) return baseUrl;
  throw new TypeError(
    `baseUrl must be a URL, such as "https://api.example.com/v1", or a path: "/v1"; it is "${baseUrl}"`,
  );
}

/** A request as it is below the path of a mount. */
export function requestBelow(request: HttpRequest, url: string): HttpRequest {
  // Adapters make signals and headers when they are first looked at.
  return {
    method: request.method,
    url,
    headers: request.headers,
    body: request.body,
    origin: request.origin,
    get signal() {
      return request.signal;
    },
  };
}
