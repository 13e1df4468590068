/** The longest name that clients let a model call, their own prefix included. */
const longestPrefixed = 64;

/** The most characters of a tool's name, behind the `mcp__server__` that clients put in front. */
export function longestToolName(serverName: string): number {
  return longestPrefixed - `mcp__${serverName}__`.length;
}

/** A name that clients put between `mcp__` and the tool's: lower case, 20 characters at most. */
export function serverNameOf(text: string): string {
  const name = text.toLowerCase().replace(/[^a-z0-9]+/gu, "-");
  return name.slice(0, 20).replace(/^-+|-+$/gu, "") || "api";
}

/** The names of the tools that every server may have. */
export const catalogNames = ["search", "describe", "execute"] as const;

/**
 * Gives operations the names of their tools: the operationId, in letters, digits, `_` and `-`. Names that are
 * too long lose their end to a mark of the whole; so do those that two would have.
 *
 * @param others names that are taken
 */
export function toolNames(
  ids: readonly string[],
  serverName: string,
  others: readonly string[] = [],
): Map<string, string> {
  const most = longestToolName(serverName);
  const names = new Map<string, string>();
  const taken = new Set<string>([...catalogNames, ...others.map((name) => name.toLowerCase())]);
  for (const id of ids) {
    const plain = id.replace(/[^A-Za-z0-9_-]+/gu, "_").replace(/^_+|_+$/gu, "");
    const isGood = plain !== "" && plain.length <= most && !taken.has(plain.toLowerCase());
    const mark = markOf(id);
    const name = isGood ? plain : `${plain.slice(0, most - mark.length - 1)}_${mark}`;
    taken.add(name.toLowerCase());
    names.set(id, name);
  }
  return names;
}

/** A short mark of a text, FNV-1a of 32 bits in base 36. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
