import { closestMatch } from "leven";
import { UsageError } from "../../usage-error.ts";

/**
 * Says that a name is unknown, and which known one comes nearest to it.
 *
 * @param what the kind of thing: `tag`, `operation`
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = closestMatch(name, known);
  const hint = nearest === undefined ? "" : `; the nearest is ${JSON.stringify(nearest)}`;
  return new UsageError(`the description has no ${what} ${JSON.stringify(name)}${hint}`);
}
