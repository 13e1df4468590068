/**
 * What a Redocly rule is given and gives back, as far as the house rules use it. Redocly CLI is one
 * bundle without type declarations, so its documented plugin interface is written down here.
 */

/** A node's place: the file it stands in and a JSON pointer (RFC 6901) into that file. */
export interface NodeLocation {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  child(keys: string | number | readonly (string | number)[]): NodeLocation;
  /** The same node, reported at its key instead of its value. */
  key(): NodeLocation;
}

/** The outcome of following a reference; `location` is missing where it leads nowhere. */
export interface ResolvedNode {
  readonly node?: unknown;
  readonly location?: NodeLocation;
}

/** What a visitor function is called with, beside the node. */
export interface RuleContext {
  readonly location: NodeLocation;
  /** The node before its `$ref` was followed. */
  readonly rawNode: unknown;
  /** The member of the parent that holds the node. */
  readonly key: string | number;
  report(problem: { readonly message: string; readonly location?: NodeLocation }): void;
  /** Follows the node's `$ref`, if it has one, from the file `from` (default: the visited node's). */
  resolve(node: unknown, from?: string): ResolvedNode;
}

/** Called once for every node of a type; `parents` holds the enclosing visitors' nodes by type. */
export type Visit = (
  node: unknown,
  context: RuleContext,
  parents: Readonly<Record<string, unknown>>,
) => void;

/** Node types of the description → what to do there; nested to visit only inside another type. */
export interface Visitor {
  readonly [type: string]: Visit | Visitor;
}

/** A rule: makes a fresh visitor for each run, so that a visitor may keep state. */
export type Rule = () => Visitor;
