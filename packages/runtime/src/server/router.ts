import { parsePathTemplate } from "../path-template.ts";
import { RouteSearch } from "./route-search.ts";
import { hasParameter, insertRoute, newNode } from "./route-tree.ts";
import type { RouteEnd, RouteNode, Segment } from "./route-tree.ts";

/** The place of a target, beside its method and template. */
export interface RoutePlace {
  /** The path before the template. Default: none. */
  readonly basePath?: string;
  /** The parameters that span several segments (`x-multi-segment`). Default: none. */
  readonly multiSegment?: readonly string[];
}

/** The result of a lookup: a target, or the methods that the path allows; none for an unknown path. */
export type RouteMatch<Target> =
  | {
      readonly target: Target;
      readonly values: ReadonlyMap<string, string>;
      readonly basePath: string;
    }
  | { readonly allow: readonly string[] };

/**
 * A routing table as a tree of path segments. The path is matched first, and only its methods are
 * considered. A concrete segment takes precedence over one with a parameter (OpenAPI 3.1, Paths Object),
 * and a segment with literal text over a parameter alone. A parameter alone takes precedence over a
 * parameter of several segments, unless only the latter has the request's method. Paths that only differ in
 * names of parameters are one path.
 */
export class Router<Target> {
  readonly #root = newNode<Target>();
  /** The same targets by their paths without doubled and trailing slashes. */
  readonly #lenient: RouteNode<Target> | undefined;
  readonly #methods = new Set<string>();

  constructor(slashes: Slashes = "exact") {
    this.#lenient = slashes === "lenient" ? newNode() : undefined;
  }

  /**
   * Adds a target. If another target already has its method and path, below another base path or with other
   * names of parameters, that one stays.
   *
   * @throws {TypeError} if the template is malformed, or method and template have been added before.
   */
  add(method: string, template: string, target: Target, place: RoutePlace = {}): void {
    const { basePath = "", multiSegment = [] } = place;
    const { segments: own, query, fragment } = parsePathTemplate(template);
    const segments = [...literalSegments(basePath), ...own];
    const end = { query, fragment, basePath, named: own.filter(hasParameter), target };
    const known = insertRoute(this.#root, segments, multiSegment, method, end);
    if (known !== undefined && isSame(known, end))
      throw new TypeError(`${method} ${template} is defined twice`);
    if (this.#lenient)
      insertRoute(this.#lenient, withoutEmpty(segments), multiSegment, method, end);
    this.#methods.add(method);
  }

  /** Looks up a request's path and query, still percent-encoded. HEAD matches GET's target. */
  find(method: string, path: string, query = ""): RouteMatch<Target> {
    const match = find(this.#root, method, path, query);
    if (this.#lenient === undefined || "target" in match || match.allow.length > 0) return match;
    return find(this.#lenient, method, lenientPath(path), query);
  }

  /** The methods of all paths, in alphabetical order. */
  methods(): string[] {
    return withHead(this.#methods);
  }
}

function find<Target>(
  root: RouteNode<Target>,
  method: string,
  path: string,
  query: string,
): RouteMatch<Target> {
  const search = new RouteSearch<Target>(method, path, query);
  const found = search.run(root);
  if (found === undefined) return { allow: withHead(search.methods) };
  return { target: found.target, values: search.valuesOf(found), basePath: found.basePath };
}

const literalSegments = (basePath: string): Segment[] =>
  basePath
    .split("/")
    .slice(1)
    .map((literal) => [{ literal }]);

/** Returns the segments of a path as {@link lenientPath} does. The root path has one empty segment. */
function withoutEmpty(segments: readonly Segment[]): readonly Segment[] {
  const others = segments.filter((parts) => parts.length > 0);
  return others.length === 0 ? [[]] : others;
}

function isSame<Target>(one: RouteEnd<Target>, other: RouteEnd<Target>): boolean {
  return (
    one.basePath === other.basePath && JSON.stringify(one.named) === JSON.stringify(other.named)
  );
}

const withHead = (methods: ReadonlySet<string>): string[] =>
  [...new Set([...methods, ...(methods.has("GET") ? ["HEAD"] : [])])].toSorted();

/** Whether doubled and trailing slashes in a path are significant. */
export type Slashes = "exact" | "lenient";

/** Returns a path without doubled and trailing slashes. */
export function lenientPath(path: string): string {
  const single = path.replace(/\/{2,}/g, "/");
  return single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
}
