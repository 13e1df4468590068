import { posix } from "node:path";
import { withExtension } from "@openapi-packages/cli/project/import-extension";
import {
  addPackageCommand,
  type PackageManager,
} from "@openapi-packages/cli/project/install-commands";
import { missingDependencies } from "@openapi-packages/cli/project/missing-dependencies";
import type { Job } from "@openapi-packages/cli/jobs";
import { firstCall, type CalledModel } from "../../emit/documents/first-call.ts";
import { packageName } from "../../emit/package-names.ts";
import { projectImports } from "../../project/project-imports.ts";
import { isCommonJs } from "./plan-init.ts";
import { frameworksOf, type Project } from "./project.ts";

/** The first program of a user: what it is, where it goes, and the commands that run it. */
export interface FirstCall {
  /** The path of the file, relative to the project. */
  readonly file: string;
  readonly code: string;
  /** The command that serves a mock, to be run in another terminal. */
  readonly mock: string;
  /** The commands that run the program. */
  readonly run: readonly string[];
  /** The command that writes handlers and their entry, in the project of a service. */
  readonly scaffold?: string;
}

/** How a package manager runs a command that is installed, a program, and a command that is not. */
interface Runner {
  readonly exec: string;
  readonly node: string;
  readonly fetch: string;
}

const runners: Readonly<Record<PackageManager, Runner>> = {
  npm: { exec: "npx", node: "node", fetch: "npx" },
  pnpm: { exec: "pnpm exec", node: "node", fetch: "pnpm dlx" },
  yarn: { exec: "yarn", node: "yarn node", fetch: "yarn dlx" },
  bun: { exec: "bunx", node: "bun", fetch: "bunx" },
};

/** The port on which a mock listens by default. */
const mockPort = 4010;

/**
 * Plans the first call of a job's API, made of its own description.
 *
 * @returns `undefined` if the job writes no client, or no operation can be called by an example
 */
export function planFirstCall(
  project: Project,
  job: Job,
  model: CalledModel,
): FirstCall | undefined {
  if (job.packages?.includes("client") === false) return undefined;
  const nothing = { dependencies: {}, devDependencies: {} };
  const { packageManager } = missingDependencies(project.folder, nothing);
  const { file, specifier, isNode, links } = programOf(project, job, packageManager);
  const baseUrl = `http://127.0.0.1:${job["mock.port"] ?? mockPort}`;
  const lines = firstCall(model, { specifier, baseUrl });
  if (lines === undefined) return undefined;
  const { exec, node, fetch } = runners[packageManager];
  const program = isNode || packageManager === "bun" ? node : `${fetch} tsx`;
  return {
    file,
    code: `${lines.join("\n")}\n`,
    mock: `${exec} openapi-packages mock`,
    run: [...links, `${program} ${file}`],
    ...scaffoldOf(project, job, exec),
  };
}

function scaffoldOf(project: Project, job: Job, exec: string): Pick<FirstCall, "scaffold"> {
  const framework = frameworksOf(project)[0];
  if (framework === undefined || job.packages?.includes("server") === false) return {};
  return {
    scaffold: `${exec} openapi-packages scaffold --out src/handlers --entry ${framework}`,
  };
}

/** A program that imports the client. */
interface Program {
  readonly file: string;
  readonly specifier: string;
  /** True if Node runs it as it is. */
  readonly isNode: boolean;
  /** The commands after which it finds the client, besides those that generate it. */
  readonly links: readonly string[];
}

function programOf(project: Project, job: Job, manager: PackageManager): Program {
  const { out = ".", layout, scope, name, importExtension } = job;
  if (layout !== "folder") {
    const specifier = packageName({ ...(scope && { scope }), ...(name && { name }) }, "client");
    // npm links every package of a workspace at its root; others link what the root depends on.
    const links =
      manager === "npm" ? [] : [addPackageCommand(manager, project.folder, specifier, true)];
    // Without "type": "module", Node reads TypeScript as CommonJS first, and Yarn's Plug'n'Play fails at it.
    const file = project.manifest["type"] === "module" ? "first-call.ts" : "first-call.mjs";
    return { file, specifier, isNode: true, links };
  }
  const folder = posix.normalize(out.replaceAll("\\", "/"));
  const { extension } =
    importExtension === undefined ? projectImports(out) : { extension: importExtension };
  return {
    file: posix.join(posix.dirname(folder), "first-call.ts"),
    specifier: withExtension(`./${posix.basename(folder)}/client/index.ts`, extension),
    isNode: !isCommonJs(project) && extension === "ts",
    links: [],
  };
}
