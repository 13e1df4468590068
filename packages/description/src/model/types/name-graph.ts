import { reversed } from "../schema-references.ts";

/** Maps each name to the names it refers to. */
export type NameGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** The result of a depth-first search. */
interface Walk {
  /** The names in the order in which they were finished: each after the names it refers to. */
  readonly finished: readonly string[];
  /** The edges that close a cycle; each cycle has one. */
  readonly back: readonly (readonly [from: string, to: string])[];
}

/**
 * Numbers the strongly connected components: two names get the same number if each leads to the
 * other (Kosaraju's algorithm).
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
 * Returns edges whose removal leaves no cycles, as a map from a name to the names it must no longer
 * refer to. Names that come first lose their edges first.
 */
export function cyclicEdges(graph: NameGraph): NameGraph {
  const edges = new Map<string, Set<string>>();
  for (const [to, from] of depthFirst(reversed(graph), graph.keys()).back)
    edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return edges;
}

/** Returns the names of a graph, each after the names it refers to, except in cycles. */
export function deepestFirst(graph: NameGraph): readonly string[] {
  return depthFirst(graph, graph.keys()).finished;
}

/** Searches from each root in turn, skipping names that were seen before. */
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
