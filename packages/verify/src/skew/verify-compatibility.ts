import { readDescription, type Description } from "@openapi-packages/compiler";
import type { LoadOptions } from "@openapi-packages/description";
import { verifiedApi } from "../description/verified-api.ts";
import type { VerifyReport } from "../report/report.ts";
import type { RunOptions } from "../run/options.ts";
import { CompatibilityRun, type Compatibility } from "./compatibility-run.ts";
import { readBase } from "./read-base.ts";
import { Revision } from "./revision.ts";

/** Options of {@link verifyCompatibility}. */
export interface VerifyCompatibilityOptions extends RunOptions {
  /**
   * The earlier revision: a file, a URL, a revision of the repository that `head` is in (`main`,
   * `v1.2:api/openapi.yaml`), or the result of `readDescription`.
   */
  readonly base: string | Description;
  /** The later revision: a file, a URL, or the result of `readDescription`. */
  readonly head: string | Description;
  /**
   * `backward`: clients of the earlier revision with the server of the later one; `forward`: the reverse, for
   * clients that are rolled out before servers; `full`: both. Default: `full`.
   */
  readonly compatibility?: Compatibility;
  /** The options of `readDescription` for the earlier revision. */
  readonly load?: LoadOptions;
}

/**
 * Verifies that two revisions of a description are compatible: calls of a client of one are answered by a
 * server of the other, in this process. Each operation is tested with every kind of input that its schemas
 * allow, and every documented answer, as the runtime's client and server write and read them.
 *
 * @throws {DiagnosticsError} when a description is invalid
 * @throws {UsageError} when there is no such file or revision, or the options refer to unknown names
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
