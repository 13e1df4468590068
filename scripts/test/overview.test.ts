import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { overview, overviewPath } from "../overview.ts";
import { repositoryRoot } from "../repository.ts";

it.each([
  ["light", "wide"],
  ["light", "narrow"],
  ["dark", "wide"],
  ["dark", "narrow"],
] as const)("has drawn the picture for %s pages, %s", async (scheme, layout) => {
  const drawn = readFileSync(join(repositoryRoot, overviewPath(scheme, layout)), "utf8");
  expect(drawn, "npm run overview draws it").toBe(await overview(scheme, layout));
});
