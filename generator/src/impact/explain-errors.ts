import type { Change } from "../diff/change-types.ts";
import type { ErrorNames } from "./error-names.ts";

/**
 * Finds the changes that cause an error of the compiler: those that touch what the code there means, and of these the ones
 * whose message says the most of what the compiler's says.
 *
 * @returns their positions in the list; none where no change has a name in common with it
 */
export function causesOf(changes: readonly Change[], names: ErrorNames): readonly number[] {
  const scores = changes.map((change) => scoreOf(change, names));
  const best = Math.max(0, ...scores);
  return best === 0 ? [] : scores.flatMap((score, index) => (score === best ? [index] : []));
}

function scoreOf(
  { code, verdicts, message, touches }: Change,
  { said, meant }: ErrorNames,
): number {
  // What breaks neither callers nor handlers explains no error.
  if (verdicts.compile !== "breaking" && verdicts.handlers !== "breaking") return 0;
  const methods = touches.methods.map((name) => name.slice(name.indexOf(".") + 1));
  const groups = code.startsWith("operation-")
    ? touches.methods.map((name) => name.slice(0, name.indexOf(".")))
    : [];
  // Clients have results under a name of their own where these admit values that are not described.
  const openTypes = touches.types.map((name) => `Open${name}`);
  const names = [...touches.types, ...openTypes, ...methods, ...groups, ...touches.mocks];
  const isTouched = names.some((name) => said.has(name) || meant.has(name));
  if (!isTouched) return 0;
  const words = message.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const ids = touches.mocks.filter((id) => message.includes(id));
  const keys = new Set([...words, ...ids].map(keyOf));
  // A message has the names of the operation and its tag, code those of its method and its group.
  const inCode = methods.filter((name) => keys.has(keyOf(name)));
  const subjects = new Set([...words, ...inCode, ...groups]);
  const named = [...subjects].filter((word) => said.has(word)).length;
  const saidTypes = touches.types.some((name) => said.has(name)) ? 1 : 0;
  const breaksCompiling = verdicts.compile === "breaking" ? 1 : 0;
  // Of the operations of a group that is gone, the one that is called there.
  const isMeant = methods.some((name) => meant.has(name)) ? 1 : 0;
  return 1 + 8 * named + 4 * saidTypes + 2 * breaksCompiling + isMeant;
}

const keyOf = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
