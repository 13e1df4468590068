import type { Problem } from "../../check/checks.ts";
import type { MadeCall } from "../planned-call.ts";
import { keyOf } from "./retries.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import { checkOutcome, placeOf } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientProbe } from "../client-probe.ts";
import { inputFor, isAccepted, plannedAnswers, type PlannedAnswer } from "../planned-answers.ts";

/** Calls each operation with each documented answer: one call each. */
export function* answerCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations)
    for (const planned of plannedAnswers(operation))
      yield {
        id: `${operation.id}/answer/${planned.id}`,
        operations: [operation],
        aims: [String(planned.example.status)],
        run: (probe) => runAnswer(probe, planned),
      };
}

async function runAnswer(probe: ClientProbe, planned: PlannedAnswer): Promise<void> {
  const { operation } = planned;
  const input = inputFor(planned, probe.input(operation));
  const answer = await probe.written(planned, input);
  const call = await probe.call({ operation, input, answer });
  const [first] = call.requests;
  const problems = first === undefined ? [] : await checkRequest(probe.run, call, first);
  const isSuccess = planned.example.status < 300;
  if (isSuccess && first !== undefined && !isAccepted(first.request.headers, planned)) {
    probe.run.unshown(
      "answers of media types that it does not accept",
      "`accept` of the operation",
    );
  } else problems.push(...(await checkOutcome(probe.run, call)));
  const hidden = await checkShown(probe, call);
  if (hidden !== undefined) problems.push(hidden);
  const repeated = checkOnce(call);
  if (repeated !== undefined) problems.push(repeated);
  for (const problem of problems) probe.report(problem, call);
}

/**
 * Returns the problem of a call that hides its status, though another success of the same operation shows it;
 * `undefined` for any other. Successes without a body do not count: the
 * caller recognizes them by that.
 */
async function checkShown(probe: ClientProbe, call: MadeCall): Promise<Problem | undefined> {
  const { operation, answer, outcome, input } = call;
  const isSuccess = ({ example, media }: PlannedAnswer): boolean =>
    example.status < 300 && media !== undefined && media.stream === undefined;
  if (outcome?.kind !== "answer" || outcome.status !== undefined || !isSuccess(answer))
    return undefined;
  const { status } = answer.example;
  const other = plannedAnswers(operation).find(
    (one) => isSuccess(one) && one.example.status !== status,
  );
  if (other === undefined) return undefined;
  const written = await probe.written(other, input);
  const { outcome: shown } = await probe.call({ operation, input, answer: written });
  if (shown?.kind !== "answer" || shown.status === undefined) return undefined;
  const message = `the caller has the status of ${shown.status}, and the call hides the status ${status}`;
  return { check: "call-result", message, pointer: placeOf(answer) };
}

/** Returns the problem of a call that has sent its request again though it succeeded; `undefined` if it has not. */
function checkOnce({ operation, requests, answer }: MadeCall): Problem | undefined {
  const { method } = operation.mock.operation;
  const [first, second] = requests.map(({ request }) => request);
  if (!["POST", "PATCH"].includes(method) || answer.response.status >= 300) return undefined;
  if (second?.method !== method || second.target !== first?.target) return undefined;
  const key = keyOf(operation, first.headers);
  if (key !== undefined && key === keyOf(operation, second.headers)) return undefined;
  return {
    check: "repeated-request",
    policy: "requests are sent twice though the first one succeeds",
    message: `${method} is sent twice though the first one is answered with ${answer.response.status}`,
    pointer: operation.model.pointer,
  };
}
