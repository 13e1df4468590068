import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import { repositoryRoot } from "../../repository.ts";

/** A step of a GitHub Actions workflow: a script, or an action. */
export interface WorkflowStep {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export interface WorkflowJob {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly WorkflowStep[];
}

interface Input {
  readonly type: string;
  readonly description: string;
  readonly default: unknown;
}

export interface Workflow {
  readonly on: {
    readonly workflow_call?: { readonly inputs: Readonly<Record<string, Input>> };
  };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

export const readWorkflow = (name: string): Workflow =>
  parse(readFileSync(join(repositoryRoot, ".github", "workflows", name), "utf8")) as Workflow;

/** The values that expressions of a workflow can use: `inputs`, `github`, `steps` and others. */
export type Context = Readonly<Record<string, unknown>>;

/** Evaluates the expressions `${{ … }}` in a text, as GitHub does before a step runs. */
export function interpolate(text: string, context: Context): string {
  return text.replaceAll(/\$\{\{(?<expression>.*?)\}\}/g, (_, expression: string) =>
    textOf(evaluate(expression, context)),
  );
}

/** True if a step or job runs. Without a condition it runs if nothing before it failed. */
export function holds(
  condition: string | undefined,
  hasFailed: boolean,
  context: Context,
): boolean {
  if (condition === undefined) return !hasFailed;
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
  const isAlways = expression.includes("cancelled()");
  return (isAlways || !hasFailed) && Boolean(evaluate(expression, context));
}

/**
 * Evaluates an expression as JavaScript. Paths are looked up first, because they may have hyphens and lead to missing
 * members; strings, `!`, `&&`, `||`, `==`, `!=` and `cancelled()` mean the same in both languages.
 */
function evaluate(expression: string, context: Context): unknown {
  const script = expression.replaceAll(/'[^']*'|[a-z_][\w-]*(?:\.[\w-]+)+/gi, (found) =>
    found.startsWith("'") ? found : `valueAt(${JSON.stringify(found)})`,
  );
  const valueAt = (path: string): unknown =>
    path
      .split(".")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], context) ??
    "";
  return runInNewContext(script, { valueAt, cancelled: () => false }) as unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : String(value));
