import { readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { expect, test } from "vitest";
import { optionsPage } from "../options-page.ts";
import { repositoryRoot } from "../repository.ts";

test("the page of options is current: npm run config-schema", async () => {
  const page = readFileSync(join(repositoryRoot, "docs", "options.md"), "utf8");
  expect(await format(optionsPage(), { parser: "markdown" })).toBe(page);
});
