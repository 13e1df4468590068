import type { Change } from "../diff/change-types.ts";
import type { ErrorNames } from "./error-names.ts";

/**
 * Finds the changes that cause an error of the compiler: of those that touch a name the error is about, the
 * ones whose messages have the most in common with it.
 *
 * @returns their indexes in the list; empty if no change has a name in common
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
  // A change that breaks neither callers nor handlers causes no error.
  if (verdicts.compile !== "breaking" && verdicts.handlers !== "breaking") return 0;
  const methods = touches.methods.map((name) => name.slice(name.indexOf(".") + 1));
  const groups = code.startsWith("operation-")
    ? touches.methods.map((name) => name.slice(0, name.indexOf(".")))
    : [];
  // Clients have results of another type name if these allow undocumented values.
  const openTypes = touches.types.map((name) => `Open${name}`);
  const names = [...touches.types, ...openTypes, ...methods, ...groups, ...touches.mocks];
  const isTouched = names.some((name) => said.has(name) || meant.has(name));
  if (!isTouched) return 0;
  const words = message.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const ids = touches.mocks.filter((id) => message.includes(id));
  const keys = new Set([...words, ...ids].map(keyOf));
  // A message has the names of operation and tag, code has those of method and group.
  const inCode = methods.filter((name) => keys.has(keyOf(name)));
  const subjects = new Set([...words, ...inCode, ...groups]);
  const named = [...subjects].filter((word) => said.has(word)).length;
  const saidTypes = touches.types.some((name) => said.has(name)) ? 1 : 0;
  const breaksCompiling = verdicts.compile === "breaking" ? 1 : 0;
  // If a whole group was removed, prefer the operation that is called there.
  const isMeant = methods.some((name) => meant.has(name)) ? 1 : 0;
  return 1 + 8 * named + 4 * saidTypes + 2 * breaksCompiling + isMeant;
}

const keyOf = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
