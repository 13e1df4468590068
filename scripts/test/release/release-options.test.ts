import { describe, expect, test } from "vitest";
import { checkCanPublish, releaseOptions } from "../../release/release-options.ts";

const manifests = [{ name: "a", version: "1.0.0" }];
const actions = {
  GITHUB_SERVER_URL: "https://example.com",
  GITHUB_REPOSITORY: "acme/api",
  ACTIONS_ID_TOKEN_REQUEST_URL: "https://token.example.com",
};
const check = (args: readonly string[], env: Record<string, string>, changes = "") =>
  checkCanPublish(releaseOptions(args, env), manifests, changes, env);

describe("a release", () => {
  test("takes the repository's address from the build, or from whoever runs it", () => {
    expect(releaseOptions([], actions).repository).toBe("git+https://example.com/acme/api.git");
    const args = ["--repository", "git+https://example.com/b.git"];
    expect(releaseOptions(args, actions).repository).toBe("git+https://example.com/b.git");
    expect(releaseOptions(["--dry-run"], {})).toEqual({ dryRun: true, provenance: true });
  });

  test("begins where provenance can be made, or is not wanted", () => {
    expect(() => check([], actions)).not.toThrow();
    expect(() => check(["--no-provenance"], {})).not.toThrow();
  });

  test.each([
    [[], actions, " M README.md", /the working tree has changes.*README\.md/s],
    [["--no-provenance"], {}, "?? notes", /the working tree has changes/],
    [[], {}, "", /provenance needs the repository's address.*--repository git\+https/],
    [["--repository", "git+https://a.b/c"], {}, "", /id-token: write.*--no-provenance/],
    [["--dryrun"], {}, "", /--dryrun/],
    [[], { npm_config_dry_run: "true" }, "", /npm run release -- --dry-run/],
  ])("with %j and %j does not begin", (args, env, changes, message) => {
    expect(() => check(args, env, changes)).toThrow(message);
  });
});
