import assert from "node:assert/strict";
import { petsDescription } from "../descriptions.ts";
import { freePort } from "../machine.ts";
import type { Project } from "../project.ts";
import { readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";

const way = readmeSteps("An app");
const commands = way.filter((step) => step.kind === "commands");

/** The mock's answer to the README's first call. */
const firstPet = "Rex";

/** The first command of the README, which installs and generates. */
async function initialize(project: Project): Promise<void> {
  project.write("openapi.yaml", petsDescription);
  await project.follow(commands.slice(0, 1));
}

/** Starts the mock as the README does. */
const startMock = (project: Project): Promise<string> =>
  project.follow(commands.filter(({ title }) => title === "in another terminal"));

/** The README's own application. */
export const nodeApp: Scenario = {
  name: "Node app, layout folder",
  async run(machine) {
    const { project } = machine;
    await project.run("npm init --yes");
    project.write("openapi.yaml", petsDescription);
    assert.equal((await project.follow(way)).trim(), firstPet);
    // A second run finds everything as it was written.
    assert.match(await project.run("npm run generate:check"), /up to date/);
  },
};

const vite: Scenario = {
  name: "Vite app from its template, layout folder",
  async run(machine) {
    const { project } = machine;
    await project.run("npx create-vite@latest . --template react-ts --no-interactive");
    await project.run("npm install");
    await initialize(project);
    await project.follow(way.filter((step) => step.kind === "file"));
    project.edit("src/main.tsx", /^/, 'import "./first-call.ts";\n');
    await project.run("npm run build");
    await project.run("npm run lint");
    await startMock(project);
    // What the bundler has made makes the call.
    await project.run("npx vite build --ssr src/first-call.ts --outDir server");
    assert.equal((await project.run("node server/first-call.js")).trim(), firstPet);
  },
};

const next: Scenario = {
  name: "Next route from its template, layout folder",
  async run(machine) {
    const { project } = machine;
    const template =
      "--ts --app --empty --eslint --no-tailwind --src-dir --no-import-alias --use-npm";
    await project.run(`npx create-next-app@latest app ${template} --disable-git --yes`);
    const app = project.within("app");
    await initialize(app);
    await app.follow(readmeSteps("Next", "docs/next.md"));
    await app.run("npm run build");
    await app.run("npm run lint");
    await startMock(app);
    const port = await freePort();
    await app.start(`npx next start --port ${port}`, /Ready/);
    const pets = (await (await fetch(`http://127.0.0.1:${port}/pets`)).json()) as {
      name: string;
    }[];
    assert.equal(pets[0]?.name, firstPet);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    assert.ok(page.includes(`<li>${firstPet}</li>`), page);
  },
};

/** The scenarios of the README's section "An app". */
export const apps: readonly Scenario[] = [nodeApp, vite, next];
