import { countReadOnly, countUnlisted, Evaluated, markReadOnly, removeUnlisted } from "./checks.ts";
import type { TrackingCheck, ValidationErrors, Verdict } from "./checks.ts";

/** The most errors of a value that are repeated from an earlier check. */
const mostErrors = 20;

const holds: Verdict = { errors: [], seen: undefined, unlisted: 0 };

/**
 * Checks a value unless the same check has already evaluated it in this validation. Otherwise alternatives
 * that apply the same schema to the same member would double the work at each level.
 *
 * @param seen receives what the check has evaluated
 */
export function evaluateOnce(
  check: TrackingCheck,
  value: unknown,
  path: string,
  errors: ValidationErrors,
  seen?: Evaluated,
): void {
  errors.verdicts ??= new Map();
  const verdicts = errors.verdicts.get(check) ?? new Map<unknown, Verdict>();
  errors.verdicts.set(check, verdicts);
  const key = keyOf(value, path);
  const known = verdicts.get(key);
  const passed = countUnlisted(errors);
  if (known !== undefined) {
    removeUnlisted(errors, passed + known.unlisted);
    for (const error of known.errors) errors.push(error);
    for (const place of known.readOnly ?? []) markReadOnly(errors, place);
    if (known.seen !== undefined) seen?.add(known.seen);
    return;
  }
  // Stops at a value that contains itself.
  verdicts.set(key, holds);
  const start = errors.length;
  const marked = countReadOnly(errors);
  const own = seen === undefined ? undefined : new Evaluated();
  check(value, path, errors, own);
  const readOnly = errors.readOnly?.slice(marked);
  const unlisted = countUnlisted(errors) - passed;
  const first = errors.slice(start, start + mostErrors);
  verdicts.set(key, { errors: first, seen: own, readOnly, unlisted });
  if (own !== undefined) seen?.add(own);
}

/**
 * Returns the key of a value. Primitives are identified by their place, and so are property names by the
 * place of their object.
 */
function keyOf(value: unknown, path: string): unknown {
  return typeof value === "object" && value !== null
    ? value
    : `${path} ${typeof value} ${String(value)}`;
}
