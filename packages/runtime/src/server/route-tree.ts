import { percentDecodeLeniently } from "../parameters/percent-encoding.ts";
import type { PathPart } from "../path-template.ts";

/** A segment of a path template. */
export type Segment = readonly PathPart[];

/** A place in the tree of all paths: behind the segments that lead to it. */
export interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  /** The segments with parameters, ordered by their literal text. */
  readonly patterns: RoutePattern<Target>[];
  /** The ends of paths that begin with a parameter of several segments. */
  readonly rests: RouteRest<Target>[];
  /** By HTTP method, ordered by {@link queryPriority}. */
  readonly routes: Map<string, RouteEnd<Target>[]>;
}

/** A segment with parameters, whose names are the routes' own. */
export interface RoutePattern<Target> {
  readonly parts: Segment;
  /** What distinguishes it from others. */
  readonly shape: string;
  readonly node: RouteNode<Target>;
}

/** A parameter of several segments, and the segments behind it. */
export interface RouteRest<Target> extends RoutePattern<Target> {
  readonly tail: readonly Segment[];
}

/** The end of a route: its target, with what is the route's own. */
export interface RouteEnd<Target> {
  readonly query: string;
  readonly fragment: string;
  readonly basePath: string;
  /** The segments that have parameters. */
  readonly named: readonly Segment[];
  readonly target: Target;
}

/** A node without anything behind it. */
export const newNode = <Target>(): RouteNode<Target> => ({
  literals: new Map(),
  patterns: [],
  rests: [],
  routes: new Map(),
});

/**
 * Adds a route to the tree, unless its path, method and query have one.
 *
 * @param multiSegment the parameters that take several segments; the first of a path counts
 * @returns the route that was there before
 */
export function insertRoute<Target>(
  root: RouteNode<Target>,
  segments: readonly Segment[],
  multiSegment: readonly string[],
  method: string,
  end: RouteEnd<Target>,
): RouteEnd<Target> | undefined {
  const isMulti = (part: PathPart): boolean =>
    "parameter" in part && multiSegment.includes(part.parameter);
  const multi = segments.findIndex((parts) => parts.some(isMulti));
  let node = root;
  for (const parts of multi < 0 ? segments : segments.slice(0, multi)) node = childFor(node, parts);
  if (multi >= 0) node = restFor(node, segments[multi] ?? [], segments.slice(multi + 1));
  const ends = node.routes.get(method) ?? [];
  const known = ends.find(
    ({ query, fragment }) => query === end.query && fragment === end.fragment,
  );
  if (known !== undefined) return known;
  ends.push(end);
  ends.sort((left, right) => queryPriority(right) - queryPriority(left));
  node.routes.set(method, ends);
  return undefined;
}

/** True if a segment has a parameter. */
export const hasParameter = (parts: Segment): boolean => parts.some((part) => "parameter" in part);

/** The text of a segment without parameters. */
export function literalOf([first]: Segment): string {
  return first && "literal" in first ? percentDecodeLeniently(first.literal) : "";
}

/** The priority of a route: longer queries first; a fragment without pairs has the lowest priority. */
function queryPriority<Target>({ query, fragment }: RouteEnd<Target>): number {
  if (fragment !== "" && !fragment.includes("=")) return -1;
  return query.length + fragment.length;
}

function childFor<Target>(node: RouteNode<Target>, parts: Segment): RouteNode<Target> {
  if (!hasParameter(parts)) {
    const literal = literalOf(parts);
    const child = node.literals.get(literal) ?? newNode<Target>();
    node.literals.set(literal, child);
    return child;
  }
  const shape = shapeOf([parts]);
  const known = node.patterns.find((pattern) => pattern.shape === shape);
  if (known) return known.node;
  const child = newNode<Target>();
  node.patterns.push({ parts, shape, node: child });
  node.patterns.sort((left, right) => literalLength(right.parts) - literalLength(left.parts));
  return child;
}

/** Those with more segments behind the parameter precede, then those with more literal text. */
function restFor<Target>(
  node: RouteNode<Target>,
  parts: Segment,
  tail: readonly Segment[],
): RouteNode<Target> {
  const shape = shapeOf([parts, ...tail]);
  const known = node.rests.find((rest) => rest.shape === shape);
  if (known) return known.node;
  const child = newNode<Target>();
  const textOf = (rest: RouteRest<Target>): number =>
    literalLength([rest.parts, ...rest.tail].flat());
  node.rests.push({ parts, shape, tail, node: child });
  node.rests.sort((a, b) => b.tail.length - a.tail.length || textOf(b) - textOf(a));
  return child;
}

/** Names of parameters do not count: templates may name the same segment differently. */
const shapeOf = (segments: readonly Segment[]): string =>
  JSON.stringify(
    segments.map((parts) => parts.map((part) => ("literal" in part ? part.literal : 0))),
  );

const literalLength = (parts: Segment): number =>
  parts.reduce((length, part) => length + ("literal" in part ? part.literal.length : 0), 0);
