import { join, relative, sep } from "node:path";
import { isCommonJs, usesPlugAndPlay } from "@openapi-packages/cli/project/missing-dependencies";
import type { EditableFile } from "../editable-file.ts";
import { formatted } from "../formatted.ts";
import { generatedModule } from "../generated-module.ts";
import { relativeImport } from "../handler-files.ts";
import { indexPath, type PlanContext } from "../plan-context.ts";
import { securityName } from "../security-file.ts";
import { exportedNames } from "../user-modules.ts";
import { entryFile } from "./entry-file.ts";
import { entryInstall, runsTypeScript } from "./entry-dependencies.ts";
import type { EntryParts, ScaffoldEntry } from "./entry-types.ts";
import { usesCredentials } from "./uses-credentials.ts";
import { healthPath, usualHealthPath } from "./health-path.ts";
import { runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";

/**
 * Plans the file that starts the server, if it is wanted and does not exist. An existing one belongs to its
 * owner and is not even read.
 *
 * @param security the path of the file of verifiers
 */
export async function planEntry(
  context: PlanContext,
  security: string | undefined,
): Promise<ScaffoldEntry | undefined> {
  const { entry: framework, allowOrigins, folder, created, style, model } = context;
  const hasHandlers = created.has(indexPath) || folder.exists(indexPath);
  const isTaken = model.groups.some((group) => group.fileName === "server");
  const path = style.layout === "tag" && isTaken ? "handler-server.ts" : "server.ts";
  reportHidden(context, path);
  if (framework === undefined || !hasHandlers) return undefined;
  const isNew = !folder.exists(path);
  const needsTsx =
    style.importExtension !== "ts" ||
    isCommonJs(style.out) ||
    !runsTypeScript(process.versions.node);
  const shown = relative(process.cwd(), join(style.out, path)).split(sep).join("/");
  const runner = usesPlugAndPlay(style.out)
    ? `yarn ${needsTsx ? "tsx" : "node"}`
    : needsTsx
      ? "npx tsx"
      : "node";
  const start = `${runner} ${shown}`;
  const server = generatedModule(style, "server", path);
  const install = entryInstall(style.out, {
    framework,
    needsTsx,
    server: style.server === undefined ? server : undefined,
  });
  if (isNew) {
    const parts: EntryParts = {
      framework,
      server,
      runtime: runtimePackage,
      ...ownModules(context, path, security),
      health: healthPath(model),
      allowOrigins,
      usesCredentials: usesCredentials(model),
    };
    created.set(path, await formatted(entryFile(parts, start)));
  }
  return { framework, path, isNew, ...install, start };
}

/** Reports an operation that now has the path of the health route in an existing entry. */
function reportHidden({ model, folder, byHand }: PlanContext, path: string): void {
  const hidden = model.groups
    .flatMap(({ operations }) => operations)
    .find((operation) => operation.path === usualHealthPath);
  if (hidden === undefined || !folder.holding([`"${usualHealthPath}"`]).includes(path)) return;
  const message = `take its own ${usualHealthPath} out: ${hidden.id} has that path now`;
  byHand.push({ path, message });
}

/** Returns what an entry imports from the user's own modules, by their exports. */
function ownModules(
  context: PlanContext,
  path: string,
  security: string | undefined,
): Pick<EntryParts, "imports" | "setup" | "handlers" | "security"> {
  const { style, store, folder, byHand } = context;
  const from = (file: string): string => relativeImport(path, file, style.importExtension);
  const index = folder.file(indexPath);
  const isStore = takesStore(index, "createHandlers", style.template === "store");
  const handlers = isStore ? "createHandlers" : "handlers";
  const imports = [`import { ${handlers} } from "${from(indexPath)}";`];
  const isThere =
    security !== undefined && (context.created.has(security) || folder.exists(security));
  const file = isThere ? folder.file(security) : undefined;
  const isSecurityOfStore = takesStore(
    file,
    "createSecurity",
    securityName(style) === "createSecurity",
  );
  const verifiers = isSecurityOfStore ? "createSecurity" : "security";
  if (isThere) imports.push(`import { ${verifiers} } from "${from(security)}";`);
  const needsStore = isStore || (isThere && isSecurityOfStore);
  if (needsStore) imports.push(`import { createStore } from "${from(store)}";`);
  const needed: readonly (readonly [string, EditableFile | undefined, string])[] = [
    [handlers, index, indexPath],
    [verifiers, file, security ?? ""],
    ["createStore", needsStore ? folder.file(store) : undefined, store],
  ];
  for (const [name, module, at] of needed)
    if (module !== undefined && !exportedNames(module).has(name))
      byHand.push({ path, message: `import what ${at} has instead of ${name}` });
  return {
    imports,
    setup: needsStore ? ["const store = createStore();"] : [],
    handlers: isStore ? "createHandlers(store)" : "handlers",
    security: isThere ? (isSecurityOfStore ? "createSecurity(store)" : "security") : undefined,
  };
}

/** True if a file exports a function that takes the store. For a new file, the template decides. */
const takesStore = (file: EditableFile | undefined, name: string, isNew: boolean): boolean =>
  file === undefined ? isNew : exportedNames(file).has(name);
