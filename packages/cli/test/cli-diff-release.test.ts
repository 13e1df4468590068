import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { publishedRelease } from "../../description/src/load/revision/npm-release.ts";
import { basePath } from "../../../generator/test/changes/diff/edited.ts";
import { npmRegistry, type PublishedVersion } from "../../../generator/test/npm-registry.ts";
import {
  runCli,
  temporaryFolder,
  writeTree,
  type CommandResult,
} from "../../../generator/test/support.ts";

const name = "@acme/contract";
const released = readFileSync(basePath, "utf8");
const edited = released.replace("required: [name, email]", "required: [name, email, age]");

/** A repository whose first commit was released, and whose work tree has another description. */
function releasedRepository(tag?: string): { readonly cwd: string; readonly commit: string } {
  const cwd = temporaryFolder();
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", ...args], {
      cwd,
      encoding: "utf8",
    });
  git("init", "--quiet", "--initial-branch=main");
  writeTree(cwd, { "api/pets.yaml": released });
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  if (tag !== undefined) git("tag", tag);
  const commit = git("rev-parse", "HEAD").trim();
  writeTree(cwd, { "api/pets.yaml": edited });
  return { cwd, commit };
}

/** A project whose packages come from a registry with these versions. */
async function configure(
  folder: string,
  versions: Readonly<Record<string, PublishedVersion>>,
): Promise<void> {
  const registry = await npmRegistry(name, versions);
  writeTree(folder, { ".npmrc": `registry=${registry}\n`, "package.json": "{}" });
}

/** Compares with a release that the registry knows. */
async function diffRelease(
  cwd: string,
  base: string,
  versions: Readonly<Record<string, PublishedVersion>>,
): Promise<CommandResult> {
  await configure(cwd, versions);
  return runCli(["diff", base, "api/pets.yaml"], { cwd });
}

it("compares with the commit that the latest version was published from", async () => {
  const { cwd, commit } = releasedRepository();
  const versions = { "1.1.0": {}, "1.2.0": { gitHead: commit } };
  const { code, stdout, stderr } = await diffRelease(cwd, `npm:${name}`, versions);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("breaking request-property-became-required  Owner.age is required now");
  expect(stdout).toContain(`was: ${commit.slice(0, 12)}:api/pets.yaml:134:9`);
});

it.each(["v1.2.0", "@acme/contract@1.2.0"])(
  "takes the tag %s where the registry does not know the commit, or the repository has it not",
  async (tag) => {
    const { cwd } = releasedRepository(tag);
    const gitHead = "0123456789".repeat(4);
    const versions = { "1.2.0": { gitHead }, "1.3.0": {} };
    const base = `npm:${name}@1.2.0:api/pets.yaml`;
    const { code, stdout } = await diffRelease(cwd, base, versions);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`was: ${tag}:api/pets.yaml:134:9`),
    });
  },
);

it("names the version that it found", async () => {
  const { cwd } = releasedRepository("v1.2.0");
  await configure(cwd, { "1.2.0": {} });
  const args = ["diff", `npm:${name}`, "api/pets.yaml", "--format", "json"];
  const { stdout } = await runCli(args, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ base: "npm:@acme/contract@1.2.0" });
});

it.each([
  [
    "npm:@acme/contract",
    /the registry does not say which commit @acme\/contract@2\.0\.0 was published from, and there is no tag v2\.0\.0 or @acme\/contract@2\.0\.0/,
  ],
  [
    "npm:@acme/contract@1.0.0",
    /@acme\/contract@1\.0\.0 was published from commit 012345678901, which this repository does not have/,
  ],
  ["npm:@acme/contract@3.0.0", /the registry has no package @acme\/contract of version 3\.0\.0/],
  ["npm:@acme/contact", /the registry has no package @acme\/contact; npm view/],
  ["npm:a@http", /names no published package/],
  ["npm:a@https://evil.example/a.tgz", /names no published package/],
  ["npm:a@file:../a", /names no published package/],
  ["npm:a@npm:b", /names no published package/],
  ["npm:a@git+ssh://evil.example", /names no published package/],
  ["npm:contract; echo", /names no published package; one looks like npm:@acme\/contract/],
])("%s is not a release that is known here", async (base, message) => {
  const { cwd } = releasedRepository();
  const versions = { "1.0.0": { gitHead: "0123456789".repeat(4) }, "2.0.0": {} };
  const { code, stdout, stderr } = await diffRelease(cwd, base, versions);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
});

it("gives the version alone to who asks for no revision", async () => {
  const folder = temporaryFolder();
  await configure(folder, { "1.2.0": {} });
  const [known, unknown] = await Promise.all([
    publishedRelease(`npm:${name}`, folder),
    publishedRelease("npm:@acme/none", folder),
  ]);
  expect([known, unknown]).toEqual([{ name, version: "1.2.0" }, undefined]);
});

it("says what the registry's failure was", async () => {
  const folder = temporaryFolder();
  const npmrc = "registry=http://127.0.0.1:1/\nfetch-retries=0\n";
  writeTree(folder, { ".npmrc": npmrc, "package.json": "{}" });
  await expect(publishedRelease(`npm:${name}`, folder)).rejects.toThrow(/ECONNREFUSED/);
});
