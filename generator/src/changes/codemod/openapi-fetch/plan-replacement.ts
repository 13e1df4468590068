import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { withExtension } from "@openapi-packages/cli/project/import-extension";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { GenerateOptions } from "../../../generate-types.ts";
import { packageName } from "../../../emit/package-names.ts";
import { projectImports } from "../../../project/project-imports.ts";
import { applyEdits, type EditedFile } from "../../../scaffold/text-edit.ts";
import { readUserProjects, shown } from "../../impact/user-projects.ts";
import type { LeftAlone } from "../left-alone.ts";
import type { CodemodPlan } from "../plan-codemod.ts";
import type { ClientMethod } from "./call-edits.ts";
import { replaceClient } from "./replace-client.ts";

/**
 * Plans the edits by which calls of openapi-fetch become calls of the generated client's methods, which answer
 * `{ data, error, response }` by `dataOrError`. Writes nothing.
 *
 * @param options those with which the client is generated
 * @param paths paths of tsconfig.json files, or of their folders
 * @throws {UsageError} if a project cannot be read
 */
export async function planReplacement(
  model: ApiModel,
  options: Pick<GenerateOptions, "layout" | "out" | "scope" | "name" | "importExtension">,
  paths: readonly string[],
): Promise<CodemodPlan> {
  const { default: ts } = await import("typescript");
  const { projects, notes } = readUserProjects(ts, paths);
  const methods = methodsOf(model);
  const files = new Map<string, EditedFile>();
  const left: LeftAlone[] = [];
  const done = new Set<string>();
  for (const project of projects) {
    const program = ts.createProgram(project.files, project.options);
    const context = {
      ts,
      checker: program.getTypeChecker(),
      methodAt: (method: string, path: string) => methods.get(`${method} ${path}`),
      specifierFrom: (path: string) => specifierOf(options, path),
    };
    for (const file of program.getSourceFiles()) {
      const { fileName: path } = file;
      if (file.isDeclarationFile || done.has(path) || path.includes("/node_modules/")) continue;
      done.add(path);
      const { edits, left: own } = replaceClient(file, context);
      left.push(...own.map((one) => ({ file: shown(path), ...one })));
      if (edits.length === 0) continue;
      const before = readFileSync(path, "utf8");
      const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
      files.set(path, { path, before, after: mark + applyEdits(file.text, edits), edits });
    }
  }
  return { files: [...files.values()], left, errors: [], notes };
}

/** The methods of the client by HTTP method and path. */
function methodsOf(model: ApiModel): ReadonlyMap<string, ClientMethod> {
  return new Map(
    model.groups.flatMap((group) =>
      group.operations.map((operation) => [
        `${operation.method} ${operation.path}`,
        { group, operation },
      ]),
    ),
  );
}

function specifierOf(
  { layout, out, importExtension, ...naming }: Parameters<typeof planReplacement>[1],
  path: string,
): string {
  if (layout !== "folder") return packageName(naming, "client");
  const module = relative(dirname(path), join(out, "client", "index.ts"))
    .split(sep)
    .join("/");
  const extension = importExtension ?? projectImports(out).extension;
  return withExtension(module.startsWith(".") ? module : `./${module}`, extension);
}
