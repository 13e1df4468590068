/** Builds the package `openapi-packages` as it is published: `npm run build` in its folder. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../repository.ts";
import { bundledFolder } from "./bundled-package.ts";
import { writeDeclarations } from "./write-declarations.ts";
import { writeLicences } from "./write-licences.ts";
import { writeModules } from "./write-modules.ts";

const folder = join(repositoryRoot, bundledFolder, "dist");
rmSync(folder, { recursive: true, force: true });
writeLicences(await writeModules(folder), folder);
writeDeclarations(folder);
