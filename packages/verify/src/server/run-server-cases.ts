import type { VerifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import type { Case } from "../run/case.ts";
import type { ServerRunOptions } from "../run/options.ts";
import { Probe } from "../run/probe.ts";
import { runCases } from "../run/run-cases.ts";
import { Surroundings } from "../run/surroundings.ts";
import type { ServerSubject } from "./subject.ts";

/**
 * Runs cases against a server, with what is to be done before and after them.
 *
 * @throws {SetUpError} when a step of the expectations' `before` does not succeed
 */
export function runServerCases(
  api: VerifiedApi,
  subject: ServerSubject,
  cases: readonly Case[],
  options: ServerRunOptions,
): Promise<VerifyReport> {
  const surroundings = new Surroundings({ api, subject, options });
  const verified = {
    name: subject.name,
    side: "server",
    ...(URL.canParse(subject.name) && { baseUrl: subject.name }),
    surroundings,
  } as const;
  return runCases(api, verified, cases, options, ({ seed, signal, log }) => {
    const context = { api, subject, options: surroundings.options, signal, log };
    return new Probe(context, seed);
  });
}
