import { expect, test } from "vitest";
import { contentsTable } from "../../release/table.ts";
import type { Tarball } from "../../release/tarball.ts";

const tarball = (name: string, paths: readonly string[]): Tarball => ({
  name,
  version: "1.0.0",
  manifest: { name, version: "1.0.0" },
  file: `${name}.tgz`,
  contents: paths.map((path) => ({ path, size: 10 })),
  packedSize: 1400,
  unpackedSize: 25_000,
});
const table = contentsTable([
  tarball("a", ["dist/b.js", "dist/a/c.d.ts", "dist/a.js", "README.md"]),
  tarball("b", ["package.json"]),
]);

test("the table has numbers, sizes and contents by kind", () => {
  expect(table.split("\n").map((line) => line.replaceAll(/ +/g, " "))).toEqual([
    "| package | version | files | packed | unpacked | contents |",
    "| ------- | ------- | ----: | -----: | -------: | ------------------------------- |",
    "| `a` | 1.0.0 | 4 | 1 kB | 25 kB | dist: 1 .d.ts, 2 .js; README.md |",
    "| `b` | 1.0.0 | 1 | 1 kB | 25 kB | package.json |",
    "| all | | 5 | 3 kB | 50 kB | |",
  ]);
});
