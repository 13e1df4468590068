import type { ApiDescriptor, OperationDescriptor } from "../operation.ts";
import { BasePaths } from "./base-paths.ts";
import type { RequestFailure } from "./failure.ts";
import type { RoutingOptions } from "./options.ts";
import { Router } from "./router.ts";
import type { RouteMatch } from "./router.ts";

/** Finds the operation of a request's path below the base paths. */
export class Routing<Target> {
  readonly #basePaths: BasePaths;
  readonly #router: Router<Target>;

  /**
   * @throws {TypeError} if two operations have the same method and path, or a path template or base path is
   * invalid.
   */
  constructor(
    api: ApiDescriptor,
    targets: readonly (readonly [operation: OperationDescriptor, target: Target])[],
    { basePath, slashes }: RoutingOptions,
  ) {
    const operations = targets.map(([operation]) => operation);
    this.#basePaths = new BasePaths(api, operations, basePath);
    this.#router = new Router(slashes);
    for (const one of this.#basePaths.all)
      for (const [operation, target] of targets)
        if (this.#basePaths.of(operation).has(one))
          this.#router.add(operation.method, operation.path, target, {
            basePath: one,
            multiSegment: multiSegmentNames(operation),
          });
  }

  /**
   * Looks up a request's path and query, still percent-encoded. `OPTIONS *` returns all methods of the
   * server (RFC 9110, section 9.3.7).
   */
  find(method: string, path: string, query = ""): RouteMatch<Target> {
    const match = this.#router.find(method, path, query);
    if ("target" in match) return match;
    const isOfServer = path === "*" && method === "OPTIONS";
    if (!isOfServer && match.allow.length === 0) return match;
    const methods = isOfServer ? this.#router.methods() : match.allow;
    return { allow: [...new Set([...methods, "OPTIONS"])].toSorted() };
  }

  /** Returns the base path that a path begins with, the longest of several; `undefined` if there is none. */
  basePathOf(path: string): string | undefined {
    return this.#basePaths.before(path);
  }

  /** Creates the failure for a path without an operation. */
  unknown(path: string): RequestFailure {
    return this.#basePaths.unknown(path);
  }
}

const multiSegmentNames = ({ parameters = [] }: OperationDescriptor): string[] =>
  parameters
    .filter(({ in: location, multiSegment }) => location === "path" && multiSegment === true)
    .map(({ name }) => name);

/** Returns a request's path and query without its base path. */
export function withoutBasePath(url: string, basePath: string): string {
  const segments = basePath.split("/").slice(1);
  const rest = segments.reduce((left) => left.replace(/^\/+[^/?#]*/, ""), url);
  return rest.startsWith("/") ? rest : `/${rest}`;
}
