/** Options of the emitter. What an operation's `x-mcp` says comes before them. */
export interface McpOptions {
  /**
   * The operations that become tools of their own; all others are reached by search, describe and execute. `"all"`:
   * every one; `"none"`: none. Left out: all, if their tools together keep to the budget, else none.
   */
  readonly tools?: "all" | "none" | ToolChoice;
  /** The most tokens that the tools of all operations may cost, by estimate. Left out: 10 000. */
  readonly budget?: number;
  /**
   * The name by which clients know the server, which they put before the names of tools: lower-case letters, digits
   * and `-`, 30 characters at most. Left out: the scope, or the title.
   */
  readonly serverName?: string;
  /** What the names of environment variables begin with. Left out: the server's name in capitals. */
  readonly envPrefix?: string;
}

/** Operations by their tags, or one by one. */
export interface ToolChoice {
  readonly tags?: readonly string[];
  /** By operationId. */
  readonly operations?: readonly string[];
}

/** The most tokens of tools where the options have no other budget. */
export const defaultBudget = 10_000;
