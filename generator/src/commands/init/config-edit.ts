import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ts } from "ts-morph";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { loadConfig } from "@openapi-packages/cli/config/load-config";
import { alternatives } from "@openapi-packages/cli/options/check-value";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import type { PlannedFile } from "./plan-init.ts";
import type { Project } from "./project.ts";

/** The edit that `init` makes to an existing configuration. */
export interface ConfigPlan {
  /** The options of its jobs after the edit. */
  readonly jobs: readonly OptionValues[];
  /** The configuration with another description; `undefined` if it stays the same. */
  readonly edited?: PlannedFile;
}

/**
 * Applies the options of the command line to an existing configuration: another description replaces the one that is
 * written there.
 *
 * @param config the name of its file
 * @throws {UsageError} when another option contradicts the configuration, or the description cannot be replaced
 * @throws {ConfigError} when it cannot be loaded
 */
export async function planConfig(
  project: Project,
  config: string,
  given: OptionValues,
): Promise<ConfigPlan> {
  const { jobs } = await loadConfig(join(project.folder, config));
  const { description } = given;
  const isGiven = (job: OptionValues): boolean =>
    description !== undefined && isSame(job.description, description);
  const chosen = description === undefined || !jobs.some(isGiven) ? jobs : jobs.filter(isGiven);
  for (const job of chosen) refuseOther(config, job, given);
  if (description === undefined || chosen.some(isGiven)) return { jobs: chosen };
  const [job, ...others] = jobs;
  if (job === undefined || others.length > 0) {
    const there = alternatives(jobs.map((one) => JSON.stringify(one.description)));
    throw new UsageError(
      `${config} has ${jobs.length} jobs, and none is for ${description}: add one there, or name ${there}`,
    );
  }
  const text = withDescription(project, config, job.description ?? "", description);
  const added = `description ${JSON.stringify(description)} instead of ${JSON.stringify(job.description)}`;
  return { jobs: [{ ...job, description }], edited: { path: config, text, added } };
}

/** @throws {UsageError} when the layout, the folder or the packages of the command line differ from those of a job */
function refuseOther(config: string, job: OptionValues, given: OptionValues): void {
  const { layout, out } = given;
  const packages = packageList(given);
  const contradictions = [
    ["layout", job.layout ?? "packages", layout, layout !== (job.layout ?? "packages")],
    ["out", job.out, out, out !== undefined && !isSame(job.out, out)],
    ["packages", packageList(job), packages, packages !== packageList(job)],
  ] as const;
  for (const [name, there = "its default", asked, isOther] of contradictions)
    if (asked !== undefined && isOther)
      throw new UsageError(
        `${config} has ${name}: ${JSON.stringify(there)}, and --${name} says ${asked}: change it there, or remove ${config} to write a new one; nothing was changed`,
      );
}

/** Returns the names of the packages of a job as one text; emitters are functions without a name there. */
const packageList = ({ packages }: OptionValues): string | undefined =>
  packages?.filter((one) => typeof one === "string").join(",");

/** Replaces a description in the text of a configuration. */
function withDescription(
  { folder }: Project,
  config: string,
  before: string,
  description: string,
): string {
  const path = join(folder, config);
  const text = readFileSync(path, "utf8");
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
      node.name.text === "description" &&
      ts.isStringLiteralLike(node.initializer) &&
      isSame(node.initializer.text, before)
    )
      found.push(node.initializer);
    ts.forEachChild(node, visit);
  };
  // JSON is parsed as an expression, whatever the name of the file.
  const source = config.endsWith(".json")
    ? ts.parseJsonText(path, text)
    : ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  visit(source);
  const [only, ...others] = found;
  if (only === undefined || others.length > 0)
    throw new UsageError(
      `${config} is for ${before}, and not for ${description}: change its description there; nothing was changed`,
    );
  return `${text.slice(0, only.getStart(source))}${JSON.stringify(description)}${text.slice(only.end)}`;
}

const isSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one === other || resolve(one) === resolve(other));
