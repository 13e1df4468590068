import { escapePointerToken } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { isDestructive } from "../../../records/destructive.ts";
import type { Case, CaseContext } from "../../../run/case.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";
import { attemptsOn, type Attempt } from "./attempts.ts";
import { sessionCases } from "./sessions.ts";

/**
 * Calls each operation that requires credentials without one, with a malformed one, with an unknown one, and
 * with those of the user: none may succeed. Two requests for each scheme, one without, and those for required
 * records.
 */
export function* credentialCases({ api, options }: CaseContext): Generator<Case> {
  if (options.expectations?.credentialsElsewhere === true) return;
  for (const operation of api.operations) {
    const attempts = attemptsOn(api, operation, options);
    if (attempts.length > 0)
      yield {
        id: `${operation.id}/credentials`,
        operations: [operation],
        aims: ["401", "403"],
        run: (probe) => refused(probe, operation, attempts),
      };
  }
  yield* sessionCases(api);
}

async function refused(
  probe: Probe,
  operation: VerifiedOperation,
  attempts: readonly Attempt[],
): Promise<void> {
  const isFresh = isDestructive(probe.api, operation);
  const { input } = await probe.records.inputFor(operation, isFresh);
  if (input === undefined) return;
  for (const { what, check, credentials, change } of attempts) {
    const written = await probe.write(operation, input, { credentials });
    if (written === undefined) continue;
    const request = change === undefined ? written : change(written);
    const exchange = await probe.send(operation, request);
    reportAnswer(probe, exchange);
    reportOtherRefusal(probe, exchange, check === "ignores-scopes" ? "403" : "401", what);
    const status = exchange.response?.status;
    if (status === undefined || status >= 300) continue;
    const pointer = `${operation.model.pointer}/security`;
    const message = `answers ${status} to ${what}, which its security does not allow`;
    probe.report({ check, message, pointer }, operation, [exchange]);
    return;
  }
}

/**
 * Reports the violations in a refusal. 401 and 403 need no documentation, since they follow from the security.
 */
function reportAnswer(probe: Probe, exchange: Exchange): void {
  const { response, operation } = exchange;
  const isRefusal = response?.status === 401 || response?.status === 403;
  for (const problem of exchange.problems)
    if (!isRefusal || problem.check !== "status") probe.report(problem, operation, [exchange]);
  const scheme = httpScheme(probe.api, exchange);
  if (response?.status !== 401 || scheme === undefined) return;
  if (headerOf(response.headers, "www-authenticate") !== undefined) return;
  const pointer = `/components/securitySchemes/${escapePointerToken(scheme)}`;
  const message = "answers 401 without WWW-Authenticate (RFC 9110, section 11.6.1)";
  probe.report({ check: "challenge", message, pointer }, undefined, [exchange]);
}

/**
 * Reports 403 for credentials that are missing or unknown if only 401 is documented, and 401 for missing scopes
 * if only 403 is (RFC 9110, sections 15.5.2 and 15.5.4).
 *
 * @param wanted the status for the fault in the credentials
 */
function reportOtherRefusal(
  probe: Probe,
  exchange: Exchange,
  wanted: "401" | "403",
  what: string,
): void {
  const { operation, response } = exchange;
  const other = wanted === "401" ? "403" : "401";
  const documented = operation?.model.responses.map(({ status }) => status.toUpperCase()) ?? [];
  if (String(response?.status) !== other || !documented.includes(wanted)) return;
  if ([other, "4XX", "DEFAULT"].some((status) => documented.includes(status))) return;
  const message = `answers ${other} to ${what}, for which ${wanted} is documented, and not ${other}`;
  const pointer = `${operation?.model.pointer}/responses`;
  probe.report({ check: "status", message, pointer }, operation, [exchange]);
}

/** Returns an HTTP authentication scheme of an operation. */
function httpScheme(
  { description: { mock } }: VerifiedApi,
  { operation }: Exchange,
): string | undefined {
  const names = operation?.model.security.flatMap((one) => Object.keys(one)) ?? [];
  return names.find((name) => mock.api.securitySchemes[name]?.type === "http");
}
