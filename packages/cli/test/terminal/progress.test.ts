import { describe, expect, it } from "vitest";
import { openProgress } from "../../src/terminal/open-progress.ts";
import { ProgressLine } from "../../src/terminal/progress-line.ts";

/** A terminal that records what is written to it. */
function terminal(isTTY: boolean) {
  const texts: string[] = [];
  return { texts, isTTY, columns: 40, write: (text: string) => texts.push(text) };
}

describe("progress", () => {
  it("is one line, which is overwritten and finally removed", () => {
    const screen = terminal(true);
    let now = 0;
    const line = new ProgressLine(screen, () => now);
    line.show("openapi.yaml", "load");
    now += 100;
    line.show("openapi.yaml", "print", 3, 40);
    line.clear();
    line.clear();
    expect(screen.texts).toEqual([
      "\r\u001B[Kopenapi.yaml: reading",
      "\r\u001B[Kopenapi.yaml: writing code 3/40",
      "\r\u001B[K",
    ]);
  });

  it("does not change more often than a terminal shows, and fits it", () => {
    const screen = terminal(true);
    let now = 0;
    const line = new ProgressLine(screen, () => now);
    for (let done = 1; done <= 100; done += 1, now += 10)
      line.show("a-description-with-a-very-long-name.yaml", "print", done, 100);
    expect(screen.texts.length).toBeLessThan(20);
    for (const text of screen.texts) expect(text.replace("\r\u001B[K", "")).toHaveLength(39);
  });

  it.each([
    ["on a terminal", true, {}, "pretty", true],
    ["on a terminal with CI=false", true, { CI: "false" }, undefined, true],
    ["without a terminal", false, {}, "pretty", false],
    ["in CI", true, { CI: "true" }, "pretty", false],
    ["on a terminal that cannot move", true, { TERM: "dumb" }, "pretty", false],
    ["for programs", true, {}, "json", false],
    ["for GitHub", true, {}, "github", false],
  ])("%s: %j, %j, %j is shown: %j", async (_, isTTY, environment, format, isShown) => {
    const screen = terminal(isTTY);
    const description = "spec/open\u001Bapi.yaml";
    const progress = await openProgress({ description, format }, screen, environment);
    progress.show("load");
    progress.clear();
    expect(screen.texts).toEqual(
      isShown ? ["\r\u001B[Kopen\\u001bapi.yaml: reading", "\r\u001B[K"] : [],
    );
  });
});
