/**
 * The plugin interface of Redocly CLI, as documented and as far as the rules use it: Redocly CLI has no
 * type declarations.
 */

/** The location of a node: a file and a JSON pointer (RFC 6901) into it. */
export interface NodeLocation {
  readonly source: { readonly absoluteRef: string };
  readonly pointer: string;
  child(keys: string | number | readonly (string | number)[]): NodeLocation;
  /** The same node, reported at its key instead of its value. */
  key(): NodeLocation;
}

/** The result of resolving a reference; `location` is absent if it cannot be resolved. */
export interface ResolvedNode {
  readonly node?: unknown;
  readonly location?: NodeLocation;
}

/** The context of a visitor function. */
export interface RuleContext {
  readonly location: NodeLocation;
  /** The node before its `$ref` was resolved. */
  readonly rawNode: unknown;
  /** The key of the node in its parent. */
  readonly key: string | number;
  report(problem: { readonly message: string; readonly location?: NodeLocation }): void;
  /** Resolves the node's `$ref`, if it has one, relative to the file `from` (default: the visited node's). */
  resolve(node: unknown, from?: string): ResolvedNode;
}

/** Called once for every node of a type; `parents` holds the enclosing visitors' nodes by type. */
export type Visit = (
  node: unknown,
  context: RuleContext,
  parents: Readonly<Record<string, unknown>>,
) => void;

/** Functions by node type of the description, nested to visit only inside another type. */
export interface Visitor {
  readonly [type: string]: Visit | Visitor;
}

/** A rule: creates a visitor for each run, which may therefore have state. */
export type Rule = () => Visitor;
