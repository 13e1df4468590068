import type { RoutingOptions } from "@openapi-packages/runtime/server";

/** The address of a mock: an origin, or any, and a path without a trailing slash. */
export interface Mount {
  /** Default: any. */
  readonly origin?: string;
  readonly path: string;
}

/** Parses a base URL: an absolute URL or a path. `*` matches any origin. */
export function mountOf(url: string): Mount {
  const [, origin, path = ""] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  const trimmed = path === "*" ? "" : path.replace(/\/+$/, "");
  return origin === undefined
    ? { path: trimmed }
    : { origin: new URL(origin).origin, path: trimmed };
}

/** The options of a mock for its paths. */
interface PathOptions extends RoutingOptions {
  readonly baseUrl?: string;
}

/**
 * Returns the options for the routing of a mock: the path of a base URL is the base path.
 *
 * @throws {TypeError} when the base URL is neither a URL nor a path, or a base path is given as well.
 */
export function routingOptions({ basePath, baseUrl, slashes }: PathOptions): RoutingOptions {
  if (basePath !== undefined && baseUrl !== undefined)
    throw new TypeError("pass either basePath or baseUrl: the path of baseUrl is the base path");
  const given = baseUrl === undefined ? basePath : mountOf(checkedBaseUrl(baseUrl)).path;
  return {
    ...(given !== undefined && { basePath: given }),
    ...(slashes !== undefined && { slashes }),
  };
}

/** Returns the first path below which a mock answers, without a trailing slash. */
export function basePathOf(options: PathOptions): string {
  const [basePath = ""] = [routingOptions(options).basePath ?? []].flat();
  return basePath.replace(/\/+$/, "");
}

function checkedBaseUrl(baseUrl: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:\/\/|\/|\*?$)/i.test(baseUrl)) return baseUrl;
  throw new TypeError(
    `baseUrl must be a URL, such as "https://api.example.com/v1", or a path: "/v1"; it is "${baseUrl}"`,
  );
}
