import assert from "node:assert/strict";
import { petsDescription } from "../descriptions.ts";
import { readmeSteps } from "../readme-steps.ts";
import type { Scenario } from "../scenario.ts";

/** A package manager, as people have it on their path. */
interface Manager {
  readonly title: Title;
  /** What runs it where it is not installed. */
  readonly program: string;
  /** The command as READMEs have it. */
  readonly command: string;
  /** What its workspaces have besides package.json. */
  readonly files: Readonly<Record<string, string>>;
}

const managers: readonly Manager[] = [
  { title: "npm", program: "npm", command: "npm", files: {} },
  {
    title: "pnpm",
    program: "npx --yes pnpm@10",
    command: "pnpm",
    files: { "pnpm-workspace.yaml": "packages:\n  - packages/*\n  - app\n" },
  },
  {
    title: "Yarn",
    program: "npx --yes --package @yarnpkg/cli-dist@4 yarn",
    command: "yarn",
    files: { "yarn.lock": "", ".yarnrc.yml": "nodeLinker: pnp\n" },
  },
];

type Title = "npm" | "pnpm" | "Yarn";
/** How each installs for development. */
const adds: Readonly<Record<Title, string>> = {
  npm: "npm install --save-dev",
  pnpm: "pnpm add --save-dev",
  Yarn: "yarn add --dev",
};
/** How each runs a command of what is installed. */
const runners: Readonly<Record<Title, string>> = { npm: "npx", pnpm: "pnpm exec", Yarn: "yarn" };

/** The scenarios of the README's section "A workspace". */
export const workspaces: readonly Scenario[] = managers.map(
  ({ title, program, command, files }) => ({
    name: `workspace of ${title}, layout packages`,
    async run(machine) {
      const { project } = machine;
      project.write("package.json", {
        name: "acme",
        private: true,
        type: "module",
        ...(title === "pnpm" ? {} : { workspaces: ["packages/*", "app"] }),
      });
      project.write("app/package.json", { name: "app", private: true, type: "module" });
      for (const [path, text] of Object.entries(files)) project.write(path, text);
      project.write("openapi.yaml", petsDescription);
      // Only on the path, as it is with those who have it.
      if (command !== "npm") machine.addCommand(command, `exec ${program} "$@"`);
      const steps = readmeSteps("A workspace").filter(
        (step) => step.kind === "file" || step.title === title,
      );
      await project.follow(steps);
      const app = project.within("app");
      const execute = title === "Yarn" ? "yarn " : "";
      await app.run(`${adds[title]} typescript@5.9`);
      app.write("tsconfig.json", {
        compilerOptions: {
          module: "nodenext",
          target: "es2023",
          lib: ["es2023", "dom", "dom.iterable"],
          types: [],
          strict: true,
          noEmit: true,
        },
        include: ["src"],
      });
      await app.run(`${runners[title]} tsc --project .`);
      await project.start(`${runners[title]} openapi-packages mock --port 4010`);
      assert.equal((await app.run(`${execute}node src/main.ts`)).trim(), "Rex");
      assert.match(await project.run(`${command} run generate:check`), /up to date/);
    },
  }),
);
