import type { ApiDescriptor, OperationDescriptor } from "../operation.ts";
import { RequestFailure } from "./failure.ts";

/** The paths before those of the description, without a trailing slash; `""` for none. */
export class BasePaths {
  /** Sorted by length, longest first, so that one server's path is not mistaken for that of another. */
  readonly all: readonly string[];
  readonly #given: ReadonlySet<string> | undefined;
  readonly #ofApi: ReadonlySet<string>;

  /**
   * @param given the option `basePath`
   * @throws {TypeError} if a given base path is invalid.
   */
  constructor(
    api: ApiDescriptor,
    operations: readonly OperationDescriptor[],
    given: string | readonly string[] | undefined,
  ) {
    this.#given = given === undefined ? undefined : new Set([given].flat().map(givenBasePath));
    if (this.#given?.size === 0)
      throw new TypeError('basePath is an empty list: pass "/" for no base path');
    this.#ofApi = serverPaths(api.servers);
    const all = new Set(operations.flatMap((operation) => [...this.of(operation)]));
    this.all = [...all].toSorted((left, right) => right.length - left.length);
  }

  /**
   * Returns the base paths of an operation: the given ones, or those of its servers (OpenAPI 3.1, Server
   * Object) and none, since gateways and frameworks may have removed the path that they route by.
   */
  of({ servers }: OperationDescriptor): ReadonlySet<string> {
    return this.#given ?? (servers === undefined ? this.#ofApi : serverPaths(servers));
  }

  /** Returns the base path that a path begins with, or `undefined`. */
  before(path: string): string | undefined {
    return this.all.find((one) => one === "" || path === one || path.startsWith(`${one}/`));
  }

  /** Creates the failure for a path without an operation. Outside of all base paths it names them. */
  unknown(path: string): RequestFailure {
    if (this.before(path) !== undefined) return new RequestFailure(404);
    const places = this.all.map((one) => JSON.stringify(one)).join(" or ");
    const message = `must begin with ${places}`;
    return new RequestFailure(404, [{ in: "path", pointer: "", keyword: "basePath", message }]);
  }
}

/** Returns the paths of servers, and an empty one. */
function serverPaths(servers: readonly string[]): ReadonlySet<string> {
  const paths = servers.map(serverPath).filter((path) => path !== undefined);
  return new Set([...paths, ""]);
}

/**
 * Returns the path of a server's URL; `undefined` if it contains a variable. A relative URL, which is
 * relative to the address of the description (OpenAPI 3.1, Server Object, `url`), is resolved against the
 * root.
 */
export function serverPath(url: string): string | undefined {
  const [, path = url] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  if (/[{}]/.test(path)) return undefined;
  return new URL(path, "http://localhost/").pathname.replace(/\/+$/, "");
}

/** @throws {TypeError} if the text is not a path. */
function givenBasePath(text: string): string {
  if (!/^(?:\/[^?#]*)?$/.test(text))
    throw new TypeError(
      `basePath ${JSON.stringify(text)} is not a path: it must begin with a slash, such as "/v1"; "/" stands for no base path`,
    );
  return text.replace(/\/+$/, "");
}
