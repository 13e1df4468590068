import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { VersionDocument } from "../../../generator/src/commands/changes/json-documents.ts";
import { generate } from "../../../generator/src/generate.ts";
import { basePath } from "../../../generator/test/changes/diff/edited.ts";
import { readTree, runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const base = readFileSync(basePath, "utf8");
const folders = ["client", "contract", "mocks", "server"];

/** An operation more, which wants a handler and breaks no caller. */
const added = base.replace(
  "paths:\n",
  "paths:\n  /news:\n    get:\n      operationId: ListNews\n      tags: [Pets]\n      responses: { 204: { description: None } }\n",
);

/** A break for callers and handlers. */
const removed = base.replace("        age: { type: integer }\n", "");

const write = (cwd: string, description: string) => {
  writeTree(cwd, { "pets.yaml": description });
  const [spec, out] = [join(cwd, "pets.yaml"), join(cwd, "packages")];
  return generate({ spec, out, scope: "@acme", compile: false });
};

const released = mkdtempSync(join(tmpdir(), "openapi-packages-"));
afterAll(() => rmSync(released, { recursive: true, force: true }));
const releases = new Map<string, Promise<string>>();

/** A copy of a repository that released its packages as `v1`, all in one version. */
async function repository(version: string): Promise<string> {
  const made = releases.get(version) ?? release(version);
  releases.set(version, made);
  const cwd = temporaryFolder();
  cpSync(await made, cwd, { recursive: true });
  return cwd;
}

async function release(version: string): Promise<string> {
  const cwd = join(released, version);
  await write(cwd, base);
  for (const folder of folders)
    editPackage(cwd, folder, (value) => {
      value.version = version;
    });
  await write(cwd, base);
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", ...args], {
      cwd,
    });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  git("tag", "v1");
  return cwd;
}

const run = (cwd: string, ...args: readonly string[]) =>
  runCli(["version", "v1", "pets.yaml", "--out", "packages", "--date", "2026-11-22", ...args], {
    cwd,
  });

async function versions(cwd: string, ...args: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await run(cwd, "--dry-run", "--format", "json", ...args);
  const { packages } = JSON.parse(stdout) as VersionDocument;
  return Object.fromEntries(packages.map(({ folder, version }) => [folder, version]));
}

it("gives each package the version that its own users need, and a changelog", async () => {
  const cwd = await repository("1.4.0");
  await write(cwd, added);
  const { code, stdout } = await run(cwd);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: [
      "@acme/client  1.4.0 → 1.5.0  minor: 1 change, 0 breaking",
      "@acme/contract  1.4.0 → 1.5.0  minor: 1 change, 0 breaking",
      "@acme/mocks  1.4.0 → 1.5.0  minor: 1 change, 0 breaking",
      "@acme/server  1.4.0 → 2.0.0  major: 1 change, 1 breaking",
      ...folders.flatMap((folder) => [
        `written    packages/${folder}/package.json`,
        `written    packages/${folder}/CHANGELOG.md`,
      ]),
      "",
    ].join("\n"),
  });
  const files = readTree(join(cwd, "packages"));
  expect(files["server/CHANGELOG.md"]).toContain(`
## [2.0.0] - 2026-11-22

### Added

- **Breaking:** GET /news (ListNews) was added (\`pets.listNews\`)

### Changed

- Depends on \`@acme/contract@1.5.0\`
`);
  expect(files["client/CHANGELOG.md"]).toContain(
    "\n- GET /news (ListNews) was added (`pets.listNews`)\n",
  );
  expect(JSON.parse(files["client/package.json"] ?? "")).toMatchObject({
    version: "1.5.0",
    files: expect.arrayContaining(["CHANGELOG.md"]) as unknown,
    dependencies: { "@acme/contract": "1.5.0" },
  });
  // The changelog and the version are the owner's: neither a run nor a check has anything to say.
  expect((await write(cwd, added)).changes).toEqual([]);
  expect((await run(cwd, "--date", "2026-12-01")).stdout).toMatch(/\nnothing to write\n$/);
  expect(readTree(join(cwd, "packages"))).toEqual(files);
});

it("counts breaks as minor before 1.0.0, and takes a level or a prerelease that is asked for", async () => {
  const cwd = await repository("0.2.1");
  await write(cwd, removed);
  const all = (version: string) => Object.fromEntries(folders.map((folder) => [folder, version]));
  expect(await versions(cwd)).toEqual(all("0.3.0"));
  expect(await versions(cwd, "--preid", "next")).toEqual(all("0.3.0-next.0"));
  expect(await versions(cwd, "--release-as", "1.0.0")).toEqual(all("1.0.0"));
  expect(await versions(cwd, "--release-as", "patch")).toEqual(all("0.2.2"));
  expect(readTree(cwd)["packages/client/CHANGELOG.md"]).toBeUndefined();
});

/** The work tree's package.json of a package with other members. */
function editPackage(cwd: string, folder: string, edit: (value: PackageJson) => void): void {
  const path = `packages/${folder}/package.json`;
  const value = JSON.parse(readFileSync(join(cwd, path), "utf8")) as PackageJson;
  edit(value);
  writeTree(cwd, { [path]: `${JSON.stringify(value, null, 2)}\n` });
}

interface PackageJson {
  version: string;
  readonly dependencies: Record<string, string>;
}

