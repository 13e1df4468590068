import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { generate } from "../../../src/generate.ts";
import { generateSources } from "../../../src/changes/impact/generated-sources.ts";
import { diffDescriptions } from "../../../src/changes/diff/diff-descriptions.ts";
import { planRelease } from "../../../src/changes/release/plan-release.ts";
import { readPackages } from "../../../src/write/release-files.ts";
import { readEdited, type Edit } from "../diff/edited.ts";
import { allEdits } from "../diff/edits/all-edits.ts";
import { readTree } from "../../support.ts";

const names = { scope: "@acme", compile: false, formatter: "none" } as const;
const folder = mkdtempSync(join(tmpdir(), "released-packages-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the packages of an edited description. */
async function written(out: string, edit: Edit) {
  const spec = join(folder, `${out}.json`);
  const side = await readEdited(spec, edit);
  await generate({ ...names, spec, out: join(folder, out) });
  return side;
}

/** The files of a package that differ from those of another run, but for package.json and records. */
function differing(one: string, other: string): string[] {
  const [before, after] = [readTree(join(folder, one)), readTree(join(folder, other))];
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter(
    (path) => !/(?:^|\/)\.openapi-packages\.json$/.test(path) && before[path] !== after[path],
  );
}

/** What is released of packages that were all released as 1.4.0. */
async function released(
  before: Awaited<ReturnType<typeof written>>,
  after: Awaited<ReturnType<typeof written>>,
  out: string,
) {
  const options = { ...names, spec: "", out: join(folder, out) };
  const [base, head] = await Promise.all([
    generateSources(before.document, options, "1"),
    generateSources(after.document, options, "1"),
  ]);
  const packages = readPackages(join(folder, out)).map((one) => ({
    ...one,
    name: String(one.packageJson.value["name"]),
    last: "1.4.0",
  }));
  const since = {
    description: diffDescriptions(before, after),
    api: [],
    folders: head.differingFolders(base),
  };
  const plan = planRelease(packages, since, { date: "2026-11-22" });
  return plan.filter(({ version }) => version !== "1.4.0");
}

const base = await written("base", () => {});
let count = 0;

it.each(sampled(allEdits, 24))(
  "releases the packages whose files differ, and those that ask for them by an exact version: %s",
  async (_name, edit) => {
    const out = `head${count++}`;
    const plan = await released(base, await written(out, edit), out);
    const own = new Set(differing("base", out).map((path) => path.split("/")[0] ?? ""));
    const expected = own.has("contract") ? ["client", "contract", "mocks", "server"] : [...own];
    expect(plan.map((one) => one.folder).toSorted()).toEqual(expected.toSorted());
    const contract = plan.find((one) => one.folder === "contract")?.version ?? "1.4.0";
    const asked = plan
      .filter((one) => one.folder !== "contract")
      .map(({ files }) => (JSON.parse(files.packageJson) as PackageJson).dependencies);
    expect(asked.map((ranges) => ranges["@acme/contract"])).toEqual(asked.map(() => contract));
  },
);

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
}
