import { countReadOnly, Evaluated, markReadOnly } from "./checks.ts";
import type { TrackingCheck, ValidationErrors, Verdict } from "./checks.ts";

/** The most errors of a value that are told again. */
const mostErrors = 20;

const holds: Verdict = { errors: [], seen: undefined };

/**
 * Checks a value unless the same check has looked at it in the same validation: alternatives that hold
 * the same member against the same schema would otherwise double the work at each level.
 *
 * @param seen gets what the check has looked at
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
  if (known !== undefined) {
    for (const error of known.errors) errors.push(error);
    for (const place of known.readOnly ?? []) markReadOnly(errors, place);
    if (known.seen !== undefined) seen?.add(known.seen);
    return;
  }
  // A value that contains itself has no end.
  verdicts.set(key, holds);
  const start = errors.length;
  const marked = countReadOnly(errors);
  const own = seen === undefined ? undefined : new Evaluated();
  check(value, path, errors, own);
  const readOnly = errors.readOnly?.slice(marked);
  verdicts.set(key, { errors: errors.slice(start, start + mostErrors), seen: own, readOnly });
  if (own !== undefined) seen?.add(own);
}

/** The same text or number may stand in several places, and a name stands where its object does. */
function keyOf(value: unknown, path: string): unknown {
  return typeof value === "object" && value !== null
    ? value
    : `${path} ${typeof value} ${String(value)}`;
}
