import { Routing } from "@openapi-packages/runtime/internals";
import type { MockOperation } from "@openapi-packages/mock/description";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { Operation } from "@openapi-packages/description/model/api-model";
import type { Description } from "../read-description.ts";

/** An operation with its descriptor and its model. */
export interface DescribedOperation {
  readonly mock: Pick<MockOperation, "operation">;
  readonly model: Pick<Operation, "servers">;
}

/** The operation of a request. */
export interface FoundOperation<Found extends DescribedOperation> {
  readonly operation: Found;
  /** Path and query below the server's URL. */
  readonly target: string;
  /** The values of path parameters, by name. */
  readonly values: ReadonlyMap<string, string>;
}

/** The base URL of operations. */
interface ServerPlace {
  /** Scheme, an empty text, host and path segments, in lower case; `undefined` for any. */
  readonly segments: readonly (string | undefined)[];
  /** The URL in the description; `undefined` if the user specified it. */
  readonly url: string | undefined;
}

/** Finds the operations of requests by the servers and paths of a description. */
export class OperationFinder<Found extends DescribedOperation> {
  readonly #routing: Routing<Found>;
  readonly #servers: readonly ServerPlace[];

  /**
   * @param server the base URL of the operations. Default: the description's servers
   * @throws {UsageError} when it is invalid
   */
  constructor(
    api: {
      readonly description: Pick<Description, "model" | "mock">;
      readonly operations: readonly Found[];
    },
    server: string | undefined,
  ) {
    const { model, mock } = api.description;
    const targets = api.operations.map((one) => [one.mock.operation, one] as const);
    this.#routing = new Routing(mock.api, targets, { basePath: "/" });
    const templates = model.serverTemplates.map(({ url }) => url);
    const described = [
      ...(templates.length > 0 ? templates : model.servers),
      ...api.operations.flatMap((one) => one.model.servers),
    ];
    this.#servers =
      server === undefined
        ? [...new Set(described.length === 0 ? ["/"] : described)].map(describedPlace)
        : [givenPlace(server)];
  }

  /** Returns the operation of a request, or `undefined`. */
  find(method: string, url: string): FoundOperation<Found> | undefined {
    const whole = withoutFragment(url);
    for (const { segments, url: server } of this.#servers) {
      const rest = below(segments, whole);
      if (rest === undefined) continue;
      const target = rest.startsWith("/") ? rest : `/${rest}`;
      const [path = "/", query] = target.split("?", 2);
      const match = this.#routing.find(method.toUpperCase(), path, query);
      if (!("target" in match)) continue;
      const { servers } = match.target.model;
      const isThere = server === undefined || servers.length === 0 || servers.includes(server);
      if (isThere) return { operation: match.target, target, values: match.values };
    }
    return undefined;
  }

  /** Returns the operation whose path matches the end of a URL, on any server. */
  findAnywhere(method: string, url: string): FoundOperation<Found> | undefined {
    const { pathname, search } = new URL(url);
    const segments = pathname.split("/");
    for (let left = 0; left < segments.length - 1; left += 1) {
      const path = `/${segments.slice(left + 1).join("/")}`;
      const match = this.#routing.find(method.toUpperCase(), path, search.slice(1));
      if ("target" in match)
        return { operation: match.target, target: path + search, values: match.values };
    }
    return undefined;
  }

  /** True if a URL is below a server. */
  isBelow(url: string): boolean {
    return this.#servers.some(
      ({ segments }) => below(segments, withoutFragment(url)) !== undefined,
    );
  }
}

const withoutFragment = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
};

/** Returns the part of a URL below a server; `undefined` if it is not below it. */
function below(segments: readonly (string | undefined)[], url: string): string | undefined {
  const [address = "", query] = url.split(/\?(.*)/s, 2);
  const found = address.split("/");
  const isThere =
    /^https?:/i.test(address) &&
    found.length >= segments.length &&
    segments.every(
      (segment, at) => segment === undefined || isLike(found[at]?.toLowerCase() ?? "", segment),
    );
  if (!isThere) return undefined;
  const path = found.slice(segments.length).map((segment) => `/${segment}`);
  return path.join("") + (query === undefined ? "" : `?${query}`);
}

/**
 * True if a segment matches a template whose variables have any value. It runs in linear time, because both may
 * be untrusted.
 */
function isLike(text: string, template: string): boolean {
  const [before = "", ...literals] = template.split(/\{[^}]*\}/);
  const after = literals.pop();
  if (after === undefined) return text === before;
  if (!text.startsWith(before)) return false;
  let end = before.length;
  for (const literal of literals) {
    const start = text.indexOf(literal, end);
    if (start === -1) return false;
    end = start + literal.length;
  }
  return text.length >= end + after.length && text.endsWith(after);
}

/** Parses a server of the description. A relative one may have any origin, a variable any value. */
function describedPlace(url: string): ServerPlace {
  const text = url.replace(/\/$/, "").toLowerCase();
  const [, absolute] = /^(?:[^/]*:)?\/\/(.*)$/s.exec(text) ?? [];
  if (absolute !== undefined) return { segments: [undefined, "", ...absolute.split("/")], url };
  const path = text.replace(/^\//, "");
  return { segments: [undefined, "", undefined, ...(path === "" ? [] : path.split("/"))], url };
}

function givenPlace(server: string): ServerPlace {
  if (!URL.canParse(server))
    throw new UsageError(`${JSON.stringify(server)} is not a URL of http or https`);
  const { origin, pathname } = new URL(server);
  const text = origin + pathname.replace(/\/$/, "");
  return { segments: text.toLowerCase().split("/"), url: undefined };
}
