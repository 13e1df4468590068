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

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isText));

/** What each option is, in words, and the test of a value that it is given. */
const rules: Readonly<Record<keyof McpOptions, readonly [string, (value: unknown) => boolean]>> = {
  tools: ['"all", "none" or { tags, operations }, lists of texts', isTools],
  budget: ["a number from 0", (value) => typeof value === "number" && value >= 0],
  serverName: ["a text", isText],
  envPrefix: ["a text", isText],
};

function isTools(value: unknown): boolean {
  if (value === "all" || value === "none") return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, one]) => (name === "tags" || name === "operations") && isTexts(one),
  );
}

/**
 * Checks options of programs without types.
 *
 * @throws {Error} when one is none, or has a value that it cannot have
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new Error('its options are no object: mcp({ tools: "all" })');
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(rules, name))
      throw new Error(
        `it has no option ${JSON.stringify(name)}; there are ${Object.keys(rules).join(", ")}`,
      );
    const [words, isRight] = rules[name as keyof McpOptions];
    if (value !== undefined && !isRight(value)) {
      const given = typeof value === "number" ? String(value) : JSON.stringify(value);
      throw new Error(`${name} is ${words}, not ${given ?? typeof value}`);
    }
  }
}

/** The most tokens of tools where the options have no other budget. */
export const defaultBudget = 10_000;
