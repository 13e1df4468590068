import { Routing } from "@openapi-packages/runtime/internals";
import { UsageError } from "openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";

/** The operation that a request belongs to. */
export interface FoundOperation {
  readonly operation: VerifiedOperation;
  /** Path and query below the server's URL. */
  readonly target: string;
}

/** A server below whose URL operations are. */
interface ServerPlace {
  readonly pattern: RegExp;
  /** As the description writes it; `undefined` where the user named it. */
  readonly url: string | undefined;
}

/** Finds the operations of requests by the servers of a description and its paths. */
export class OperationFinder {
  readonly #routing: Routing<VerifiedOperation>;
  readonly #servers: readonly ServerPlace[];

  /**
   * @param server the URL below which operations are; left out: those of the description's servers
   * @throws {UsageError} when it is none
   */
  constructor(api: VerifiedApi, server: string | undefined) {
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

  /** The operation of a request, or `undefined`. */
  find(method: string, url: string): FoundOperation | undefined {
    const whole = withoutFragment(url);
    for (const { pattern, url: server } of this.#servers) {
      const before = pattern.exec(whole)?.[0];
      if (before === undefined) continue;
      const rest = whole.slice(before.length);
      const target = rest.startsWith("/") ? rest : `/${rest}`;
      const [path = "/", query] = target.split("?", 2);
      const match = this.#routing.find(method.toUpperCase(), path, query);
      if (!("target" in match)) continue;
      const { servers } = match.target.model;
      const isThere = server === undefined || servers.length === 0 || servers.includes(server);
      if (isThere) return { operation: match.target, target };
    }
    return undefined;
  }

  /** The operation whose path a URL ends with, wherever its server is. */
  findAnywhere(method: string, url: string): FoundOperation | undefined {
    const { pathname, search } = new URL(url);
    const segments = pathname.split("/");
    for (let left = 0; left < segments.length - 1; left += 1) {
      const path = `/${segments.slice(left + 1).join("/")}`;
      const match = this.#routing.find(method.toUpperCase(), path, search.slice(1));
      if ("target" in match) return { operation: match.target, target: path + search };
    }
    return undefined;
  }

  /** True if a URL is below a server, whatever is there. */
  isBelow(url: string): boolean {
    return this.#servers.some(({ pattern }) => pattern.test(withoutFragment(url)));
  }
}

const withoutFragment = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A server of a description: a relative one may be at any origin, a variable may have any value. */
function describedPlace(url: string): ServerPlace {
  const text = url.replace(/\/$/, "");
  const isAbsolute = /^[a-z][a-z+.-]*:\/\//i.test(text) || text.startsWith("//");
  const pattern = text
    .replace(/^[a-z][a-z+.-]*:(?=\/\/)/i, "")
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith("{") ? "[^/?#]*" : escaped(part)))
    .join("");
  const path = pattern.startsWith("/") || pattern === "" ? pattern : `/${pattern}`;
  const before = isAbsolute ? `^https?:${pattern}` : `^https?://[^/?#]+${path}`;
  return { pattern: new RegExp(`${before}(?=[/?]|$)`, "i"), url };
}

function givenPlace(server: string): ServerPlace {
  if (!URL.canParse(server))
    throw new UsageError(`${JSON.stringify(server)} is not a URL of http or https`);
  const { origin, pathname } = new URL(server);
  const text = origin + pathname.replace(/\/$/, "");
  return { pattern: new RegExp(`^${escaped(text)}(?=[/?]|$)`, "i"), url: undefined };
}
