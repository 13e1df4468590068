import { timerRange } from "@openapi-packages/runtime/internals";
import { readDescription, type Description } from "@openapi-packages/compiler";
import { verifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import { checkNames } from "../expectations/read-expectations.ts";
import { checkChoice, checkOperations, checkRange, withReplayedSeed } from "../run/choose-cases.ts";
import type { ServerRunOptions } from "../run/options.ts";
import { planFamilies } from "../families/plan-families.ts";
import { runCases } from "../run/run-cases.ts";
import { positiveFamilies, serverFamilies } from "./server-families.ts";
import { readWorkflows } from "./cases/workflows/document.ts";
import { TestedSubject } from "./tested-subject.ts";
import { openSubject, type TestedServer } from "./open-subject.ts";

/** Options of {@link verifyServer}. */
export interface VerifyServerOptions extends ServerRunOptions {
  /** The description's file or URL, or the result of `readDescription`. */
  readonly description: string | Description;
  readonly server: TestedServer;
  /**
   * True to send only valid requests, for instance if the description is an earlier revision: requests of its
   * clients must still work, but invalid ones may work by now. Default: false.
   */
  readonly onlyPositive?: boolean;
}

/**
 * Verifies a server against its description: every operation, with valid and invalid requests.
 *
 * @throws {DiagnosticsError} when the description is invalid
 * @throws {UsageError} when the options refer to unknown names
 */
export async function verifyServer(given: VerifyServerOptions): Promise<VerifyReport> {
  const options = withReplayedSeed(given);
  const { description: source, server } = options;
  const description = typeof source === "string" ? await readDescription(source) : source;
  const api = verifiedApi(description);
  checkOperations(api);
  checkChoice(api, options);
  checkRange<Pick<ServerRunOptions, "timeout" | "maxBodyBytes" | "maxResponseTime">>(options, {
    timeout: timerRange,
    maxResponseTime: timerRange,
    maxBodyBytes: [0],
  });
  checkNames(api, options);
  const subject = await openSubject(server, options.disposable === true);
  try {
    const families = options.onlyPositive === true ? positiveFamilies : serverFamilies;
    const workflows = await readWorkflows(api, options.workflows ?? []);
    const plan = planFamilies(families, { api, options, workflows });
    return await runCases(api, new TestedSubject(api, subject, options), plan, options);
  } finally {
    await subject.close();
  }
}
