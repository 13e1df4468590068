import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import { installByHand, installWith, link } from "./by-hand.ts";
import { petsDescription } from "./descriptions.ts";
import { readmeSteps } from "./readme-steps.ts";
import type { Scenario } from "./scenario.ts";
import { nodeApp } from "./scenarios/apps.ts";
import { bundledCommand } from "./scenarios/bundled-command.ts";
import { guides } from "./scenarios/guides.ts";
import { changeDescription, changes, teamConfiguration, teamProgram } from "./scenarios/teams.ts";
import { compileBoth } from "./scenarios/typescripts.ts";
import { unpack, type Tarball } from "./tarballs.ts";

const typescript = join(repositoryRoot, "node_modules", "typescript-7", "bin", "tsc");

/** The scenarios that need no registry: what is published is unpacked, all else is that of this repository. */
export function offlineScenarios(tarballs: readonly Tarball[]): Scenario[] {
  return [
    bundledCommand(tarballs),
    {
      name: nodeApp.name,
      async run(machine) {
        installByHand(machine, tarballs);
        await nodeApp.run(machine);
      },
    },
    {
      name: "workspace of npm and a folder, TypeScript 5.9 and 7",
      async run(machine) {
        installByHand(machine, tarballs);
        const { project } = machine;
        project.write("package.json", {
          name: "acme",
          private: true,
          type: "module",
          workspaces: ["packages/*", "app"],
        });
        project.write("openapi.yaml", petsDescription);
        const steps = readmeSteps("A workspace").filter(
          (step) => step.kind === "file" || step.title === "npm",
        );
        await project.follow(steps);
        for (const name of ["contract", "client", "server", "mocks"])
          link(
            join(project.folder, "packages", name),
            join(project.folder, "node_modules", "@acme", name),
          );
        project.write("node.config.json", { importExtension: "ts" });
        await project.run(
          "npx openapi-packages generate openapi.yaml --config node.config.json --layout folder --out src/api --packages client",
        );
        await compileBoth(project, "node node_modules/typescript/bin/tsc --project .", {
          resolutions: ["nodenext"],
        });
        await compileBoth(project, "node node_modules/typescript-7/bin/tsc --project .");
        await project.start("npx openapi-packages mock --port 4010");
        assert.equal((await project.run("node app/src/main.ts")).trim(), "Rex");
      },
    },
    {
      name: "a mock that is verified, after the package that does so is installed",
      async run(machine) {
        const { project } = machine;
        const isVerify = ({ name }: Tarball): boolean => name === "@openapi-packages/verify";
        installByHand(
          machine,
          tarballs.filter((one) => !isVerify(one)),
        );
        // Generated mocks alone need it: who verifies has not installed it.
        rmSync(join(project.folder, "node_modules", "msw"));
        project.write("package.json", { name: "acme", private: true, type: "module" });
        project.write("openapi.yaml", petsDescription);
        const command = "npx openapi-packages verify openapi.yaml --server http://localhost:4010";
        await assert.rejects(project.run(command), /npm install --save-dev/);
        for (const tarball of tarballs.filter(isVerify)) unpack(tarball, project.folder);
        link(
          join(repositoryRoot, "node_modules", "fast-check"),
          join(project.folder, "node_modules", "fast-check"),
        );
        await project.start("npx openapi-packages mock openapi.yaml --port 4010");
        assert.match(await project.run(`${command} --disposable`), /passed/);
      },
    },
    {
      name: "a mock and its verification, where nothing that generates code is installed",
      async run(machine) {
        const { project } = machine;
        installWith(machine, tarballs, "@openapi-packages/verify");
        const installed = readdirSync(join(project.folder, "node_modules"));
        const heavy = ["typescript", "ts-morph", "prettier", "oxfmt", "openapi-packages"];
        assert.deepEqual(
          heavy.filter((name) => installed.includes(name)),
          [],
        );
        project.write("package.json", { name: "acme", private: true, type: "module" });
        project.write("openapi.yaml", petsDescription);
        await project.start("npx openapi-packages mock openapi.yaml --port 4010");
        const verify = "npx openapi-packages verify openapi.yaml --server http://localhost:4010";
        assert.match(await project.run(`${verify} --disposable`), /passed/);
        const generate = await project.try("npx openapi-packages generate openapi.yaml");
        assert.match(
          generate.output,
          /generate needs the package openapi-packages, .* npm install/,
        );
        const diff = await project.try("npx openapi-packages diff main");
        assert.match(diff.output, /diff needs the package openapi-packages, .* npm install/);
      },
    },
    {
      name: "the README of this repository, word by word",
      async run(machine) {
        installByHand(machine, tarballs);
        for (const name of ["hono", "@hono/node-server"])
          link(
            join(repositoryRoot, "node_modules", name),
            join(machine.project.folder, "node_modules", name),
          );
        for (const [folder, heading] of [
          ["app", "In a minute"],
          ["service", "Write the service"],
        ] as const) {
          const project = machine.project.within(folder);
          project.write("openapi.yaml", petsDescription);
          if (folder === "app")
            project.write("package.json", { name: folder, private: true, type: "module" });
          const output = await project.follow(readmeSteps(heading, "README.md"));
          if (folder === "app") assert.equal(output.trim(), "Rex");
          project.write("tsconfig.json", { ...teamConfiguration, include: ["src"] });
          await project.run(`node ${typescript} --project .`);
        }
      },
    },
    ...guides(tarballs),
    {
      name: "the way of the README from an edit to a release",
      async run(machine) {
        installByHand(machine, tarballs);
        const { project } = machine;
        const git = (words: string): Promise<string> =>
          project.run(`git -c user.name=Ada -c user.email=ada@example.com ${words}`);
        project.write("package.json", {
          name: "acme",
          private: true,
          type: "module",
          workspaces: ["packages/*"],
        });
        project.write(".gitignore", "node_modules\n");
        project.write("openapi.yaml", petsDescription);
        await project.run("npx openapi-packages init --yes --install openapi.yaml");
        for (const name of ["contract", "client"])
          link(
            join(project.folder, "packages", name),
            join(project.folder, "node_modules", "@acme", name),
          );
        project.write("tsconfig.json", teamConfiguration);
        project.write(
          "src/main.ts",
          'import { createClient } from "@acme/client";\nconst api = createClient({ baseUrl: "/" });\nconsole.log(await api.pets.listPets());\n',
        );
        await git("init --quiet --initial-branch main");
        await git("add --all");
        await git("commit --quiet --message Release");
        await git("tag v1.2.0");
        project.edit("openapi.yaml", "operationId: listPets", "operationId: findPets");
        await project.follow(readmeSteps("Own the description", "README.md"));
        assert.match(project.read("src/main.ts"), /api\.pets\.findPets\(\)/);
        const { version } = JSON.parse(project.read("packages/client/package.json"));
        assert.equal(version, "2.0.0");
        assert.match(project.read("packages/client/CHANGELOG.md"), /\*\*Breaking:\*\*.*findPets/);
        await project.run(`node ${typescript} --project .`);
      },
    },
    {
      name: "a team that renames a member",
      async run(machine) {
        installByHand(machine, tarballs);
        const { project } = machine;
        link(typescript, join(project.folder, "node_modules", ".bin", "tsc"));
        project.write("package.json", { name: "acme", private: true, type: "module" });
        project.write("openapi.yaml", petsDescription);
        project.write("tsconfig.json", teamConfiguration);
        project.write("src/main.ts", teamProgram);
        await project.follow(readmeSteps("An API team"));
        await changeDescription(project, changes.slice(0, 1));
      },
    },
  ];
}