it.each([
  ["a moved path", base.replace("  /owners:\n", "  /people:\n"), "2.0.0"],
  [
    "another explode",
    base.replace("{ name: tags, in: query,", "{ name: tags, in: query, explode: false,"),
    "2.0.0",
  ],
])("releases the contract and the client that needs it after %s", async (_name, edited, client) => {
  const cwd = await repository("1.4.0");
  await write(cwd, edited);
  await run(cwd);
  const files = readTree(join(cwd, "packages"));
  const jsonOf = (folder: string) =>
    JSON.parse(files[`${folder}/package.json`] ?? "") as PackageJson;
  const contract = jsonOf("contract").version;
  expect(contract).not.toBe("1.4.0");
  expect(jsonOf("client")).toMatchObject({
    version: client,
    dependencies: { "@acme/contract": contract },
  });
  expect(jsonOf("server").dependencies["@acme/contract"]).toBe(contract);
  expect(jsonOf("server").version).not.toBe("1.4.0");
});

it("releases as a patch what only documents, and nothing for the version of the description alone", async () => {
  const cwd = await repository("1.4.0");
  await write(cwd, base.replace('version: "1"', 'version: "2"'));
  expect(new Set(Object.values(await versions(cwd)))).toEqual(new Set(["1.4.0"]));
  await write(
    cwd,
    base.replace("operationId: ListPets", "operationId: ListPets\n      summary: All."),
  );
  expect(await versions(cwd)).toMatchObject({ client: "1.4.1", server: "1.4.1" });
});

it("releases what an option changes in the packages that were committed", async () => {
  const cwd = await repository("1.4.0");
  const [spec, out] = [join(cwd, "pets.yaml"), join(cwd, "packages")];
  await generate({ spec, out, scope: "@acme", compile: false, client: { userAgent: false } });
  expect(await versions(cwd)).toMatchObject({ client: "1.4.1", server: "1.4.0" });
});

it("leaves a package whose range admits the sibling's release, and requires it where the package needs it", async () => {
  const cwd = await repository("1.4.0");
  const more = base.replace(
    "operationId: ListPets",
    "operationId: ListPets\n      x-internal: yes",
  );
  const documented = more.replace("    Birth:\n", "    Birth:\n      description: A birth.\n");
  await write(cwd, documented);
  for (const folder of ["client", "mocks", "server"])
    editPackage(cwd, folder, ({ dependencies }) => {
      dependencies["@acme/contract"] = "^1.4.0";
    });
  expect(await versions(cwd)).toEqual({
    client: "1.4.0",
    contract: "1.4.1",
    mocks: "1.4.0",
    server: "1.4.0",
  });
  await write(cwd, removed);
  await run(cwd);
  const client = JSON.parse(readTree(cwd)["packages/client/package.json"] ?? "") as PackageJson;
  expect(client).toMatchObject({ version: "2.0.0", dependencies: { "@acme/contract": "^2.0.0" } });
  // What an earlier run wrote changes nothing.
  expect((await run(cwd)).stdout).toMatch(/\nnothing to write\n$/);
});

it("plans the packages that are there, whichever were removed by hand", async () => {
  const cwd = await repository("1.4.0");
  await write(cwd, removed);
  for (const folder of ["mocks", "server"])
    rmSync(join(cwd, "packages", folder), { recursive: true });
  expect(await versions(cwd)).toEqual({ client: "2.0.0", contract: "2.0.0" });
});

it("releases nothing where nothing has changed, and what the exports alone say", async () => {
  const cwd = await repository("1.4.0");
  expect((await run(cwd)).stdout).toMatch(
    /^@acme\/client {2}1\.4\.0: nothing to release\n[^]*\nnothing to write\n$/,
  );
  const path = "packages/client/src/core.ts";
  const module = readFileSync(join(cwd, path), "utf8");
  writeTree(cwd, { [path]: module.replace("export function createCore", "function createCore") });
  expect(await versions(cwd)).toEqual({
    client: "2.0.0",
    contract: "1.4.0",
    mocks: "1.4.0",
    server: "1.4.0",
  });
  await run(cwd);
  expect(readTree(cwd)["packages/client/CHANGELOG.md"]).toContain(
    "\n### Changed\n\n- **Breaking:** `createCore`: export-removed\n",
  );
});

it.each([
  [[], /name the last release/],
  [["earlier.yaml", "pets.yaml", "--out", "packages"], /add --released 1\.2\.0/],
  [
    ["earlier.yaml", "pets.yaml", "--out", "none", "--released", "1.0.0"],
    /none has no generated packages/,
  ],
  [["earlier.yaml", "pets.yaml"], /give the folder of the packages/],
  [["v1", "pets.yaml", "--release-as", "big"], /is not a level or version/],
  [["v1", "pets.yaml", "--released", "1"], /is not a version/],
  [["v1", "pets.yaml", "--preid", "1.2"], /is not an identifier/],
  [["v1", "pets.yaml", "--date", "today"], /is not a date/],
])("%j is wrong usage", async (args, message) => {
  // Each is refused before anything is written, so that all can have one folder.
  earlier ??= writeEarlier();
  const { code, stderr } = await runCli(["version", ...args], { cwd: await earlier });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) as string });
});

let earlier: Promise<string> | undefined;

/** A folder with packages, which was never committed, and an earlier description. */
async function writeEarlier(): Promise<string> {
  const cwd = join(released, "earlier");
  await write(cwd, base);
  writeTree(cwd, { "earlier.yaml": base });
  return cwd;
}

it("takes the version that was released from the option, where a file is compared", async () => {
  const cwd = temporaryFolder();
  await write(cwd, removed);
  writeTree(cwd, { "earlier.yaml": base });
  const args = ["version", "earlier.yaml", "pets.yaml", "--out", "packages", "--released", "4.0.0"];
  const { stdout } = await runCli([...args, "--dry-run"], { cwd });
  expect(stdout).toContain("@acme/client  4.0.0 → 5.0.0  major: 2 changes, 2 breaking\n");
});
