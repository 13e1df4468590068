import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { withExtension } from "@openapi-packages/cli/project/import-extension";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { GenerateOptions } from "../../../generate-types.ts";
import { packageName } from "../../../emit/package-names.ts";
import { projectImports } from "../../../project/project-imports.ts";
import { applyEdits } from "@openapi-packages/description/load/edit/text-edit";
import type { EditedFile } from "../../../scaffold/edited-file.ts";
import { readUserProjects, shown, type UserProject } from "../../impact/user-projects.ts";
import { plannedPlaces, type PlannedPlace } from "../listed-place.ts";
import type { CodemodPlan } from "../plan-codemod.ts";
import { heyApi } from "../generated-client/hey-api.ts";
import { orval } from "../generated-client/orval.ts";
import { replaceCalls } from "../generated-client/replace-calls.ts";
import { swaggerTypescriptApi } from "../generated-client/swagger-typescript-api.ts";
import { replaceClient } from "../openapi-fetch/replace-client.ts";
import type { Replace, ReplaceContext } from "./replace-context.ts";
import { unusedImports } from "./unused-imports.ts";

type Options = Pick<GenerateOptions, "layout" | "out" | "scope" | "name" | "importExtension">;

/** The libraries whose calls can be replaced. */
export type ReplacedLibrary = "openapi-fetch" | "hey-api" | "orval" | "swagger-typescript-api";

const replacers: Readonly<Record<ReplacedLibrary, Replace>> = {
  "openapi-fetch": replaceClient,
  "hey-api": replaceCalls(heyApi),
  orval: replaceCalls(orval),
  "swagger-typescript-api": replaceCalls(swaggerTypescriptApi),
};

/**
 * Plans the edits by which calls of another library become calls of the generated client's methods. Writes
 * nothing.
 *
 * @param options those with which the client is generated
 * @param paths paths of tsconfig.json files, or of their folders
 * @throws {UsageError} if a project cannot be read
 */
export async function planReplacement(
  library: ReplacedLibrary,
  model: ApiModel,
  options: Options,
  paths: readonly string[],
): Promise<CodemodPlan> {
  const { default: ts } = await import("typescript");
  const { projects, notes } = readUserProjects(ts, paths);
  const clientFile = clientFileOf(options, projects);
  const files = new Map<string, EditedFile>();
  const left: PlannedPlace[] = [];
  const review: PlannedPlace[] = [];
  const done = new Set<string>();
  let usesClientFile = false;
  for (const project of projects) {
    const program = ts.createProgram(project.files, project.options);
    const context: ReplaceContext = {
      ts,
      checker: program.getTypeChecker(),
      ...describedNames(model),
      clientFile: shown(clientFile),
      specifierFrom: (path) => specifierOf(options, path),
      clientFileFrom: (path) => relativeSpecifier(options, path, clientFile),
    };
    for (const file of program.getSourceFiles()) {
      const { fileName: path } = file;
      if (file.isDeclarationFile || done.has(path) || path.includes("/node_modules/")) continue;
      done.add(path);
      const replaced = replacers[library](file, context);
      usesClientFile ||= replaced.usesClientFile;
      const edits = [...replaced.edits, ...unusedImports(ts, file, replaced.edits)];
      left.push(...plannedPlaces(file, edits, replaced.left));
      review.push(...plannedPlaces(file, edits, replaced.review));
      if (edits.length === 0) continue;
      const before = readFileSync(path, "utf8");
      const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
      files.set(path, { path, before, after: mark + applyEdits(file.text, edits), edits });
    }
  }
  const created =
    usesClientFile && !existsSync(clientFile) ? [newClientFile(options, clientFile)] : [];
  const all = [...files.values(), ...created];
  const joined = all.some(joinsLines)
    ? ["calls of several lines are one line now: run the formatter of the project"]
    : [];
  return { files: all, left, review, errors: [], notes: [...notes, ...joined] };
}

/** True if an edit made fewer lines of what it keeps. */
function joinsLines({ before, edits }: EditedFile): boolean {
  const text = before.replace(/^\uFEFF/, "");
  const lines = (of: string): number => of.split("\n").length;
  return edits.some(
    (edit) => edit.text !== "" && lines(edit.text) < lines(text.slice(edit.start, edit.end)),
  );
}

/** The methods and the types of a description. */
function describedNames(model: ApiModel): Pick<ReplaceContext, "types" | "methodsAt"> {
  const methods = model.groups.flatMap((group) =>
    group.operations.map((operation) => ({ group, operation })),
  );
  return {
    types: new Set(model.schemas.map(({ typeName }) => typeName)),
    methodsAt: (method, isPath) =>
      methods.filter(({ operation }) => operation.method === method && isPath(operation.path)),
  };
}

/** Returns the file that exports `api`: beside a folder of generated sources, or in the first project. */
function clientFileOf({ layout, out }: Options, [project]: readonly UserProject[]): string {
  if (layout === "folder") return resolve(out, "..", "api-client.ts");
  const folder = dirname(project?.tsconfig ?? resolve("tsconfig.json"));
  return join(existsSync(join(folder, "src")) ? join(folder, "src") : folder, "api-client.ts");
}

function newClientFile(options: Options, path: string): EditedFile {
  const after = `import { createClient } from ${JSON.stringify(specifierOf(options, path))};

export const api = createClient();
`;
  return { path, before: "", after, edits: [], isNew: true };
}

function specifierOf(options: Options, path: string): string {
  const { layout, out, importExtension: _, ...naming } = options;
  return layout === "folder"
    ? relativeSpecifier(options, path, join(out, "client", "index.ts"))
    : packageName(naming, "client");
}

function relativeSpecifier({ out, importExtension }: Options, path: string, to: string): string {
  const module = relative(dirname(path), to).split(sep).join("/");
  const extension = importExtension ?? projectImports(out).extension;
  return withExtension(module.startsWith(".") ? module : `./${module}`, extension);
}
