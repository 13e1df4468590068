import { UsageError } from "../usage-error.ts";
import { openRemoteCache } from "../write/remote-cache.ts";
import { loadOptions } from "./command-arguments.ts";
import { argumentsReader, type Job } from "./jobs.ts";
import { alternatives, didYouMean, durationMilliseconds } from "./options/check-value.ts";
import type { OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";
import { reportFormats } from "./options/verify-options.ts";
import { loadVerify } from "./load-verify.ts";
import { replayArguments } from "./replay-arguments.ts";
import type {
  VerifyReportOptions,
  VerifyRequest,
  VerifyRunOptions,
  VerifySubject,
} from "./verify-request.ts";

/** `verify`: answers the exit code. */
export async function runVerify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("verify", args);
  const { replay, descriptions } = verifyArguments(positionals);
  const read = argumentsReader("verify", () => ({ values, positionals: descriptions }));
  const [job] = await read();
  if (job === undefined) throw new UsageError("name the description: verify openapi.yaml");
  const stop = new AbortController();
  const request: VerifyRequest = {
    description: job.description,
    load: { ...loadOptions(job), cache: openRemoteCache(process.cwd()) },
    subject: subjectOf(job, values),
    run: runOptions(job, replay),
    report: reportOptions(job, replayArguments(descriptions[0] ?? values.description, values)),
    signal: stop.signal,
  };
  const { runVerifyCommand } = await loadVerify(process.cwd());
  // A second signal ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return runVerifyCommand(request);
}

/** The arguments of `verify` that are no options: `replay` with identifiers, and a description. */
interface VerifyArguments {
  readonly replay: readonly string[];
  readonly descriptions: readonly string[];
}

/** @throws {UsageError} when `replay` has no identifier */
function verifyArguments([first, ...rest]: readonly string[]): VerifyArguments {
  if (first !== "replay")
    return { replay: [], descriptions: first === undefined ? [] : [first, ...rest] };
  const [id, ...descriptions] = rest;
  if (id === undefined)
    throw new UsageError("say which failure is to be replayed: verify replay GetPet/example@0");
  return { replay: [id], descriptions };
}

/** What the command line names comes before what the configuration has. */
function subjectOf(job: Job, fromLine: OptionValues): VerifySubject {
  const isGiven =
    fromLine["verify.server"] !== undefined || fromLine["verify.client"] !== undefined;
  const { "verify.server": server, "verify.client": module } = isGiven ? fromLine : job;
  if (server !== undefined && module !== undefined)
    throw new UsageError("--server verifies a server, --client a client: choose one");
  if (server !== undefined) return { kind: "server", url: serverUrl(server) };
  if (module !== undefined) return { kind: "client", module };
  throw new UsageError(
    "say what is to be verified: --server http://localhost:3000 or --client client.ts",
  );
}

function serverUrl(server: string): string {
  if (!/^https?:\/\/[^/?#]/i.test(server) || !URL.canParse(server))
    throw new UsageError(
      `--server is an address, such as http://localhost:3000/v1, not ${JSON.stringify(server)}`,
    );
  return server;
}

function runOptions(job: Job, replay: readonly string[]): VerifyRunOptions {
  const maxTime = durationMilliseconds(job["verify.maxTime"]);
  const timeout = durationMilliseconds(job["verify.timeout"]);
  return {
    ...given("seed", job["verify.seed"]),
    ...given("maxTime", maxTime),
    ...given("timeout", timeout),
    ...given("operations", job.operations),
    ...given("tags", job.tags),
    ...given("statuses", statusesOf(job)),
    ...(replay.length > 0 && { replay }),
    ...given("expectations", job["verify.expectations"]),
    ...given("workflows", job["verify.workflows"]),
    ...given("credentials", job["verify.credentials"]),
    ...given("otherCredentials", job["verify.otherCredentials"]),
    ...(job["verify.disposable"] === true && { disposable: true }),
  };
}

function statusesOf({ statuses }: Job): readonly string[] | undefined {
  const wrong = statuses?.find((status) => !/^[1-5](?:\d\d|XX)$/i.test(status));
  if (wrong !== undefined)
    throw new UsageError(
      `--only-status is a status, such as 404 or 4XX, not ${JSON.stringify(wrong)}`,
    );
  return statuses;
}

function reportOptions(job: Job, replay: readonly string[]): VerifyReportOptions {
  const files = job["verify.reports"] ?? {};
  const wrong = Object.keys(files).find((name) => !reportFormats.some((format) => format === name));
  if (wrong !== undefined)
    throw new UsageError(
      `--report is ${alternatives(reportFormats)}, as in junit=junit.xml, not ${JSON.stringify(wrong)}${didYouMean(wrong, reportFormats)}`,
    );
  return {
    format: job["verify.format"] ?? "pretty",
    files,
    ...given("minCoverage", job["verify.minCoverage"]),
    replayArguments: replay,
  };
}

/** A member, if it was given. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}
