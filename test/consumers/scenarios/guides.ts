import assert from "node:assert/strict";
import { join } from "node:path";
import { repositoryRoot } from "../../../scripts/repository.ts";
import { installByHand, link } from "../by-hand.ts";
import { petsDescription } from "../descriptions.ts";
import type { Machine } from "../machine.ts";
import type { Project } from "../project.ts";
import { pageSteps, readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";
import type { Tarball } from "../tarballs.ts";
import { teamConfiguration } from "./teams.ts";

const typescript = join(repositoryRoot, "node_modules", "typescript-7", "bin", "tsc");

/** Guides whose pages are the files and commands of one project. */
export function guides(tarballs: readonly Tarball[]): Scenario[] {
  return [
    {
      name: "the first call, with a service and without a port",
      async run(machine) {
        const project = prepare(machine, tarballs);
        project.write("openapi.yaml", petsDescription);
        for (const heading of ["In an app", "Without a port"]) {
          const output = await project.follow(readmeSteps(heading, "docs/start.md"));
          assert.equal(output.trim(), "Rex");
        }
        // What the next run writes is what the page has named.
        await project.run("npm run generate:check");
        await compile(project);
      },
    },
    {
      name: "the guide to uploads and downloads",
      async run(machine) {
        const project = prepare(machine, tarballs);
        const output = await project.follow(pageSteps("docs/files.md"));
        assert.match(output, /^sent 12 of 12\nread 11 of undefined\n11$/m);
        await compile(project);
      },
    },
    {
      name: "the guide to tests with vitest and MSW",
      async run(machine) {
        const project = prepare(machine, tarballs);
        for (const name of ["vitest", ".bin/vitest"])
          link(
            join(repositoryRoot, "node_modules", name),
            join(project.folder, "node_modules", name),
          );
        project.write("openapi.yaml", petsDescription);
        await project.run(
          "npx openapi-packages generate openapi.yaml --out src/api --layout folder --packages client,mocks",
        );
        const output = await project.follow(pageSteps("docs/tests.md"));
        assert.match(output, /5 passed/);
        await compile(project);
      },
    },
  ];
}

function prepare(machine: Machine, tarballs: readonly Tarball[]): Project {
  installByHand(machine, tarballs);
  const { project } = machine;
  project.write("package.json", { name: "app", private: true, type: "module" });
  return project;
}

async function compile(project: Project): Promise<void> {
  const compilerOptions = {
    ...teamConfiguration.compilerOptions,
    types: ["node"],
    skipLibCheck: true,
  };
  project.write("tsconfig.json", { include: ["src"], compilerOptions });
  await project.run(`node ${typescript} --project .`);
}
