import { parseArgs } from "node:util";
import { repositoryOf } from "./manifest-findings.ts";
import type { Manifest } from "./released-packages.ts";

/** The arguments of `npm run release`. */
export interface ReleaseOptions {
  readonly dryRun: boolean;
  readonly provenance: boolean;
  readonly registry?: string;
  readonly tag?: string;
  /** The page that gets the table of contents, from the repository's root. */
  readonly table?: string;
  /** The address of the repository, as npm has it; `undefined` where nobody has said it. */
  readonly repository?: string;
}

/** A release that cannot begin, and what would let it. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {ReleaseError} for arguments that are not known */
export function releaseOptions(args: readonly string[], env: Environment): ReleaseOptions {
  // npm takes it for its own option then, and every npm that a release runs would be one.
  if (env["npm_config_dry_run"] === "true")
    throw new ReleaseError("options of a release come after --: npm run release -- --dry-run");
  const { values } = parse(args);
  const repository = values.repository ?? builtIn(env);
  return {
    dryRun: values["dry-run"],
    provenance: values.provenance,
    ...(values.registry === undefined ? {} : { registry: values.registry }),
    ...(values.tag === undefined ? {} : { tag: values.tag }),
    ...(values.table === undefined ? {} : { table: values.table }),
    ...(repository === undefined ? {} : { repository }),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        provenance: { type: "boolean", default: true },
        registry: { type: "string" },
        tag: { type: "string" },
        table: { type: "string" },
        repository: { type: "string" },
      },
    });
  } catch (error) {
    throw new ReleaseError((error as Error).message, { cause: error });
  }
}

/** The repository that a build of GitHub Actions runs in. */
function builtIn(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = env;
  return server === undefined || path === undefined ? undefined : `git+${server}/${path}.git`;
}

/**
 * Checks what publishing needs besides the packages.
 *
 * @param changes what git says of the working tree, `git status --porcelain`
 * @throws {ReleaseError} for a tree with changes, and for provenance that npm could not make
 */
export function checkCanPublish(
  { provenance, repository }: ReleaseOptions,
  manifests: readonly Manifest[],
  changes: string,
  env: Environment,
): void {
  if (changes.trim() !== "")
    throw new ReleaseError(`the working tree has changes; commit or discard them:\n${changes}`);
  if (!provenance) return;
  const unnamed = manifests.filter((one) => repositoryOf(one) === undefined);
  if (repository === undefined && unnamed.length > 0)
    throw new ReleaseError(
      `provenance needs the repository's address, which ${unnamed.length} packages do not name: ` +
        "release in GitHub Actions, or with --repository git+https://github.com/OWNER/NAME.git",
    );
  const tokens = ["ACTIONS_ID_TOKEN_REQUEST_URL", "SIGSTORE_ID_TOKEN"];
  if (tokens.every((name) => env[name] === undefined))
    throw new ReleaseError(
      "provenance needs a build that can prove where it runs: GitHub Actions with the permission id-token: write, or " +
        "GitLab CI with SIGSTORE_ID_TOKEN; for a registry without provenance, add --no-provenance",
    );
}
