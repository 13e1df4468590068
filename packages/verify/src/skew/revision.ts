import { Routing } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { RequestChecker } from "../server/checker/request-checker.ts";
import type { WireRequest } from "../wire/wire-request.ts";

/** How a server routes a request. */
export type Routed =
  | { readonly operation: VerifiedOperation }
  /** The methods of the path; none for an unknown path. */
  | { readonly allow: readonly string[] };

/** One of two revisions of a description, with its client and server. */
export class Revision {
  /** The name in messages: a file, or a revision of a repository. */
  readonly name: string;
  readonly api: VerifiedApi;
  /** Checks requests as its server does. */
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

  /** Returns the operation that answers a request. */
  route({ method, target }: WireRequest): Routed {
    const [path = "/", query] = target.split("?", 2);
    const found = this.#routing.find(method, path, query);
    return "target" in found ? { operation: found.target } : { allow: found.allow };
  }
}
