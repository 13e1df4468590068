import type { Probe } from "../../run/probe.ts";
import type { Exchange } from "../../wire/exchange.ts";

/**
 * Reports a successful answer whose body is not of its media type, such as text that is no JSON: what was written
 * before is not escaped in it.
 *
 * @param what what was written, for the message
 * @returns false if the answer can be read
 */
export function reportUnreadable(
  probe: Probe,
  written: Exchange,
  seen: Exchange,
  what: string,
): boolean {
  const { operation, response, value } = seen;
  const { status = 0, body } = response ?? {};
  const hasBody = status >= 200 && status < 300 && body !== undefined && body.length > 0;
  const problem = seen.problems.find(({ check }) => check === "body");
  if (!hasBody || value !== undefined || problem === undefined) return false;
  const message = `${problem.message}, after ${what} was written`;
  probe.report({ ...problem, message }, operation, written === seen ? [seen] : [written, seen]);
  return true;
}
