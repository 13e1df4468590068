import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { Job } from "@openapi-packages/cli/jobs";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import type { VerifySubject } from "./verify-request.ts";

/** The arguments of `verify` without options: `init`, `replay` with identifiers, recorded traffic and a description. */
export interface VerifyArguments {
  /** True if the run writes a first file of expectations. */
  readonly isInit: boolean;
  readonly replay: readonly string[];
  /** The file of the traffic. */
  readonly har: string | undefined;
  readonly descriptions: readonly string[];
}

/**
 * Reads the arguments of `verify`.
 *
 * @throws {UsageError} when `replay` has no identifier, or there are several files of traffic
 */
export function verifyArguments(positionals: readonly string[]): VerifyArguments {
  const [first, id, ...rest] = positionals;
  if (first === "init") return { isInit: true, replay: [], ...withTraffic(positionals.slice(1)) };
  if (first !== "replay") return { isInit: false, replay: [], ...withTraffic(positionals) };
  if (id === undefined)
    throw new UsageError("name the failure to replay: verify replay GetPet/example@0");
  return { isInit: false, replay: [id], ...withTraffic(rest) };
}

function withTraffic(paths: readonly string[]): Pick<VerifyArguments, "har" | "descriptions"> {
  const [har, ...others] = paths.filter((path) => /\.har$/i.test(path));
  if (others.length > 0)
    throw new UsageError(`name one file of traffic, not ${others.length + 1}: ${har}`);
  return { har, descriptions: paths.filter((path) => path !== har) };
}

/**
 * Decides what is verified. If the command line names something, the configuration is ignored.
 *
 * @throws {UsageError} when nothing is named, or options contradict each other
 */
export function verifySubject(
  job: Job,
  fromLine: OptionValues,
  har: string | undefined,
): VerifySubject {
  const names = ["verify.server", "verify.client", "verify.against"] as const;
  const isGiven = har !== undefined || names.some((name) => fromLine[name] !== undefined);
  const named = isGiven ? fromLine : job;
  const { "verify.server": server, "verify.client": module, "verify.against": against } = named;
  const url = server === undefined ? undefined : serverUrl(server);
  if (module !== undefined && (url !== undefined || against !== undefined || har !== undefined))
    throw new UsageError(
      "--client cannot be combined with --server, --against or recorded traffic: choose one",
    );
  if (har !== undefined && against !== undefined)
    throw new UsageError(`${har} is recorded traffic, --against compares descriptions: choose one`);
  if (har !== undefined)
    return { kind: "traffic", file: har, ...(url !== undefined && { server: url }) };
  if (url !== undefined) return { kind: "server", url, ...(against !== undefined && { against }) };
  if (module !== undefined) return { kind: "client", module };
  if (against === undefined)
    throw new UsageError(
      "name what to verify: --server http://localhost:3000, --client client.ts, --against main, or traffic.har",
    );
  return { kind: "description", against, compatibility: job["verify.compatibility"] ?? "full" };
}

function serverUrl(server: string): string {
  if (!/^https?:\/\/[^/?#]/i.test(server) || !URL.canParse(server))
    throw new UsageError(
      `--server is an address, such as http://localhost:3000/v1, not ${JSON.stringify(server)}`,
    );
  return server;
}
