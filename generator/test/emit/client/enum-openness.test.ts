import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder } from "../../support.ts";

test("with closed enums, clients read other values only where the description says so", async () => {
  const out = temporaryFolder();
  const spec = join(goldenFolder, "enums", "description.yaml");
  await generate({ spec, out, scope: "@case", enums: "closed" });
  const files = readTree(out);
  const types = files["contract/src/schema.ts"]?.replace(/\s+/g, " ");
  expect(types).toContain('place?: "home" | "away" | Other;');
  expect(types).toContain('size?: "small" | "large";');
  expect(types).toMatch(/export type Status =/);
  expect(files["client/src/types/schema.ts"]).not.toContain("export type Status ");
  expect(files["client/README.md"]).toContain("of which the description says that they may grow");
});
