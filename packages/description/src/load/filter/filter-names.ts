import { closestMatch } from "leven";
import { UsageError } from "../../diagnostics/usage-error.ts";

/** What is filtered, with the word for it in messages. */
export type Filtered = "tag" | "operation" | "path" | "schema";

/** Tells whether one of the names of something is selected; a filter without texts selects nothing. */
export type NameFilter = (names: readonly string[]) => boolean;

/**
 * Reads the texts of a filter: names, and regular expressions between slashes, as in `/^list/i`. A text that is a name
 * of the description is that name, so that a path such as `/pets/` is no pattern.
 *
 * @param what the kind of thing that is filtered
 * @param known all names of the description that the filter may select
 * @throws {UsageError} if a text is no name of the description, or a pattern that is invalid or matches none
 */
export function nameFilter(
  what: Filtered,
  texts: readonly string[],
  known: ReadonlySet<string>,
): NameFilter {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of texts) {
    const pattern = known.has(text) ? undefined : patternOf(text);
    if (pattern === undefined) {
      if (!known.has(text)) throw unknownName(what, text, [...known]);
      names.add(text);
      continue;
    }
    if (![...known].some((name) => pattern.test(name)))
      throw new UsageError(`the description has no ${what} that ${text} matches`);
    patterns.push(pattern);
  }
  return (own) =>
    own.some((name) => names.has(name) || patterns.some((pattern) => pattern.test(name)));
}

/** Returns the regular expression that a text writes between slashes; `undefined` if it writes none. */
function patternOf(text: string): RegExp | undefined {
  const [, source, flags] = /^\/(.+)\/([iu]*)$/s.exec(text) ?? [];
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the filter ${text} is no regular expression: ${reason}`);
  }
}

/**
 * Creates the error for an unknown name, with the nearest known one.
 *
 * @param what the kind of thing, such as `tag` or `operation`
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = closestMatch(name, known);
  const hint = nearest === undefined ? "" : `; the nearest is ${JSON.stringify(nearest)}`;
  return new UsageError(`the description has no ${what} ${JSON.stringify(name)}${hint}`);
}
