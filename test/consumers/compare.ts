/**
 * From an empty application to the first typed call, with this generator and two others: the steps that a person takes by
 * the shortest way of each documentation, and the seconds that the commands take. A step is a command, or a file
 * written by hand. Every program makes one call of the same service and prints a typed member of its answer. Each is done twice;
 * the second time counts, when package managers have everything in their caches.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import { petsDescription } from "./descriptions.ts";
import { Machine } from "./machine.ts";
import { readmeSteps, type ReadmeStep } from "./readme-steps.ts";
import { serveRegistry } from "./registry.ts";
import { packPublished } from "./tarballs.ts";

/** The way of a generator from an empty application to the first call. */
interface Way {
  readonly name: string;
  readonly steps: readonly ReadmeStep[];
  /** What runs the program; not counted, since it is the same for all. */
  readonly start: string;
}

const commands = (...lines: string[]): ReadmeStep => ({
  kind: "commands",
  title: "",
  commands: lines,
});

const ways: readonly Way[] = [
  {
    name: "openapi-packages",
    // The README's, without the mock and the start.
    steps: readmeSteps("An app").slice(0, 2),
    start: "node src/main.ts",
  },
  {
    name: "@hey-api/openapi-ts",
    steps: [
      commands(
        // Version 0.99 does not start with TypeScript 7, which npm installs for it otherwise.
        "npm install --save-dev --save-exact @hey-api/openapi-ts typescript@5.9",
        "npx openapi-ts --input openapi.yaml --output src/client",
      ),
      {
        kind: "file",
        path: "src/main.ts",
        text: `import { client } from "./client/client.gen";
import { listPets } from "./client/sdk.gen";

client.setConfig({ baseUrl: "http://127.0.0.1:4010" });
const { data: pets } = await listPets({ throwOnError: true });
for (const pet of pets) console.log(pet.name);
`,
      },
    ],
    start: "npx --yes tsx src/main.ts",
  },
  {
    name: "orval",
    steps: [
      commands("npm install --save-dev orval"),
      {
        kind: "file",
        path: "orval.config.mjs",
        text: `export default {
  pets: {
    input: "openapi.yaml",
    output: { target: "src/client.ts", client: "fetch", baseUrl: "http://127.0.0.1:4010" },
  },
};
`,
      },
      commands("npx orval"),
      {
        kind: "file",
        path: "src/main.ts",
        text: `import { listPets } from "./client";

const { data: pets } = await listPets();
for (const pet of pets) console.log(pet.name);
`,
      },
    ],
    start: "npx --yes tsx src/main.ts",
  },
];

const stepsOf = ({ steps }: Way): number =>
  steps.reduce((sum, step) => sum + (step.kind === "file" ? 1 : step.commands.length), 0);

const linesOf = ({ steps }: Way): number =>
  steps.reduce((sum, step) => {
    const text = step.kind === "file" ? step.text : step.commands.join("\n");
    return sum + text.split("\n").filter((line) => line.trim() !== "").length;
  }, 0);

/** Goes a way. @returns the seconds of its commands */
async function go({ steps, start }: Way, registry: string): Promise<number> {
  const machine = await Machine.create(registry);
  const { project } = machine;
  try {
    project.write("package.json", { name: "app", private: true, type: "module" });
    project.write("openapi.yaml", petsDescription);
    const started = performance.now();
    await project.follow(steps);
    const seconds = (performance.now() - started) / 1000;
    await project.start("npx openapi-packages mock openapi.yaml --no-config --port 4010");
    assert.equal((await project.run(start)).trim(), "Rex");
    return seconds;
  } finally {
    machine.dispose();
  }
}

const tarballs = packPublished(
  join(repositoryRoot, "node_modules", ".cache", "consumers", "compared"),
);
const registry = await serveRegistry(tarballs);
for (const way of ways) {
  await go(way, registry.url);
  const seconds = await go(way, registry.url);
  console.log(
    `${way.name.padEnd(20)} ${stepsOf(way)} steps, ${linesOf(way)} lines typed, ${seconds.toFixed(1)} s`,
  );
}
registry.close();
