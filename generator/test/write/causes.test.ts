import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { makerOf } from "../../src/write/maker.ts";
import { goldenFolder, temporaryFolder } from "../support.ts";

/** A project with a generated client, and its checks. */
async function project() {
  const folder = temporaryFolder();
  const spec = join(folder, "openapi.yaml");
  const out = join(folder, "api");
  writeFileSync(spec, readFileSync(join(goldenFolder, "minimal", "description.yaml")));
  const run = (more: Partial<GenerateOptions> = {}) =>
    generate({ spec, out, layout: "folder", packages: ["client"], ...more });
  const check = async (more: Partial<GenerateOptions> = {}) =>
    (await run({ check: true, ...more })).causes;
  await run();
  const edit = (path: string, from: string | RegExp, to: string): void => {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  };
  return { out, run, check, edit };
}

const manifest = "api/client/.openapi-packages.json";

test("a check that finds nothing has no cause", async () => {
  const { check } = await project();
  expect(await check()).toEqual([]);
});

test("the description is the cause if neither options nor generator moved", async () => {
  const { run, check, edit } = await project();
  edit("openapi.yaml", /operationId: \w+/, "operationId: renamedOperation");
  const [cause, ...others] = (await check()) ?? [];
  expect(others).toEqual([]);
  expect(cause).toMatchObject({ kind: "description" });
  // The list of the files comes last, and is counted as the other files are.
  expect(cause?.paths.at(-1)).toBe("client/.openapi-packages.json");
  await run();
  expect(await check()).toEqual([]);
});

test("a change of the description without a change of files leaves the record as it is", async () => {
  const { out, run, edit, check } = await project();
  const before = readFileSync(join(out, "client/.openapi-packages.json"), "utf8");
  edit("openapi.yaml", /$/, "\n# A comment.\n");
  edit(manifest, '"generator": "', '"generator": "0.0.1-');
  expect(await check()).toEqual([]);
  await run();
  expect(readFileSync(join(out, "client/.openapi-packages.json"), "utf8")).toBe(
    before.replace('"generator": "', '"generator": "0.0.1-'),
  );
});

test("other options and another generator are named", async () => {
  const { check, edit } = await project();
  const options = { header: "A licence." };
  expect(await check(options)).toMatchObject([{ kind: "options" }]);
  edit(manifest, /"generator": "[^"]+"/, '"generator": "0.0.1"');
  expect(await check(options)).toMatchObject([{ kind: "generator", from: "0.0.1" }]);
});

test("files that were edited, added or removed are causes of their own", async () => {
  const { out, check, edit } = await project();
  edit("api/client/index.ts", /$/, "\n// mine\n");
  writeFileSync(join(out, "client", "mine.ts"), "");
  rmSync(join(out, "client", "core.ts"));
  const causes = (await check()) ?? [];
  expect(causes).toHaveLength(3);
  expect(causes).toEqual(
    expect.arrayContaining([
      { kind: "missing", paths: ["client/core.ts"] },
      { kind: "edited", paths: ["client/index.ts"] },
      { kind: "unexpected", paths: ["client/mine.ts"] },
    ]),
  );
});

test("what is not the same on every machine, or secret, is no part of the options", () => {
  const options = { out: "a", spec: "b", layout: "folder", requestHeaders: { key: "secret" } };
  expect(makerOf(options)).toEqual(makerOf({ layout: "folder", out: "/c", header: undefined }));
  expect(makerOf(options)).not.toEqual(makerOf({ layout: "packages" }));
});
