import type { ApiDescriptor, OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest } from "@openapi-packages/runtime/server";

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
export function describedMounts(
  api: ApiDescriptor,
  operations: readonly OperationDescriptor[],
): Mount[] {
  const urls = [...operations.flatMap(({ servers = [] }) => servers), ...api.servers];
  const paths = new Set(["", ...urls.map((url) => mountOf(url).path)]);
  return Array.from(paths, (path) => ({ path }));
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
