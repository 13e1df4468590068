import { percentDecodeLeniently } from "../parameters/percent-encoding.ts";
import { isDotSegment, matchQuery, matchSegment, parsePathTemplate } from "../path-template.ts";
import type { PathPart } from "../path-template.ts";

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  readonly patterns: { readonly parts: readonly PathPart[]; readonly node: RouteNode<Target> }[];
  /** By HTTP method; those that want more of the query come first. */
  readonly targets: Map<string, QueryTarget<Target>[]>;
}

interface QueryTarget<Target> {
  readonly query: string;
  readonly fragment: string;
  readonly target: Target;
}

/** Whether a target wants nothing of the query. */
const isPlain = <Target>({ query, fragment }: QueryTarget<Target>): boolean =>
  query === "" && fragment === "";

/** What a router found: a target, or the methods that the path has instead, or nothing. */
export type RouteMatch<Target> =
  | { readonly target: Target; readonly values: ReadonlyMap<string, string> }
  | { readonly allow: readonly string[] };

/** How much of a query a target wants; a fragment without pairs is nobody's wish, and comes last. */
function demand<Target>({ query, fragment }: QueryTarget<Target>): number {
  if (fragment !== "" && !fragment.includes("=")) return -1;
  return query.length + fragment.length;
}

const newNode = <Target>(): RouteNode<Target> => ({
  literals: new Map(),
  patterns: [],
  targets: new Map(),
});

/**
 * A table of routes as a tree of path segments. A concrete segment wins over one with a parameter
 * (OpenAPI 3.1, Paths Object), a segment with literal text over a bare parameter, unless only the
 * other leads to the request's method.
 */
export class Router<Target> {
  readonly #root = newNode<Target>();

  /**
   * @throws {TypeError} when the template is malformed, or the same method and path was added
   *   before.
   */
  add(method: string, template: string, target: Target): void {
    let node = this.#root;
    const { segments, query, fragment } = parsePathTemplate(template);
    for (const parts of segments) node = childFor(node, parts);
    const targets = node.targets.get(method) ?? [];
    if (targets.some((other) => other.query === query && other.fragment === fragment))
      throw new TypeError(`${method} ${template} is there twice`);
    targets.push({ query, fragment, target });
    targets.sort((left, right) => demand(right) - demand(left));
    node.targets.set(method, targets);
  }

  /** Looks a request's path and query up, still percent-encoded. HEAD is answered by GET's target. */
  find(method: string, path: string, query = ""): RouteMatch<Target> {
    const search = new Search<Target>(method, path, query);
    const target = path.startsWith("/") ? search.from(this.#root, 1) : undefined;
    if (target !== undefined) return { target: target.target, values: search.values() };
    return { allow: search.allow === undefined ? [] : [...search.allow].toSorted() };
  }
}

/** One path on its way through the tree. */
class Search<Target> {
  readonly #method: string;
  readonly #path: string;
  readonly #query: string;
  readonly #isEscaped: boolean;
  readonly #mayHaveDots: boolean;
  /** The segments on the way that have parameters in them. */
  readonly #taken: { readonly parts: readonly PathPart[]; readonly segment: string }[] = [];
  /** The methods that the path has beside the one that is looked for. */
  allow: Set<string> | undefined;

  constructor(method: string, path: string, query: string) {
    this.#method = method;
    this.#path = path;
    this.#query = query;
    // Looked for once: hardly any path has them.
    this.#isEscaped = path.includes("%");
    this.#mayHaveDots = this.#isEscaped || path.includes("/.");
  }

  /** @param start where the segment begins that the node's children match; `0` behind the last */
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
      this.#taken.push({ parts, segment });
      const deeper = this.from(child, next);
      if (deeper) return deeper;
      this.#taken.pop();
    }
    return undefined;
  }

  /** The raw texts of the parameters on the way. */
  values(): Map<string, string> {
    const values = new Map<string, string>();
    for (const { parts, segment } of this.#taken) {
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
    const found = some?.find((one) => isPlain(one) || matchQuery(one, this.#query));
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

/** Names included, so that templates which name the same place differently keep their names. */
const sameParts = (left: readonly PathPart[], right: readonly PathPart[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

const literalLength = (parts: readonly PathPart[]): number =>
  parts.reduce((length, part) => length + ("literal" in part ? part.literal.length : 0), 0);
