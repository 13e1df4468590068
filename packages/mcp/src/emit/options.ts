/** Options of the emitter. An operation's `x-mcp` takes precedence. */
export interface McpOptions {
  /**
   * The operations that become tools of their own; the others are available through search, describe and
   * execute. `"all"`: every one; `"none"`: none. Default: all if their tools fit into the budget, else none.
   */
  readonly tools?: "all" | "none" | ToolChoice;
  /** The maximum estimated number of tokens for the tools of all operations. Default: 10 000. */
  readonly budget?: number;
  /**
   * The name of the server, which clients put before the names of tools: at most 30 lower-case letters, digits
   * and `-`. Default: the scope, or the title.
   */
  readonly serverName?: string;
  /** The prefix of environment variables. Default: the server's name in capitals. */
  readonly envPrefix?: string;
}

/** Chooses operations by tag or individually. */
export interface ToolChoice {
  readonly tags?: readonly string[];
  /** By operationId. */
  readonly operations?: readonly string[];
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isText));

/** The requirement of each option, and the test for its value. */
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
 * Checks the options of untyped programs.
 *
 * @throws {Error} for an unknown option or an invalid value
 */
export function checkOptions(options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new Error('its options must be an object: mcp({ tools: "all" })');
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

/** The default of `budget`. */
export const defaultBudget = 10_000;
