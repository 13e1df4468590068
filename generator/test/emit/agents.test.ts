import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import { goldenFolder, temporaryFolder } from "../support.ts";

it.each(
  ["minimal", "reference"].flatMap((name) =>
    (["folder", "packages"] as const).map((layout) => [name, layout] as const),
  ),
)("AGENTS.md of %s as %s names files that are there", async (name, layout) => {
  const out = temporaryFolder();
  await generate({
    spec: join(goldenFolder, name, "description.yaml"),
    out,
    compile: false,
    formatter: "none",
    ...(layout === "folder" ? { layout } : { scope: "@case" }),
  });
  const guides = globSync("*/AGENTS.md", { cwd: out }).map((path) => join(out, path));
  expect(guides).toHaveLength(4);
  for (const guide of guides) {
    const text = readFileSync(guide, "utf8");
    // A folder has no `src` of its own, but may be in that of the application.
    expect(text.includes("`src/"), `${guide}: src`).toBe(layout === "packages");
    for (const [line, path = ""] of text.matchAll(/`([\w./-]+\.ts)`.*/g)) {
      const folder = line.includes("of the contract") ? join(out, "contract") : dirname(guide);
      expect(existsSync(join(folder, path)), `${guide}: ${path}`).toBe(true);
    }
  }
});
