import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundle } from "./bundle.ts";
import { bundledMembers } from "./bundle-members.ts";

const library = `/** Adds one. Never two. */
export function increased(count: number): number {
  console.log("increased");
  return count + 1;
}

/** Is not used. */
export const unused = (): string => "unused";

/** A counter. */
export class Counter {
  count = 0;

  /** Counts: once for each call. */
  next(): number {
    this.count = increased(this.count);
    return this.count;
  }
}
`;

test("a bundle is told by what it is made of, and what each is for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "members-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "library.ts"), library);
  const program = `import { Counter } from "./library.ts";\nglobalThis.used = Counter;`;

  const members = await bundledMembers(program, folder);

  expect(members.map(({ name, purpose }) => [name, purpose]).toSorted()).toEqual([
    ["", ""],
    ["Counter", "A counter."],
    ["Counter.count", ""],
    ["Counter.next", "Counts: once for each call."],
    ["increased", "Adds one."],
  ]);
  const total = members.reduce((sum, { minified }) => sum + minified, 0);
  expect(total).toBe((await bundle(program, folder)).minified);
  const { minified, gzipped } = members.find(({ name }) => name === "increased") ?? {};
  expect(minified).toBeGreaterThan("function(){console.log()}".length);
  expect(gzipped).toBeGreaterThan(0);
});
