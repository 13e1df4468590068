import { reversed } from "../schema-references.ts";

/** The names that each name leads to. */
export type NameGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** One walk through a graph, deepest first. */
interface Walk {
  /** The names that were met, each after all that it leads to. */
  readonly finished: readonly string[];
  /** The edges that lead back to a name on the way to them: each cycle has one. */
  readonly back: readonly (readonly [from: string, to: string])[];
}

/**
 * The number of the strongly connected component of each name: two names have the same number if each
 * leads to the other (Kosaraju's algorithm).
 */
export function componentsOf(graph: NameGraph): ReadonlyMap<string, number> {
  const order = depthFirst(graph, graph.keys()).finished.toReversed();
  const against = reversed(graph);
  const seen = new Set<string>();
  return new Map(
    order.flatMap((root, index) =>
      depthFirst(against, [root], seen).finished.map((name) => [name, index] as const),
    ),
  );
}

/**
 * Edges without which a graph has no cycles, as the names that each name must not lead to any more.
 * Names that come first lose theirs first.
 */
export function cyclicEdges(graph: NameGraph): NameGraph {
  const edges = new Map<string, Set<string>>();
  for (const [to, from] of depthFirst(reversed(graph), graph.keys()).back)
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return edges;
}

/** The names of a graph, each after all that it leads to, but for cycles. */
export function deepestFirst(graph: NameGraph): readonly string[] {
  return depthFirst(graph, graph.keys()).finished;
}

/** Walks from each root in turn, without names that were seen before. */
function depthFirst(graph: NameGraph, roots: Iterable<string>, seen = new Set<string>()): Walk {
  const finished: string[] = [];
  const back: (readonly [string, string])[] = [];
  const onTheWay = new Set<string>();
  const stack: { readonly name: string; readonly next: Iterator<string> }[] = [];
  const enter = (name: string): void => {
    seen.add(name);
    onTheWay.add(name);
    stack.push({ name, next: (graph.get(name) ?? []).values() });
  };
  for (const root of roots) {
    if (!seen.has(root)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.next.next();
      if (done === true) {
        stack.pop();
        onTheWay.delete(top.name);
        finished.push(top.name);
      } else if (onTheWay.has(value)) back.push([top.name, value]);
      else if (!seen.has(value)) enter(value);
    }
  }
  return { finished, back };
}
