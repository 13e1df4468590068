import type { ListedPlace } from "../../changes/codemod/listed-place.ts";
import type { CodemodPlan } from "../../changes/codemod/plan-codemod.ts";
import { visible } from "@openapi-packages/description/text/escape";
import { shown } from "../../changes/impact/user-projects.ts";
import { patchOf } from "../file-patch.ts";
import type { CodemodDocument } from "./json-documents.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { loadOptions } from "@openapi-packages/cli/command-arguments";
import { argumentsReader, type Job } from "@openapi-packages/cli/jobs";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import { parseOptions } from "@openapi-packages/cli/options/parse-options";
import { readCompared, readSides } from "./diff-sides.ts";
import { jsonText } from "@openapi-packages/cli/json-text";
import { existingHandlers, sourceOptions } from "../source-options.ts";

/** Runs the command `codemod` and returns its exit code. */
export async function runCodemod(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("codemod", args);
  const { job, plan } =
    values.from === undefined
      ? await planRenames(values, positionals)
      : await planFromLibrary(values.from, values, positionals);
  const { check = false, dryRun = false } = job;
  const isWritten = !check && !dryRun;
  if (isWritten && plan.files.length > 0) {
    const { writeEdited } = await import("../write-edited.ts");
    writeEdited(plan.files);
  }
  const isJson = job.plainFormat === "json";
  process.stdout.write(
    isJson
      ? jsonText(codemodDocument(plan, isWritten))
      : prettyPlan(plan, { dryRun, isWritten, isCompiled: values.from === undefined }),
  );
  const isByHand = [plan.left, plan.review, plan.errors].some((list) => list.length > 0);
  return isByHand || (check && plan.files.length > 0) ? 1 : 0;
}

/** A plan with the options that it was made with. */
interface PlannedJob {
  readonly job: Job;
  readonly plan: CodemodPlan;
}

async function planRenames(
  values: OptionValues,
  positionals: readonly string[],
): Promise<PlannedJob> {
  const { job, before, after } = await readSides("codemod", values, positionals);
  const { projects = ["."], out } = job;
  // Loads a compiler, which other commands do without.
  const { planCodemod } = await import("../../changes/codemod/plan-codemod.ts");
  const plan = await planCodemod({
    base: before.read,
    head: after.read,
    options: sourceOptions(job),
    out,
    projects,
    handlers: existingHandlers(job),
  });
  return { job, plan };
}

/** Plans the edits from another library's calls to those of the generated client. */
async function planFromLibrary(
  library: NonNullable<OptionValues["from"]>,
  values: OptionValues,
  positionals: readonly string[],
): Promise<PlannedJob> {
  const [job, another] = await argumentsReader("codemod", () => ({ values, positionals }))();
  if (job === undefined || another !== undefined)
    throw new UsageError(`name one description: codemod openapi.yaml --from ${library}`);
  const options = sourceOptions(job);
  const { model } = await readCompared(job.description, loadOptions(job));
  const { planReplacement } = await import("../../changes/codemod/replacement/plan-replacement.ts");
  const plan = await planReplacement(library, model, options, job.projects ?? ["."]);
  return { job, plan };
}

const codemodDocument = (plan: CodemodPlan, written: boolean): CodemodDocument => ({
  files: plan.files.map((file) => ({ file: shown(file.path), patch: patchOf(file) })),
  written,
  ...listed(plan, written),
  errors: plan.errors,
  notes: plan.notes,
});

/** The places to look at, by the lines of the files as they are now. */
function listed(
  { left, review }: CodemodPlan,
  isWritten: boolean,
): Pick<CodemodDocument, "left" | "review"> {
  const side = isWritten ? "after" : "before";
  return { left: left.map((one) => one[side]), review: review.map((one) => one[side]) };
}

interface PlanState {
  readonly dryRun: boolean;
  readonly isWritten: boolean;
  /** True if the projects were compiled after the edits: renames alone are. */
  readonly isCompiled: boolean;
}

function prettyPlan(plan: CodemodPlan, { dryRun, isWritten, isCompiled }: PlanState): string {
  const { files, left, review, errors, notes } = plan;
  const lines = remaining(listed(plan, isWritten), errors);
  if (dryRun) {
    const others = lines.map((line) => `# ${line}\n`);
    return [...files.map((file) => visible(patchOf(file))), ...others].join("");
  }
  const names = files.map(({ path }) => `${isWritten ? "edited" : "to be edited"}: ${shown(path)}`);
  const compiled = isCompiled ? `${errors.length} errors of the compiler` : "not compiled yet";
  const counts = [
    `${files.length} ${isWritten ? "edited" : "to be edited"}`,
    `${left.length} left to you`,
    ...(review.length > 0 ? [`${review.length} to review`] : []),
    compiled,
  ].join(", ");
  return [...names, ...lines, ...notes.map((note) => `note: ${note}`), counts, ""].join("\n");
}

function remaining(
  { left, review }: Pick<CodemodDocument, "left" | "review">,
  errors: CodemodPlan["errors"],
): string[] {
  const placed =
    (label: string) =>
    ({ file, line, column, message }: ListedPlace) =>
      `${label}: ${visible(file)}:${line}:${column} ${visible(message)}`;
  return [
    ...left.map(placed("left alone")),
    ...review.map(placed("review")),
    ...errors.map(
      ({ file, line, column, code, message }) =>
        `does not compile: ${visible(file)}:${line}:${column} ${code}: ${visible(message.split("\n")[0] ?? "")}`,
    ),
  ];
}
