import { Routing } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { RequestChecker } from "../server/checker/request-checker.ts";
import type { WireRequest } from "../wire/wire-request.ts";

/** What a server says of a request's method and path. */
export type Routed =
  | { readonly operation: VerifiedOperation }
  /** The methods of the path; none where there is no such path. */
  | { readonly allow: readonly string[] };

/** One of two revisions of a description, as the client and the server that are made of it. */
export class Revision {
  /** What messages call it: a file, or a revision of a repository. */
  readonly name: string;
  readonly api: VerifiedApi;
  /** Its server's reading of requests. */
  readonly checker: RequestChecker;
  readonly #routing: Routing<VerifiedOperation>;

  /** @throws {TypeError} when two operations have the same method and path */
  constructor(name: string, api: VerifiedApi) {
    this.name = name;
    this.api = api;
    this.checker = new RequestChecker(api);
    const targets = api.operations.map((one) => [one.mock.operation, one] as const);
    this.#routing = new Routing(api.description.mock.api, targets, { basePath: "/" });
  }

  /** The operation that its server answers a request by. */
  route({ method, target }: WireRequest): Routed {
    const [path = "/", query] = target.split("?", 2);
    const found = this.#routing.find(method, path, query);
    return "target" in found ? { operation: found.target } : { allow: found.allow };
  }
}
