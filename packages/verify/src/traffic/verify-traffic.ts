import { readDescription } from "@openapi-packages/compiler";
import { verifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import { checkedHar, readHarFile } from "@openapi-packages/compiler/mock/serve/traffic/read-har";
import { TrafficRun, type VerifyTrafficOptions } from "./traffic-run.ts";

/**
 * Verifies recorded traffic against a description: HAR 1.2, as browsers save it and `trafficRecorder` writes
 * it. Entries that belong to no operation, were aborted, or were recorded in part, are listed and not judged.
 * The report contains no secrets: neither credentials and cookies, nor those of the description.
 *
 * @throws {DiagnosticsError} when the description is invalid
 * @throws {UsageError} when it is not a HAR, or the options refer to unknown names
 */
export async function verifyTraffic(options: VerifyTrafficOptions): Promise<VerifyReport> {
  const { description: given, har } = options;
  const description = typeof given === "string" ? await readDescription(given) : given;
  const name = typeof har === "string" ? har : "the recorded traffic";
  const traffic = typeof har === "string" ? readHarFile(har) : checkedHar(har, name);
  return new TrafficRun(verifiedApi(description), traffic, name, options).all();
}
