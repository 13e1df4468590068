import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../repository.ts";
import { testLimits } from "../test-limits.ts";

describe("a time limit of one test", () => {
  it.each([
    ["of a test", 'it("a", () => {}, 30_000);', "30_000"],
    ["by a name", 'test("a", () => {}, patience);', "patience"],
    ["of options", 'it("a", { retry: 1, timeout: 60_000 }, () => {});', "timeout: 60_000"],
    ["of a table", 'it.each([1])("%s", { timeout: 1 + 2 }, () => {});', "timeout: 1 + 2"],
    ["of a group", 'describe.skipIf(a)("b", { timeout: 9 }, () => {});', "timeout: 9"],
    ["of a hook", "beforeAll(async () => {}, 60_000);", "60_000"],
    ["of a file", "vi.setConfig({ testTimeout: 5 });", "testTimeout: 5"],
    ["of a poll", "await expect.poll(() => a, { timeout: 5 }).toBe(1);", "timeout: 5"],
    ["that cannot be changed", "await vi.waitFor(() => a);", "vi.waitFor"],
  ])("is found: %s", (_, text, limit) => {
    expect(testLimits("a.test.ts", `\n${text}`)).toMatchObject([{ line: 2, text: limit }]);
  });

  it.each([
    'it("a", () => { call({ timeout: 50 }); });',
    'it.each([{ timeout: 50 }])("%s", () => {});',
    "await expect.poll(() => a, { interval: 5 }).toBe(1);",
    'vi.setConfig({ sequence: "random" });',
    "afterAll(() => rmSync(folder));",
  ])("is not: %s", (text) => {
    expect(testLimits("a.test.ts", text)).toEqual([]);
  });

  it("is set by no test of this repository: vitest.config.ts has the limit", () => {
    const listed = execFileSync(
      "git",
      ["ls-files", "-co", "--exclude-standard", "*/test/*.ts", "test/*.ts"],
      {
        cwd: repositoryRoot,
        encoding: "utf8",
      },
    );
    const files = listed.split("\n").filter((path) => /^(?!.*\/expected\/).*\.ts$/.test(path));
    expect(files.length).toBeGreaterThan(400);
    const limits = files.flatMap((path) =>
      testLimits(path, readFileSync(join(repositoryRoot, path), "utf8")).map(
        ({ line, text }) => `${path}:${line}  ${text}`,
      ),
    );
    expect(limits).toEqual([]);
  });
});
