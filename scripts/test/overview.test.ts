import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { overview, overviewPath } from "../overview.ts";
import { repositoryRoot } from "../repository.ts";

it.each(["light", "dark"] as const)("has drawn the picture for %s pages", (scheme) => {
  const drawn = readFileSync(join(repositoryRoot, overviewPath(scheme)), "utf8");
  expect(drawn, "npm run overview draws it").toBe(overview(scheme));
});
