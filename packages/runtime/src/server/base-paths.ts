import type { ApiDescriptor, OperationDescriptor } from "../operation.ts";
import { RequestFailure } from "./failure.ts";

/** The paths that stand before those of the description, each without a slash at its end: none is `""`. */
export class BasePaths {
  /** The longest first, so that the path of one server is not taken for that of another. */
  readonly all: readonly string[];
  readonly #given: ReadonlySet<string> | undefined;
  readonly #ofApi: ReadonlySet<string>;

  /**
   * @param given the option `basePath`
   * @throws {TypeError} if a given base path is none.
   */
  constructor(
    api: ApiDescriptor,
    operations: readonly OperationDescriptor[],
    given: string | readonly string[] | undefined,
  ) {
    this.#given = given === undefined ? undefined : new Set([given].flat().map(givenBasePath));
    if (this.#given?.size === 0) throw new TypeError('basePath is empty; "/" is no base path');
    this.#ofApi = serverPaths(api.servers);
    const all = new Set(operations.flatMap((operation) => [...this.of(operation)]));
    this.all = [...all].toSorted((left, right) => right.length - left.length);
  }

  /**
   * Those of an operation: given ones, or those of its servers (OpenAPI 3.1, Server Object) and none, as
   * gateways and frameworks take what they route by off a path.
   */
  of({ servers }: OperationDescriptor): ReadonlySet<string> {
    return this.#given ?? (servers === undefined ? this.#ofApi : serverPaths(servers));
  }

  /** The base path that a path begins with, or `undefined`. */
  before(path: string): string | undefined {
    return this.all.find((one) => one === "" || path === one || path.startsWith(`${one}/`));
  }

  /** The failure for a path that no operation has. It names the base paths to those who are outside of them. */
  unknown(path: string): RequestFailure {
    if (this.before(path) !== undefined) return new RequestFailure(404);
    const places = this.all.map((one) => JSON.stringify(one)).join(" or ");
    const message = `must begin with ${places}`;
    return new RequestFailure(404, [{ in: "path", pointer: "", keyword: "basePath", message }]);
  }
}

/** The paths of servers, and none. */
function serverPaths(servers: readonly string[]): ReadonlySet<string> {
  const paths = servers.map(serverPath).filter((path) => path !== undefined);
  return new Set([...paths, ""]);
}

/**
 * The path of a server's URL, which may be relative to the address of the description (OpenAPI 3.1, Server
 * Object, `url`), as if it were at the root; `undefined` where a variable has no value.
 */
export function serverPath(url: string): string | undefined {
  const [, path = url] = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*(.*)$/is.exec(url) ?? [];
  if (/[{}]/.test(path)) return undefined;
  return new URL(path, "http://localhost/").pathname.replace(/\/+$/, "");
}

/** @throws {TypeError} if the text is no path. */
function givenBasePath(text: string): string {
  if (!/^(?:\/[^?#]*)?$/.test(text))
    throw new TypeError(
      `basePath ${JSON.stringify(text)} is no path; it begins with a slash, such as "/v1", and "/" is none`,
    );
  return text.replace(/\/+$/, "");
}
