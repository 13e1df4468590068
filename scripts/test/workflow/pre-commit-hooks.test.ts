import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { repositoryRoot } from "../../repository.ts";
import { apiProject, petsDescription, type ApiProject } from "./api-project.ts";
import { bash } from "./run-job.ts";

interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly args?: readonly string[];
}

const hooks = parse(
  readFileSync(join(repositoryRoot, ".pre-commit-hooks.yaml"), "utf8"),
) as readonly Hook[];

let project: ApiProject;
beforeEach(() => {
  project = apiProject();
  const configuration = { description: "openapi.yaml", out: "src/api", layout: "folder" };
  project.write("openapi-packages.config.json", JSON.stringify(configuration));
  project.write("redocly.yaml", "apis: { pets: { root: openapi.yaml } }\nextends: [minimal]\n");
  project.write("openapi.yaml", petsDescription);
  project.commit();
});
afterEach(() => project.remove());

/** Runs a hook like pre-commit, without file names. */
async function run(
  id: string,
  args?: readonly string[],
): Promise<{ code: number; output: string }> {
  const hook = hooks.find((one) => one.id === id);
  if (hook === undefined) throw new Error(`there is no hook ${id}`);
  return bash([hook.entry, ...(args ?? hook.args ?? [])].join(" "), project);
}

test("hooks lint, generate, check and compare", async () => {
  expect(await run("openapi-lint")).toMatchObject({ code: 0 });
  expect(await run("openapi-check")).toMatchObject({ code: 1 });
  expect(await run("openapi-generate")).toMatchObject({ code: 0 });
  expect(await run("openapi-check")).toMatchObject({ code: 0 });

  project.write("openapi.yaml", petsDescription.replace(/ +kind: .*\n/, ""));
  const diff = await run("openapi-diff", ["main"]);
  expect(diff).toMatchObject({ code: 1 });
  expect(diff.output).toContain("Pet.kind is gone");
});
