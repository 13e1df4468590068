import assert from "node:assert/strict";
import { petsDescription } from "../descriptions.ts";
import type { Project } from "../project.ts";
import { readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";

/** A change of the description, and what the application has to do about it. */
interface Change {
  readonly name: string;
  readonly edit: (project: Project) => void;
  /** What the compiler says of the application; left out where the change breaks nothing. */
  readonly error?: string;
  readonly mend?: (project: Project) => void;
}

const app = "src/main.ts";
const description = "openapi.yaml";

/** Changes of four kinds, one after the other. */
export const changes: readonly Change[] = [
  {
    name: "a member is renamed",
    edit: (project) => project.edit(description, /\bname(?=\]|: \{ type|: "Rex")/g, "fullName"),
    error: "Property 'name' does not exist",
    mend: (project) => project.edit(app, /\bname\b/g, "fullName"),
  },
  {
    name: "an operation is added",
    edit: (project) =>
      project.edit(
        description,
        "components:",
        `  /health:
    get:
      operationId: getHealth
      tags: [pets]
      responses: { "204": { description: It is well. } }
components:`,
      ),
  },
  {
    name: "an operation is deleted",
    edit: (project) =>
      project.edit(description, / {4}get:\n {6}operationId: getPet[^]*?404.*\n/, ""),
    error: "Property 'getPet' does not exist",
    mend: (project) => project.edit(app, /.*getPet.*\n/, ""),
  },
  {
    name: "a member is made required",
    edit: (project) =>
      project.edit(description, "required: [fullName]", "required: [fullName, age]"),
    error: "Property 'age' is missing",
    mend: (project) => project.edit(app, 'fullName: "Ada"', 'fullName: "Ada", age: 3'),
  },
];

/** The application before the changes. */
export const teamProgram = `import { createClient } from "./api/client/index.ts";

const api = createClient({ baseUrl: "http://127.0.0.1:4010" });
const pet = await api.pets.createPet({ body: { name: "Ada" } });
await api.pets.getPet({ path: { petId: pet.id } });
console.log(pet.name);
`;

/** The steps of CI that the README's workflow has after what sets the machine up. */
export function workflowCommands(): string[] {
  const workflow = readmeSteps("An API team").find((step) => step.kind === "file");
  assert.ok(workflow !== undefined);
  const commands = [...workflow.text.matchAll(/^ +- run: (.*)$/gm)].map(([, one = ""]) => one);
  return commands.filter((command) => command !== "npm ci");
}

/** Goes through the changes: CI refuses each, the team generates and mends, and CI takes it. */
export async function changeDescription(
  project: Project,
  made: readonly Change[] = changes,
): Promise<void> {
  const [check = "", compile = ""] = workflowCommands();
  await project.run(check);
  await project.run(compile);
  for (const { name, edit, error, mend } of made) {
    edit(project);
    const refused = await project.try(check);
    assert.equal(refused.code, 1, `${name}: ${refused.output}`);
    assert.match(refused.output, /^::error file=src\/api\/client\//m, name);
    await project.run("npm run generate");
    await project.run(check);
    const compiled = await project.try(compile);
    assert.equal(compiled.code === 0, error === undefined, `${name}: ${compiled.output}`);
    if (error !== undefined) assert.ok(compiled.output.includes(error), compiled.output);
    mend?.(project);
    await project.run(compile);
  }
  // A fault of the description is none of the code.
  project.edit(
    description,
    'schema: { $ref: "#/components/schemas/NewPet" }',
    "schema: { $ref: '#/gone' }",
  );
  const faulty = await project.try(check);
  assert.equal(faulty.code, 2, faulty.output);
  assert.match(faulty.output, /^::error file=openapi\.yaml,line=\d+/m);
}

/** The tsconfig.json of the application. */
export const teamConfiguration = {
  include: ["src"],
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
};

/** The scenario of the README's section "An API team". */
export const teams: readonly Scenario[] = [
  {
    name: "a team that changes its description four times",
    async run({ project }) {
      project.write("package.json", { name: "acme", private: true, type: "module" });
      project.write(description, petsDescription);
      project.write("tsconfig.json", teamConfiguration);
      await project.run("npm install --save-dev typescript@7");
      project.write(app, teamProgram);
      await project.follow(readmeSteps("An API team"));
      await changeDescription(project);
    },
  },
];
