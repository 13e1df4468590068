import { percentDecodeLeniently } from "../parameters/percent-encoding.ts";
import type { PathPart } from "../path-template.ts";

/** A segment of a path template. */
export type Segment = readonly PathPart[];

/** A node in the tree of all paths, reached by the segments before it. */
export interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  /** The segments with parameters, ordered by their literal text. */
  readonly patterns: RoutePattern<Target>[];
  /** The rests of paths that begin with a parameter of several segments. */
  readonly rests: RouteRest<Target>[];
  /** By HTTP method, ordered by {@link queryPriority}. */
  readonly routes: Map<string, RouteEnd<Target>[]>;
}

/** A segment with parameters. Their names are stored with the routes. */
export interface RoutePattern<Target> {
  readonly parts: Segment;
  /** The text that distinguishes it from other patterns. */
  readonly shape: string;
  readonly node: RouteNode<Target>;
}

/** A parameter of several segments, and the segments after it. */
export interface RouteRest<Target> extends RoutePattern<Target> {
  readonly tail: readonly Segment[];
}

/** The end of a route: its target and what belongs to this route only. */
export interface RouteEnd<Target> {
  readonly query: string;
  readonly fragment: string;
  readonly basePath: string;
  /** The segments with parameters. */
  readonly named: readonly Segment[];
  readonly target: Target;
}

/** Creates a node without children. */
export const newNode = <Target>(): RouteNode<Target> => ({
  literals: new Map(),
  patterns: [],
  rests: [],
  routes: new Map(),
});

/**
 * Adds a route to the tree, unless it has one with the same path, method and query.
 *
 * @param multiSegment the parameters that span several segments; only the first of a path counts
 * @returns the existing route, if there is one
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

/** Returns the text of a segment without parameters. */
export function literalOf([first]: Segment): string {
  return first && "literal" in first ? percentDecodeLeniently(first.literal) : "";
}

/**
 * Returns the priority of a route: longer queries come first; a fragment without pairs has the lowest
 * priority.
 */
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

/** Returns the child for a rest. Rests with more segments come first, then those with more literal text. */
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

/**
 * Returns the shape of segments, without the names of parameters: templates may name the same segment
 * differently.
 */
const shapeOf = (segments: readonly Segment[]): string =>
  JSON.stringify(
    segments.map((parts) => parts.map((part) => ("literal" in part ? part.literal : 0))),
  );

const literalLength = (parts: Segment): number =>
  parts.reduce((length, part) => length + ("literal" in part ? part.literal.length : 0), 0);
