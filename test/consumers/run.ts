/**
 * Makes the projects of strangers from packed tarballs and runs them by the commands of the generator's README. Package
 * managers, templates and compilers come from npm's registry. Arguments choose the scenarios whose names have them.
 */
import { join } from "node:path";
import { repositoryRoot } from "../../scripts/repository.ts";
import { serveRegistry } from "./registry.ts";
import { runScenarios } from "./scenario.ts";
import { apps } from "./scenarios/apps.ts";
import { services } from "./scenarios/services.ts";
import { tanstack } from "./scenarios/tanstack.ts";
import { teams } from "./scenarios/teams.ts";
import { typescripts } from "./scenarios/typescripts.ts";
import { workspaces } from "./scenarios/workspaces.ts";
import { packPublished } from "./tarballs.ts";

const words = process.argv.slice(2);
const all = [...apps, ...workspaces, ...typescripts, ...teams, ...services, ...tanstack];
const chosen = all.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const folder = join(repositoryRoot, "node_modules", ".cache", "consumers", "published");
const registry = await serveRegistry(packPublished(folder));
await runScenarios(chosen, registry.url);
registry.close();
