import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answers } from "./answers.ts";
import { withElement, withMember, withValue } from "./json-edit.ts";
import { scopeOf, type Project } from "./project.ts";

/** A file that `init` writes. */
export interface PlannedFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  /** Describes the addition to an existing file; `undefined` for a new file. */
  readonly added?: string;
}

/** The files that `init` writes, and the steps that remain. */
export interface InitPlan {
  readonly files: readonly PlannedFile[];
  /** The name of the script in package.json that generates the code. */
  readonly script: string;
  /** The steps that the user has to do by hand. */
  readonly byHand: readonly string[];
}

/**
 * Plans the configuration, the scripts, `.gitattributes`, `.gitignore` and the workspaces. Existing entries stay.
 *
 * @param config by default a new configuration from the answers
 */
export function planInit(
  project: Project,
  answers: Answers | undefined,
  config: PlannedFile | undefined = answers && configFile(project, answers),
): InitPlan {
  const { script, manifest } = planManifest(project, answers);
  const { files, byHand } =
    answers === undefined ? { files: [], byHand: [] } : planWorkspace(project, answers);
  return {
    files: [
      ...(config === undefined ? [] : [config]),
      ...manifest,
      ...files,
      ...(answers === undefined ? [] : gitAttributes(project, answers)),
      ...(answers === undefined ? [] : gitIgnore(project, answers)),
    ],
    script,
    byHand,
  };
}

function configFile(project: Project, answers: Answers): PlannedFile {
  const { description, layout, out, packages, requestHeaders } = answers;
  const options = {
    description,
    ...(requestHeaders === undefined ? {} : { requestHeaders }),
    ...(layout === "folder" ? { layout, out } : { out, scope: scopeOf(project) }),
    ...(packages === undefined ? {} : { packages }),
  };
  // This version of Node cannot load a configuration in TypeScript.
  if (!process.features.typescript) {
    const $schema = "./node_modules/openapi-packages/config.schema.json";
    const text = `${JSON.stringify({ $schema, ...options }, null, 2)}\n`;
    return { path: "openapi-packages.config.json", text };
  }
  const lines = Object.entries(options).map(([key, value]) => `  ${key}: ${valueText(value)},`);
  const text = [
    'import { defineConfig } from "openapi-packages";',
    "",
    "export default defineConfig({",
    ...lines,
    "});",
    "",
  ];
  const isTyped = "typescript" in project.dependencies || project.has("tsconfig.json");
  return { path: `openapi-packages.config.${isTyped ? "ts" : "mjs"}`, text: text.join("\n") };
}

/** Prints a value of the configuration on one line. */
function valueText(value: string | readonly string[] | Readonly<Record<string, string>>): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  const members = Object.entries(value).map((pair) =>
    pair.map((one) => JSON.stringify(one)).join(": "),
  );
  return `{ ${members.join(", ")} }`;
}

/** Plans the scripts. If the project has another script `generate`, the new one is `generate:api`. */
function planManifest(
  project: Project,
  answers: Answers | undefined,
): { readonly script: string; readonly manifest: readonly PlannedFile[] } {
  const { manifestText, manifest } = project;
  const scripts = (manifest["scripts"] ?? {}) as Readonly<Record<string, unknown>>;
  const command = "openapi-packages generate";
  const script = [scripts["generate"] ?? command].includes(command) ? "generate" : "generate:api";
  const before = manifestText ?? `${JSON.stringify({ private: true, type: "module" }, null, 2)}\n`;
  const withScript = withMember(before, ["scripts"], script, command);
  const withScripts = withMember(withScript, ["scripts"], `${script}:check`, `${command} --check`);
  const glob = answers && !isOfPnpm(project) ? missingGlob(project, answers) : undefined;
  const withWorkspaces =
    glob === undefined ? withScripts : withWorkspace(withScripts, manifest["workspaces"], glob);
  const isWorkspaceAdded = withWorkspaces !== withScripts;
  const becomesModule = manifestText !== undefined && isTypeWrong(project, answers);
  const text = becomesModule ? withType(withWorkspaces, manifest) : withWorkspaces;
  if (text === manifestText) return { script, manifest: [] };
  const added = [
    `${script}, ${script}:check`,
    ...(isWorkspaceAdded ? [`workspaces ${glob}`] : []),
    ...(becomesModule ? ['"type": "module", as the generated code requires'] : []),
  ].join(", ");
  const file = { path: "package.json", text };
  return { script, manifest: [manifestText === undefined ? file : { ...file, added }] };
}

/** True if Node would run what is generated as CommonJS, or only with a warning, and no module of the project needs that. */
function isTypeWrong(project: Project, answers: Answers | undefined): boolean {
  // `npm install` writes no type into an empty folder. Packages of a workspace have types of their own.
  const isMissing = project.manifest["type"] === undefined && answers?.layout === "folder";
  return (isMissing || isCommonJs(project)) && !project.hasTypedModules();
}

