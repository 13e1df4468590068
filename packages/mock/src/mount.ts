import type { RoutingOptions } from "@openapi-packages/runtime/server";

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

/** The options of a mock about its paths. */
interface PathOptions extends RoutingOptions {
  readonly baseUrl?: string;
}

/**
 * The options for the routing of a mock: the path of a base URL is the base path.
 *
 * @throws {TypeError} when the base URL is neither a URL nor a path, so that no request would be below it,
 *   or a base path is given too.
 */
export function routingOptions({ basePath, baseUrl, slashes }: PathOptions): RoutingOptions {
  if (basePath !== undefined && baseUrl !== undefined)
    throw new TypeError("basePath and baseUrl say the same: the path of baseUrl is the base path");
  const given = baseUrl === undefined ? basePath : mountOf(checkedBaseUrl(baseUrl)).path;
  return {
    ...(given !== undefined && { basePath: given }),
    ...(slashes !== undefined && { slashes }),
  };
}

function checkedBaseUrl(baseUrl: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:\/\/|\/|\*?$)/i.test(baseUrl)) return baseUrl;
  throw new TypeError(
    `baseUrl must be a URL, such as "https://api.example.com/v1", or a path: "/v1"; it is "${baseUrl}"`,
  );
}
