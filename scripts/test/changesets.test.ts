import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { repositoryRoot } from "../repository.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { workspaces } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  workspaces: readonly string[];
};
const isGenerated = ({ name }: Manifest): boolean => name.startsWith("@genai-app/");

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a repository with the manifests and the changeset configuration of this one, on a branch. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), "changesets-"));
  folders.push(folder);
  const git = (...args: string[]) => {
    const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "pipe" });
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message", "a change");
  };
  for (const path of ["", ...workspaces].map((one) => join(one, "package.json"))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repositoryRoot, path), join(folder, path));
  }
  write("package-lock.json", "{}");
  cpSync(join(repositoryRoot, ".changeset", "config.json"), join(folder, ".changeset/config.json"));
  git("init", "--quiet", "--initial-branch", "main");
  commit();
  git("switch", "--quiet", "--create", "topic");
  const changeset = (...args: string[]) => {
    const bin = join(repositoryRoot, "node_modules", "@changesets", "cli", "bin.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CI: "true", NO_COLOR: "1" },
    });
    return { status, output: stdout + stderr };
  };
  const manifests = () =>
    workspaces.map(
      (path) => JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8")) as Manifest,
    );
  return { write, commit, changeset, manifests };
}

test.each([
  ["generator/src/cli.ts", 1],
  ["packages/verify/report.schema.json", 1],
  ["packages/verify/test/verify.test.ts", 0],
  ["packages/client/src/index.ts", 0],
])("a change of %s ends the check with %i", (path, status) => {
  const { write, commit, changeset } = repository();
  write(path, "changed\n");
  commit();
  expect(changeset("status", "--since=main")).toMatchObject({ status });
});

test("a changeset of one package is the next version of all that are written by hand", () => {
  const { write, commit, changeset, manifests } = repository();
  const before = manifests();
  const next = before[0]?.version.replace(
    /^(\d+)\.(\d+)\.\d+$/,
    (_, major: string, minor: string) => [major, Number(minor) + 1, 0].join("."),
  );
  write("packages/runtime/src/index.ts", "changed\n");
  write(
    ".changeset/calm-seas.md",
    '---\n"@openapi-packages/runtime": minor\n---\n\nStreams go on.\n',
  );
  commit();
  expect(changeset("status", "--since=main")).toMatchObject({ status: 0 });
  expect(changeset("version")).toMatchObject({ status: 0 });

  const after = manifests();
  const versions = new Set(after.filter((one) => !isGenerated(one)).map(({ version }) => version));
  expect([...versions]).toEqual([next]);
  expect(after.filter(isGenerated).map(({ version }) => version)).toEqual(
    before.filter(isGenerated).map(({ version }) => version),
  );
  const ranges = after
    .flatMap(({ dependencies, peerDependencies }) =>
      Object.entries({ ...dependencies, ...peerDependencies }),
    )
    .filter(([name]) => /^(?:@openapi-packages\/|openapi-packages$)/.test(name))
    .map(([, range]) => range);
  // Packages that import each other's modules by path ask for the very version, the others for a range.
  expect(new Set(ranges)).toEqual(new Set([`^${next}`, next]));
});
