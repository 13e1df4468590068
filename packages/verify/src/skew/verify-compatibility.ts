import { readDescription, type Description, type LoadOptions } from "openapi-packages/description";
import { verifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import type { RunOptions } from "../run/options.ts";
import { CompatibilityRun, type Compatibility } from "./compatibility-run.ts";
import { readBase } from "./read-base.ts";
import { Revision } from "./revision.ts";

/** Options of {@link verifyCompatibility}. */
export interface VerifyCompatibilityOptions extends RunOptions {
  /**
   * The earlier revision: a file, a URL, a revision of the repository that `head` is in (`main`, `v1.2:api/openapi.yaml`),
   * or what `readDescription` gave.
   */
  readonly base: string | Description;
  /** The later revision: a file, a URL, or what `readDescription` gave. */
  readonly head: string | Description;
  /**
   * `backward`: clients of the earlier revision against the server of the later one; `forward`: the reverse, as where
   * clients are rolled out before servers; `full`: both. Default: `full`.
   */
  readonly compatibility?: Compatibility;
  /** How the earlier revision is read, as `readDescription` takes it. */
  readonly load?: LoadOptions;
}

/**
 * Holds two revisions of a description against each other: the calls of a client of one are written, and answered by a
 * server of the other, in this process. Each operation with every kind of input that its schemas allow, and every
 * documented answer, as the runtime's client and server write and read them.
 *
 * @throws {DiagnosticsError} when a description cannot be used
 * @throws {UsageError} when there is no such file or revision, or the options name what is not there
 */
export async function verifyCompatibility(
  options: VerifyCompatibilityOptions,
): Promise<VerifyReport> {
  const { base: givenBase, head: givenHead, compatibility = "full" } = options;
  const head = typeof givenHead === "string" ? await readDescription(givenHead) : givenHead;
  const file = typeof givenHead === "string" ? givenHead : head.locate("").file;
  const base =
    typeof givenBase === "string"
      ? await readBase(givenBase, file, options.load)
      : { name: givenBase.locate("").file, description: givenBase };
  const isSame = base.name === file;
  const revisions = {
    base: new Revision(isSame ? "the base" : base.name, verifiedApi(base.description)),
    head: new Revision(isSame ? "the head" : file, verifiedApi(head)),
  };
  return new CompatibilityRun(revisions, compatibility, options).all();
}
