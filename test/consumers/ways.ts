import { readmeSteps, type ReadmeStep } from "./readme-steps.ts";

/** The way of a generator from an empty application to the first call. */
export interface Way {
  readonly name: string;
  /** The npm package of a peer; none for ours. */
  readonly package?: string;
  /** A command, or a file written by hand, each. */
  readonly steps: readonly ReadmeStep[];
  /** What runs the program; not counted, since it is the same for all. */
  readonly start: string;
}

const commands = (...lines: string[]): ReadmeStep => ({
  kind: "commands",
  title: "",
  commands: lines,
});

// The README's, without the mock and the start.
const [initCommand = commands(), program = commands()] = readmeSteps("An app");

const ours: readonly Way[] = [
  {
    name: "openapi-packages, by the README",
    steps: [initCommand, program],
    start: "node src/first-call.ts",
  },
  {
    name: "openapi-packages, init by npx alone",
    steps: [commands("npx openapi-packages init --yes --install openapi.yaml"), program],
    start: "node src/first-call.ts",
  },
  {
    name: "openapi-packages, generate by npx alone",
    steps: [
      commands(
        "npx openapi-packages generate openapi.yaml --layout folder --out src/api --packages client --install",
      ),
      program,
    ],
    start: "node src/first-call.ts",
  },
];

const heyApiProgram: ReadmeStep = {
  kind: "file",
  path: "src/main.ts",
  text: `import { client } from "./client/client.gen";
import { listPets } from "./client/sdk.gen";

client.setConfig({ baseUrl: "http://127.0.0.1:4010" });
const { data: pets } = await listPets({ throwOnError: true });
for (const pet of pets) console.log(pet.name);
`,
};

const peers: readonly Way[] = [
  {
    name: "@hey-api/openapi-ts, installed",
    package: "@hey-api/openapi-ts",
    steps: [
      commands(
        // Version 0.99 does not start with TypeScript 7, which npm installs for it otherwise.
        "npm install --save-dev --save-exact @hey-api/openapi-ts typescript@5.9",
        "npx openapi-ts --input openapi.yaml --output src/client",
      ),
      heyApiProgram,
    ],
    start: "npx --yes tsx src/main.ts",
  },
  {
    name: "@hey-api/openapi-ts, as documented, by npx",
    package: "@hey-api/openapi-ts",
    steps: [commands("npx @hey-api/openapi-ts -i openapi.yaml -o src/client"), heyApiProgram],
    start: "npx --yes tsx src/main.ts",
  },
  {
    name: "@hey-api/openapi-ts, with TypeScript 5.9, by npx",
    package: "@hey-api/openapi-ts",
    steps: [
      commands(
        "npx --package @hey-api/openapi-ts --package typescript@5.9 openapi-ts -i openapi.yaml -o src/client",
      ),
      heyApiProgram,
    ],
    start: "npx --yes tsx src/main.ts",
  },
  {
    name: "orval",
    package: "orval",
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

/** The shortest ways of each documentation, and others that do as much as a way of a peer. */
export const ways: readonly Way[] = [...ours, ...peers];

export const stepsOf = ({ steps }: Way): number =>
  steps.reduce((sum, step) => sum + (step.kind === "file" ? 1 : step.commands.length), 0);

export const linesOf = ({ steps }: Way): number =>
  steps.reduce((sum, step) => {
    const text = step.kind === "file" ? step.text : step.commands.join("\n");
    return sum + text.split("\n").filter((line) => line.trim() !== "").length;
  }, 0);
