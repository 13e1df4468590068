import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import { checkOutcome } from "../check-outcome.ts";
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
  for (const problem of problems) probe.report(problem, call);
}
