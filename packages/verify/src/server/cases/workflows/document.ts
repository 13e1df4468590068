import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  isObject,
  member,
  parseText,
  UsageError,
  type JsonObject,
} from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";

/** The supported parts of an Arazzo workflow (Arazzo 1.0, Workflow Object). */
export interface Workflow {
  /** The name of its file. */
  readonly file: string;
  readonly id: string;
  readonly steps: readonly WorkflowStep[];
  readonly parameters: readonly JsonObject[];
  /** The defaults of its inputs. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly security: readonly JsonObject[];
}

/** A step that calls an operation (Arazzo 1.0, Step Object). */
export interface WorkflowStep {
  readonly id: string;
  readonly operation: VerifiedOperation;
  readonly parameters: readonly JsonObject[];
  readonly payload: unknown;
  readonly contentType: string | undefined;
  readonly criteria: readonly JsonObject[];
  /** The number of retries, and the seconds between them. */
  readonly retry: { readonly limit: number; readonly after: number };
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly security: readonly JsonObject[];
}

/**
 * Reads the workflows of Arazzo documents.
 *
 * @throws {UsageError} when one cannot be read, refers to an unknown operation, or uses an unsupported feature:
 * steps that are workflows, `goto`, `dependsOn`, components, and criteria of `jsonpath` and `xpath`
 */
export async function readWorkflows(
  api: VerifiedApi,
  paths: readonly string[],
): Promise<Workflow[]> {
  const all = await Promise.all(paths.map((path) => readDocument(api, path)));
  return all.flat();
}

async function readDocument(api: VerifiedApi, path: string): Promise<Workflow[]> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be read: ${reason}`);
  });
  const { value, problems } = parseText(text);
  const [problem] = problems;
  if (problem !== undefined)
    throw new UsageError(`${path}:${problem.line}:${problem.column}: ${problem.message}`);
  const version = member(value, "arazzo");
  if (typeof version !== "string" || !version.startsWith("1."))
    throw new UsageError(`${path} is not an Arazzo document of version 1`);
  return objectsAt(value, "workflows").map((one) => new WorkflowReader(api, path, one).read());
}

const objectsAt = (value: unknown, name: string): JsonObject[] => {
  const list = member(value, name);
  return Array.isArray(list) ? list.filter((one) => isObject(one)) : [];
};

class WorkflowReader {
  readonly #api: VerifiedApi;
  readonly #path: string;
  readonly #workflow: JsonObject;
  readonly #id: string;

  constructor(api: VerifiedApi, path: string, workflow: JsonObject) {
    this.#api = api;
    this.#path = path;
    this.#workflow = workflow;
    this.#id = String(workflow["workflowId"]);
  }

  read(): Workflow {
    if (this.#workflow["dependsOn"] !== undefined) this.#fail("dependsOn is not run");
    const properties = member(this.#workflow["inputs"], "properties");
    const inputs = Object.entries(isObject(properties) ? properties : {}).flatMap(
      ([name, schema]) => {
        const value = member(schema, "default");
        return value === undefined ? [] : [[name, value] as const];
      },
    );
    return {
      file: basename(this.#path),
      id: this.#id,
      steps: objectsAt(this.#workflow, "steps").map((step) => this.#step(step)),
      parameters: this.#parameters(this.#workflow),
      inputs: Object.fromEntries(inputs),
      security: objectsAt(this.#workflow, "x-security"),
    };
  }

  #step(step: JsonObject): WorkflowStep {
    const id = String(step["stepId"]);
    const body = step["requestBody"];
    const contentType = member(body, "contentType");
    const outputs = step["outputs"];
    const criteria = objectsAt(step, "successCriteria");
    for (const { type } of criteria)
      if (type !== undefined && type !== "simple" && type !== "regex")
        this.#fail(`step ${id}: criteria of this type are not run`);
    return {
      id,
      operation: this.#operation(step, id),
      parameters: this.#parameters(step),
      payload: member(body, "payload"),
      contentType: typeof contentType === "string" ? contentType : undefined,
      criteria,
      retry: this.#retry(step, id),
      outputs: isObject(outputs) ? outputs : {},
      security: objectsAt(step, "x-security"),
    };
  }

  #operation(step: JsonObject, id: string): VerifiedOperation {
    const { operationId, operationPath } = step;
    if (typeof operationId === "string") {
      const found = this.#api.find(operationId.split(".").at(-1) ?? "");
      return found ?? this.#fail(`step ${id}: there is no operation ${operationId}`);
    }
    if (typeof operationPath !== "string")
      return this.#fail(`step ${id}: only steps that are operations are run`);
    const pointer = operationPath.slice(operationPath.indexOf("#") + 1);
    const found = this.#api.operations.find((one) => one.model.pointer === pointer);
    return found ?? this.#fail(`step ${id}: there is no operation at ${pointer}`);
  }

  #parameters(holder: JsonObject): JsonObject[] {
    const all = objectsAt(holder, "parameters");
    if (all.some((one) => one["reference"] !== undefined)) this.#fail("components are not run");
    return all;
  }

  #retry(step: JsonObject, id: string): WorkflowStep["retry"] {
    const actions = [...objectsAt(step, "onFailure"), ...objectsAt(step, "onSuccess")];
    if (actions.some(({ type }) => type !== "retry" && type !== "end"))
      this.#fail(`step ${id}: only the actions retry and end are run`);
    const retry = actions.find(({ type }) => type === "retry");
    if (retry === undefined) return { limit: 0, after: 0 };
    return { limit: Number(retry["retryLimit"] ?? 1), after: Number(retry["retryAfter"] ?? 0) };
  }

  #fail(reason: string): never {
    throw new UsageError(`${this.#path}: workflow ${this.#id}: ${reason}`);
  }
}
