import { spawn } from "node:child_process";
import type { CallInput } from "@openapi-packages/runtime/client";
import { resolvePointer } from "@openapi-packages/runtime";
import { isObject } from "@openapi-packages/runtime/internals";
import { UsageError, type JsonObject } from "@openapi-packages/description";
import { checkAnswer } from "../check/check-answer.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations, SetUpStep } from "../expectations/expectations.ts";
import { givenBody } from "../records/given.ts";
import { callInput } from "../records/call-input.ts";
import { sendLimits, type ServerSubject } from "../server/subject.ts";
import type { Exchange } from "../wire/exchange.ts";
import { writeRequest, type Credentials } from "../wire/write-request.ts";
import type { ServerRunOptions } from "./options.ts";

/** The context of set-up and clean-up. */
export interface SetUpContext {
  readonly api: VerifiedApi;
  readonly subject: ServerSubject;
  readonly options: ServerRunOptions;
}

/** Values of parameters by name. */
type ParameterValues = NonNullable<Expectations["parameters"]>;

/** A step of set-up or clean-up that failed. */
export class SetUpError extends UsageError {}

/**
 * Runs steps in order, and returns the parameters that they provide.
 *
 * @param known the parameters known before
 * @param onExchange called with each exchange
 * @throws {SetUpError} when a step fails
 */
export async function runSteps(
  context: SetUpContext,
  steps: readonly SetUpStep[],
  known: ParameterValues,
  signal: AbortSignal,
  onExchange: (exchange: Exchange) => void,
): Promise<ParameterValues> {
  const parameters = { ...known };
  for (const step of steps) {
    signal.throwIfAborted();
    if ("command" in step) {
      await runShell(step.command, context.options.expectationsFolder, signal);
      continue;
    }
    const operation = context.api.find(step.operation);
    if (operation === undefined)
      throw new SetUpError(`there is no operation ${JSON.stringify(step.operation)}`);
    const input = stepInput(context, operation, step.input ?? {}, parameters);
    const exchange = await sendCall(context, operation, input, signal);
    onExchange(exchange);
    const { response, failure } = exchange;
    const outcome =
      response === undefined ? `has no answer: ${failure}` : `answers ${response.status}`;
    if (response === undefined || response.status >= 400)
      throw new SetUpError(`the step ${step.operation} of the expectations ${outcome}`);
    Object.assign(parameters, valuesIn(step, exchange.value));
  }
  return parameters;
}

/** Sends a call outside of any case. */
export async function sendCall(
  { api, subject, options }: SetUpContext,
  operation: VerifiedOperation,
  input: CallInput,
  signal: AbortSignal,
  credentials: Credentials | undefined = options.credentials,
): Promise<Exchange> {
  const descriptor = operation.mock.operation;
  const request = await writeRequest(api.description.mock.api, descriptor, input, { credentials });
  if (request === undefined) throw new SetUpError(`an input of ${operation.id} cannot be written`);
  try {
    const response = await subject.send(request, sendLimits(options, signal));
    const { value } = checkAnswer(api, operation, request.method, response);
    return { operation, input, request, response, value, problems: [] };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { operation, input, request, response: undefined, failure, problems: [] };
  }
}

/**
 * Returns the description's example with the user's values: for all calls of the operation, by parameter, and
 * for this one.
 */
function stepInput(
  { api, options }: SetUpContext,
  { id, model }: VerifiedOperation,
  own: JsonObject,
  parameters: ParameterValues,
): CallInput {
  const example = api.description.exampleInput(model);
  const base = example === undefined ? {} : callInput(example);
  const general = options.expectations?.inputs?.[id] ?? {};
  const locations = (["path", "query", "header", "cookie"] as const).map((location) => {
    const required = model.parameters.filter((one) => one.in === location && one.required);
    const named = required.flatMap(({ name }) =>
      parameters[name] === undefined ? [] : [[name, parameters[name]] as const],
    );
    const values = {
      ...base[location],
      ...Object.fromEntries(named),
      ...(isObject(general[location]) ? general[location] : {}),
      ...(isObject(own[location]) ? own[location] : {}),
    };
    return [location, values] as const;
  });
  const filled = locations.filter(([, values]) => Object.keys(values).length > 0);
  const body = givenBody(own, givenBody(general, base.body));
  return {
    ...Object.fromEntries(filled),
    ...(body !== undefined && { body }),
    ...(base.contentType !== undefined && { contentType: base.contentType }),
  };
}

function valuesIn(
  { operation, parameters = {} }: Extract<SetUpStep, { readonly operation: string }>,
  body: unknown,
): ParameterValues {
  const entries = Object.entries(parameters).map(([name, pointer]) => {
    const value = resolvePointer(body, pointer);
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      return [name, value] as const;
    throw new SetUpError(
      `the answer of ${operation} has no text or number at ${JSON.stringify(pointer)}, which is to be the parameter ${name}`,
    );
  });
  return Object.fromEntries(entries);
}

/** Runs a command line from the user's own file. Its output goes to standard error. */
function runShell(command: string, folder: string | undefined, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(command, {
    shell: true,
    ...(folder !== undefined && { cwd: folder }),
    stdio: ["ignore", 2, 2],
    signal,
  });
  const failed = (how: string): SetUpError =>
    new SetUpError(`the command ${JSON.stringify(command)} ${how}`);
  child.once("error", (error) => reject(failed(`cannot be run: ${error.message}`)));
  child.once("close", (code, name) => {
    if (code === 0) resolve();
    else reject(failed(code === null ? `was ended by ${name}` : `ends with ${code}`));
  });
  return promise;
}
