import { setTimeout as wait } from "node:timers/promises";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { SecuritySchemeDescriptor } from "@openapi-packages/runtime";
import { isObject, matchesText, type JsonObject } from "@openapi-packages/description";
import { holds } from "../../../expressions/condition.ts";
import {
  evaluated,
  valueOf,
  type ExpressionContext,
} from "../../../expressions/runtime-expression.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import type { Credentials } from "../../../wire/write-request.ts";
import type { Workflow, WorkflowStep } from "./document.ts";

/** Runs the steps of a workflow in order, until one does not meet its criteria, which is reported. */
export async function runWorkflow(probe: Probe, workflow: Workflow): Promise<void> {
  const steps = new Map<string, Readonly<Record<string, unknown>>>();
  const given = probe.options.expectations?.workflowInputs?.[workflow.id] ?? {};
  const run: ExpressionContext = { inputs: { ...workflow.inputs, ...given }, steps };
  const exchanges: Exchange[] = [];
  for (const step of workflow.steps) {
    const { context, failed } = await runStep(probe, workflow, step, run);
    if (context.exchange !== undefined) exchanges.push(context.exchange);
    if (failed !== undefined) {
      report(probe, workflow, step, failed, exchanges);
      return;
    }
    steps.set(step.id, evaluated(step.outputs, context) as Readonly<Record<string, unknown>>);
  }
}

async function runStep(
  probe: Probe,
  workflow: Workflow,
  step: WorkflowStep,
  run: ExpressionContext,
): Promise<{ readonly context: ExpressionContext; readonly failed: string | undefined }> {
  const input = inputOf(workflow, step, run);
  const security = [...workflow.security, ...step.security];
  const credentials = credentialsOf(probe, security, run);
  for (let attempt = 0; ; attempt++) {
    const exchange = await probe.call(step.operation, input, credentials && { credentials });
    probe.reportAll(exchange);
    const context = { ...run, exchange, input };
    const failed = step.criteria.find((one) => !isMet(one, context))?.["condition"];
    if (failed === undefined || attempt >= step.retry.limit)
      return { context, failed: failed === undefined ? undefined : String(failed) };
    await wait(step.retry.after * 1000, undefined, { signal: probe.signal });
  }
}

function inputOf(workflow: Workflow, step: WorkflowStep, run: ExpressionContext): CallInput {
  const located: Record<string, Record<string, unknown>> = {};
  for (const { in: location, name, value } of [...workflow.parameters, ...step.parameters]) {
    const own = (located[String(location)] ??= {});
    own[String(name)] = evaluated(value, run);
  }
  const { payload, contentType } = step;
  if (payload === undefined) return located;
  return { ...located, body: evaluated(payload, run), ...(contentType && { contentType }) };
}

function isMet(
  { condition, type, context: subject }: JsonObject,
  context: ExpressionContext,
): boolean {
  const text = String(condition);
  if (type !== "regex") return holds(text, context);
  return matchesText(text, String(valueOf(String(subject), context) ?? "")) === true;
}

/** Returns the credentials in `x-security`, the last one for each scheme; `undefined` if there are none. */
function credentialsOf(
  probe: Probe,
  security: readonly JsonObject[],
  run: ExpressionContext,
): Credentials | undefined {
  const { securitySchemes } = probe.api.description.mock.api;
  const entries = security.flatMap(({ schemeName, scheme, values }) => {
    const name = typeof schemeName === "string" ? schemeName : nameOf(securitySchemes, scheme);
    const text = isObject(values) ? credentialIn(evaluated(values, run)) : undefined;
    return name === undefined || text === undefined ? [] : [[name, text] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the name of the description's scheme that equals an inline one. */
function nameOf(
  schemes: Readonly<Record<string, SecuritySchemeDescriptor>>,
  scheme: unknown,
): string | undefined {
  if (!isObject(scheme)) return undefined;
  const members = ["type", "scheme", "in", "name"];
  const textOf = (one: unknown): string =>
    members.map((name) => String((one as JsonObject)[name] ?? "").toLowerCase()).join(" ");
  return Object.keys(schemes).find((name) => textOf(schemes[name]) === textOf(scheme));
}

function credentialIn(values: unknown): string | undefined {
  if (!isObject(values)) return undefined;
  const { token, accessToken, apiKey, username, password } = values;
  if (typeof username === "string") return `${username}:${String(password ?? "")}`;
  return [token, accessToken, apiKey].find((one) => typeof one === "string");
}

function report(
  probe: Probe,
  { file, id }: Workflow,
  step: WorkflowStep,
  condition: string,
  exchanges: readonly Exchange[],
): void {
  const status = exchanges.at(-1)?.response?.status ?? "nothing";
  const message = `${file}, ${id}: after step ${step.id} ${condition} does not hold; it answers ${status}`;
  const { pointer } = step.operation.model;
  const issue = {
    in: "operation" as const,
    pointer: `/${id}/${step.id}`,
    keyword: "workflow",
    message,
  };
  probe.report({ check: "workflow", message, pointer, issues: [issue] }, step.operation, exchanges);
}
