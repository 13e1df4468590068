import { percentDecodeLeniently } from "../parameters/percent-encoding.ts";
import { isDotSegment, matchQuery, matchSegment, parsePathTemplate } from "../path-template.ts";
import type { PathPart } from "../path-template.ts";

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  readonly patterns: { readonly parts: readonly PathPart[]; readonly node: RouteNode<Target> }[];
  /** By HTTP method, ordered by {@link queryPriority}. */
  readonly targets: Map<string, QueryTarget<Target>[]>;
}

interface QueryTarget<Target> {
  readonly query: string;
  readonly fragment: string;
  readonly target: Target;
}

/** True if a target matches any query. */
const matchesAnyQuery = <Target>({ query, fragment }: QueryTarget<Target>): boolean =>
  query === "" && fragment === "";

/** The result of a lookup: a target, or the methods that the path has instead; none for an unknown path. */
export type RouteMatch<Target> =
  | { readonly target: Target; readonly values: ReadonlyMap<string, string> }
  | { readonly allow: readonly string[] };

/** The priority of a target: longer queries first; a fragment without pairs has the lowest priority. */
function queryPriority<Target>({ query, fragment }: QueryTarget<Target>): number {
  if (fragment !== "" && !fragment.includes("=")) return -1;
  return query.length + fragment.length;
}

const newNode = <Target>(): RouteNode<Target> => ({
  literals: new Map(),
  patterns: [],
  targets: new Map(),
});

/**
 * A routing table as a tree of path segments. A concrete segment takes precedence over one with a
 * parameter (OpenAPI 3.1, Paths Object), and a segment with literal text over a parameter alone, unless
 * only the other has the request's method.
 */
export class Router<Target> {
  readonly #root = newNode<Target>();

  /**
   * @throws {TypeError} if the template is malformed, or method and path have been added before.
   */
  add(method: string, template: string, target: Target): void {
    let node = this.#root;
    const { segments, query, fragment } = parsePathTemplate(template);
    for (const parts of segments) node = childFor(node, parts);
    const targets = node.targets.get(method) ?? [];
    if (targets.some((other) => other.query === query && other.fragment === fragment))
      throw new TypeError(`${method} ${template} is defined twice`);
    targets.push({ query, fragment, target });
    targets.sort((left, right) => queryPriority(right) - queryPriority(left));
    node.targets.set(method, targets);
  }

  /** Looks up a request's path and query, still percent-encoded. HEAD matches GET's target. */
  find(method: string, path: string, query = ""): RouteMatch<Target> {
    const search = new Search<Target>(method, path, query);
    const target = path.startsWith("/") ? search.from(this.#root, 1) : undefined;
    if (target !== undefined) return { target: target.target, values: search.values() };
    return { allow: search.allow === undefined ? [] : [...search.allow].toSorted() };
  }
}

/** The search for one path in the tree. */
class Search<Target> {
  readonly #method: string;
  readonly #path: string;
  readonly #query: string;
  readonly #isEscaped: boolean;
  readonly #mayHaveDots: boolean;
  /** The matched segments that have parameters. */
  readonly #matched: { readonly parts: readonly PathPart[]; readonly segment: string }[] = [];
  /** The other methods of the path. */
  allow: Set<string> | undefined;

  constructor(method: string, path: string, query: string) {
    this.#method = method;
    this.#path = path;
    this.#query = query;
    this.#isEscaped = path.includes("%");
    this.#mayHaveDots = this.#isEscaped || path.includes("/.");
  }

  /** @param start the index of the segment that the node's children match; `0` after the last one */
  from(node: RouteNode<Target>, start: number): QueryTarget<Target> | undefined {
    if (start === 0) return this.#targetOf(node);
    const slash = this.#path.indexOf("/", start);
    const segment = slash < 0 ? this.#path.slice(start) : this.#path.slice(start, slash);
    if (this.#mayHaveDots && isDotSegment(segment)) return undefined;
    const next = slash + 1;
    const literal =
      node.literals.get(segment) ??
      (this.#isEscaped ? node.literals.get(percentDecodeLeniently(segment)) : undefined);
    const found = literal && this.from(literal, next);
    if (found) return found;
    for (const { parts, node: child } of node.patterns) {
      const isBare = parts.length === 1;
      if (isBare ? segment === "" : !matchSegment(parts, segment, new Map())) continue;
      this.#matched.push({ parts, segment });
      const deeper = this.from(child, next);
      if (deeper) return deeper;
      this.#matched.pop();
    }
    return undefined;
  }

  /** The raw texts of the matched parameters. */
  values(): Map<string, string> {
    const values = new Map<string, string>();
    for (const { parts, segment } of this.#matched) {
      const [only] = parts;
      if (parts.length === 1 && only && "parameter" in only) values.set(only.parameter, segment);
      else matchSegment(parts, segment, values);
    }
    return values;
  }

  #targetOf(node: RouteNode<Target>): QueryTarget<Target> | undefined {
    const { targets } = node;
    const own = targets.get(this.#method);
    const some = own ?? (this.#method === "HEAD" ? targets.get("GET") : undefined);
    const found = some?.find((one) => matchesAnyQuery(one) || matchQuery(one, this.#query));
    if (found !== undefined) return found;
    this.allow ??= new Set();
    for (const other of targets.keys()) this.allow.add(other);
    if (targets.has("GET")) this.allow.add("HEAD");
    return undefined;
  }
}

function childFor<Target>(node: RouteNode<Target>, parts: readonly PathPart[]): RouteNode<Target> {
  const [first] = parts;
  if (first === undefined || (parts.length === 1 && "literal" in first)) {
    const literal = first && "literal" in first ? percentDecodeLeniently(first.literal) : "";
    const child = node.literals.get(literal) ?? newNode<Target>();
    node.literals.set(literal, child);
    return child;
  }
  const known = node.patterns.find((pattern) => sameParts(pattern.parts, parts));
  if (known) return known.node;
  const child = newNode<Target>();
  node.patterns.push({ parts, node: child });
  node.patterns.sort((left, right) => literalLength(right.parts) - literalLength(left.parts));
  return child;
}

/** Compares parameter names as well, as templates may name the same segment differently. */
const sameParts = (left: readonly PathPart[], right: readonly PathPart[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

const literalLength = (parts: readonly PathPart[]): number =>
  parts.reduce((length, part) => length + ("literal" in part ? part.literal.length : 0), 0);