const withType = (text: string, { type }: Project["manifest"]): string =>
  type === undefined ? withMember(text, [], "type", "module") : withValue(text, "type", "module");

/** True for a project with `"type": "commonjs"`, which `npm init` writes. */
export function isCommonJs({ manifest }: Project): boolean {
  return manifest["type"] === "commonjs";
}

/** Returns the glob that the workspaces need for the folder of the packages; `undefined` if they have it, or need none. */
function missingGlob({ workspaces }: Project, { layout, out }: Answers): string | undefined {
  const folder = out.replace(/^\.\//, "");
  const globs = [`${folder}/*`, `${folder}/**`, "*/*", "**"];
  const isThere = workspaces.some((one) => globs.includes(one.replace(/^\.\//, "")));
  return layout !== "packages" || isThere ? undefined : `${folder}/*`;
}

/** True if pnpm installs the project, which reads no workspaces of package.json. */
const isOfPnpm = ({ manifest, has }: Project): boolean =>
  String(manifest["packageManager"]).startsWith("pnpm@") ||
  has("pnpm-lock.yaml") ||
  has("pnpm-workspace.yaml");

/** Writes a glob into the workspaces of package.json, whose list npm has in itself and Yarn in `packages` too. */
function withWorkspace(text: string, workspaces: unknown, glob: string): string {
  if (workspaces === undefined) return withMember(text, [], "workspaces", [glob]);
  return withElement(
    text,
    Array.isArray(workspaces) ? ["workspaces"] : ["workspaces", "packages"],
    glob,
  );
}

/** Plans the workspaces of pnpm: they have to include the folder of the packages. */
function planWorkspace(
  project: Project,
  answers: Answers,
): { readonly files: readonly PlannedFile[]; readonly byHand: readonly string[] } {
  const glob = missingGlob(project, answers);
  if (glob === undefined || !isOfPnpm(project)) return { files: [], byHand: [] };
  const path = "pnpm-workspace.yaml";
  if (!project.has(path)) {
    const text = `packages:\n  - ${JSON.stringify(glob)}\n`;
    return { files: [{ path, text }], byHand: [] };
  }
  const text = withPnpmPackages(textOf(project, path), glob);
  return text === undefined
    ? { files: [], byHand: [`add "${glob}" to the packages of ${path}`] }
    : { files: [{ path, text, added: glob }], byHand: [] };
}

/** Writes a glob before the first one of pnpm's workspaces; `undefined` where they are no list of lines. */
function withPnpmPackages(text: string, glob: string): string | undefined {
  const [list, lineEnd = "", indent = ""] =
    /^packages:[ \t]*(?:#.*)?(\r?\n)(?:[ \t]*(?:#.*)?\r?\n)*([ \t]*)(?=- )/m.exec(text) ?? [];
  if (list === undefined) return undefined;
  return text.replace(list, () => `${list}- ${JSON.stringify(glob)}${lineEnd}${indent}`);
}

/** Plans `.gitattributes`: GitHub collapses generated files in reviews, and leaves them out of language statistics. */
function gitAttributes(project: Project, { layout, out }: Answers): PlannedFile[] {
  const parts = ["contract", "client", "server", "mocks"];
  const folders = layout === "folder" ? [out] : parts.map((part) => `${out}/${part}`);
  const lines = folders.map((folder) => `${folder.replace(/^\.\//, "")}/** linguist-generated`);
  return withLines(project, ".gitattributes", lines, "linguist-generated");
}

/** Plans `.gitignore`: what is compiled of packages is made again by each run. */
function gitIgnore(project: Project, { layout, out }: Answers): PlannedFile[] {
  if (layout === "folder") return [];
  const line = `${out.replace(/^\.\//, "")}/*/dist/`;
  const ignored = /^(?:\*\*)?\/?dist\/?$/;
  const isIgnored = textOf(project, ".gitignore")
    .split("\n")
    .some((one) => ignored.test(one.trim()));
  return isIgnored ? [] : withLines(project, ".gitignore", [line], line);
}

/** Plans a file of lines with more lines at its end, if it lacks any of them. */
function withLines(
  project: Project,
  path: string,
  wanted: readonly string[],
  added: string,
): PlannedFile[] {
  const before = textOf(project, path);
  const there = before.split(/\r?\n/);
  const lines = wanted.filter((line) => !there.includes(line));
  if (lines.length === 0) return [];
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  const file = { path, text: `${before}${separator}${lines.join("\n")}\n` };
  return [project.has(path) ? { ...file, added } : file];
}

const textOf = ({ folder, has }: Project, path: string): string =>
  has(path) ? readFileSync(join(folder, path), "utf8") : "";
