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
    const segments = path.slice(1).split("/");
    const allow = new Set<string>();
    if (!path.startsWith("/") || segments.some(isDotSegment)) return { allow: [] };
    const search = (
      node: RouteNode<Target>,
      depth: number,
      values: ReadonlyMap<string, string>,
    ): RouteMatch<Target> | undefined => {
      const segment = segments[depth];
      if (segment === undefined) return targetOf(node, method, query, values, allow);
      const literal =
        node.literals.get(segment) ?? node.literals.get(percentDecodeLeniently(segment));
      const found = literal && search(literal, depth + 1, values);
      if (found) return found;
      for (const { parts, node: child } of node.patterns) {
        const extended = new Map(values);
        if (!matchSegment(parts, segment, extended)) continue;
        const deeper = search(child, depth + 1, extended);
        if (deeper) return deeper;
      }
      return undefined;
    };
    return search(this.#root, 0, new Map()) ?? { allow: [...allow].toSorted() };
  }
}

function targetOf<Target>(
  node: RouteNode<Target>,
  method: string,
  query: string,
  values: ReadonlyMap<string, string>,
  allow: Set<string>,
): RouteMatch<Target> | undefined {
  const targets =
    node.targets.get(method) ?? (method === "HEAD" ? node.targets.get("GET") : undefined);
  const found = targets?.find((target) => matchQuery(target, query));
  if (found !== undefined) return { target: found.target, values };
  for (const other of node.targets.keys()) allow.add(other);
  if (node.targets.has("GET")) allow.add("HEAD");
  return undefined;
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
