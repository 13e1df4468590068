import * as fc from "fast-check";
import { operationInput } from "../../arbitraries/operation-input.ts";
import { SchemaArbitraries } from "../../arbitraries/schema-arbitraries.ts";
import type { Problem } from "../../check/checks.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { LeftAlone } from "../../run/left-alone.ts";
import { checkEnd, checkOutcome } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import type { MadeCall } from "../planned-call.ts";
import {
  answerSchema,
  isAccepted,
  usualAnswer,
  writtenAnswer,
  type PlannedAnswer,
} from "../planned-answers.ts";

/** The number of generated inputs and answers for each operation. */
const madeEach = { inputs: 5, answers: 2 };

/** The most calls of a case, including those for shrinking. */
const mostCalls = 60;

/**
 * Generates inputs of each operation from its schemas, and JSON answers. A failing one is shrunk. Five and two
 * calls each.
 */
export function* generatedCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const { parameters, requestBody } = operation.model;
    const one = (id: string, run: ClientCase["run"]): ClientCase => ({
      id: `${operation.id}/${id}`,
      operations: [operation],
      run,
    });
    if (parameters.length > 0 || requestBody !== undefined)
      yield one("request/generated", (probe) => runInputs(probe, operation));
    const planned = usualAnswer(operation);
    if (planned !== undefined && answerSchema(planned) !== undefined)
      yield one("answer/generated", (probe) => runAnswers(probe, planned));
  }
}

async function runInputs(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const inputs = operationInput(probe.run.api, operation);
  if (inputs === undefined) return;
  const usual = await probe.usual(operation);
  await search(probe, inputs, madeEach.inputs, async (input) => {
    if (!(await probe.run.inputs.isTaken(operation, input))) return undefined;
    const call = await probe.call({ ...usual, input });
    const ended = checkEnd(call);
    const [first] = call.requests;
    const wrong = first === undefined ? [] : await checkRequest(probe.run, call, first);
    return { call, problems: ended === undefined ? wrong : [ended] };
  });
}

async function runAnswers(probe: ClientProbe, planned: PlannedAnswer): Promise<void> {
  const { api, writer } = probe.run;
  const arbitraries = new SchemaArbitraries(api.description, "json");
  const values = arbitraries.of(answerSchema(planned) ?? true, planned.id);
  if (values === undefined) return;
  const usual = await probe.usual(planned.operation);
  await search(probe, values, madeEach.answers, async (body) => {
    const made = { ...planned, example: { ...planned.example, body } };
    const answer = await writtenAnswer(api, writer, made, usual.input);
    if (answer === undefined) return undefined;
    const call = await probe.call({ ...usual, answer });
    const [first] = call.requests;
    const isWanted = first === undefined || isAccepted(first.request.headers, planned);
    return isWanted ? { call, problems: await checkOutcome(probe.run, call) } : undefined;
  });
}

interface Found {
  readonly call: MadeCall;
  readonly problems: readonly Problem[];
}

/**
 * Tries values, and reports the problems of the smallest failing one.
 *
 * @param attempt returns `undefined` for a value that cannot be sent
 */
async function search<Value>(
  probe: ClientProbe,
  values: fc.Arbitrary<Value>,
  count: number,
  attempt: (value: Value) => Promise<Found | undefined>,
): Promise<void> {
  let smallest: Found | undefined;
  let calls = 0;
  const property = fc.asyncProperty(values, async (value) => {
    if (calls >= mostCalls) return true;
    calls += 1;
    const found = await unlessLeft(() => attempt(value));
    if (found === undefined || found.problems.length === 0) return true;
    smallest = found;
    return false;
  });
  await fc.check(property, { seed: probe.seed | 0, numRuns: count });
  if (smallest === undefined) return;
  for (const problem of smallest.problems) probe.report(problem, smallest.call);
}

/** Returns `undefined` for what the client does not support. */
async function unlessLeft<Result>(
  run: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof LeftAlone) return undefined;
    throw error;
  }
}
