import { readFileSync } from "node:fs";
import { readDescription, UsageError } from "openapi-packages/description";
import { verifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import { checkedHar, readHar } from "./read-har.ts";
import { TrafficRun, type VerifyTrafficOptions } from "./traffic-run.ts";

/**
 * Holds recorded requests and answers against a description: HAR 1.2, as browsers save it and `trafficRecorder` writes it.
 * What belongs to no operation, was aborted, or was not recorded as a whole, is listed and not judged. Nothing that the
 * report has shows a secret: neither credentials and cookies, nor what the description says is one.
 *
 * @throws {DiagnosticsError} when the description cannot be used
 * @throws {UsageError} when it is no HAR, or the options name what is not there
 */
export async function verifyTraffic(options: VerifyTrafficOptions): Promise<VerifyReport> {
  const { description: given, har } = options;
  const description = typeof given === "string" ? await readDescription(given) : given;
  const name = typeof har === "string" ? har : "the recorded traffic";
  const traffic = typeof har === "string" ? readHar(textOf(har), har) : checkedHar(har, name);
  return new TrafficRun(verifiedApi(description), traffic, name, options).all();
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}
