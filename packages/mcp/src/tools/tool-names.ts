/** The longest tool name that clients accept, including their own prefix. */
const longestPrefixed = 64;

/** Returns the maximum length of a tool's name after the prefix `mcp__server__` that clients add. */
export function longestToolName(serverName: string): number {
  return longestPrefixed - `mcp__${serverName}__`.length;
}

/** Returns a server name for the prefix of tools: lower case, at most 20 characters. */
export function serverNameOf(text: string): string {
  const name = text.toLowerCase().replace(/[^a-z0-9]+/gu, "-");
  return name.slice(0, 20).replace(/^-+|-+$/gu, "") || "api";
}

/** The names of the catalog tools, which every server may have. */
export const catalogNames = ["search", "describe", "execute"] as const;

/**
 * Returns the names of operations' tools: the operationId, in letters, digits, `_` and `-`. Names that are too
 * long or ambiguous end in a hash of the whole name.
 *
 * @param others names that are in use
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

/** Returns a short hash of a text: FNV-1a of 32 bits in base 36. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36);
}
