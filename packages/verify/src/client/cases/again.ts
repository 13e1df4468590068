import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { WireRequest } from "../../wire/wire-request.ts";
import { checkOutcome, placeOf } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import { credentialsOf, secretsOf } from "../credentials.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { callAtOnce } from "../desk.ts";
import type { MadeCall, PlannedCall } from "../planned-call.ts";
import { differenceOf, shown } from "../same-value.ts";
import { leftoverHeader } from "../leftover-header.ts";
import { hasAnswerOf } from "./mixed.ts";

/**
 * Calls each operation twice in turn: with the same input and another answer, with all parameters and then only with
 * those that are required; and with the credential of another client, at the same time too. Two calls each.
 */
export function* againCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    const one = (name: string, run: ClientCase["run"]): ClientCase => ({
      id: `${operation.id}/again/${name}`,
      operations: [operation],
      run,
    });
    yield one("other-answer", (probe) => runOtherAnswer(probe, operation));
    if (operation.model.parameters.some(({ required }) => !required))
      yield one("fewer-parameters", (probe) => runFewer(probe, operation));
    if (operation.model.security.some((scheme) => Object.keys(scheme).length > 0))
      yield one("other-credential", (probe) => runOtherCredential(probe, operation));
  }
}

const policies = {
  answer: "a repeated call gets the earlier answer, though Cache-Control forbids to store it",
  header: "a call sends a header that only the call before was given",
  credential: "calls of two clients at the same time send the credential of one",
  result: "a later call changes the result of an earlier one",
};

async function runOtherAnswer(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const planned = unstored(await probe.usual(operation));
  const other = await probe.otherAnswer(planned);
  if (other === undefined) return;
  const first = await probe.call(planned);
  if (first.requests.length === 0 || (await checkOutcome(probe.run, first)).length > 0) return;
  const second = await probe.call(unstored(other));
  const report = (policy: string, message: string): void =>
    probe.report(
      { check: "mixed-calls", policy, message, pointer: placeOf(other.answer) },
      first,
      second,
    );
  if (await hasAnswerOf(second, first)) {
    const sent = second.requests.length === 0 ? ", which sends no request," : "";
    report(
      policies.answer,
      `a second call of ${operation.id}${sent} gets the answer of the first, though Cache-Control: no-store forbids to store it`,
    );
    return;
  }
  const { outcome } = first;
  if (outcome?.kind !== "answer" || outcome.items !== undefined) return;
  const difference = await differenceOf(first.answer.value, outcome.body);
  if (difference === undefined) return;
  report(
    policies.result,
    `a second call of ${operation.id} changes ${difference.pointer || "the body"} in the result of the first from ${shown(difference.expected)} to ${shown(difference.actual)}`,
  );
}

/** Two clients share nothing: the second one sends its own credential, and never that of the first. */
async function runOtherCredential(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const { otherClient, credentials } = probe.run;
  const planned = await probe.usual(operation);
  const first = await probe.call(planned);
  const second = await probe.call(planned, otherClient);
  const own = secretsOf(credentials);
  const isSent = ({ requests }: MadeCall, secrets: readonly string[]): boolean =>
    requests.some(({ request }) => hasSecret(request, secrets));
  if (!isSent(first, own)) return;
  if (!isSent(second, own)) {
    const others = secretsOf(credentialsOf(probe.run.api.description.mock.api, "other"));
    if (isSent(second, others)) await runTogether(probe, planned, own, others);
    return;
  }
  const policy = "a client with another credential sends that of the first";
  const message = `${policy}: a call of ${operation.id}`;
  const { pointer } = operation.model;
  probe.report({ check: "credential", policy, message, pointer }, first, second);
}

/** Calls of two clients at the same time: each has its own credential. */
async function runTogether(
  probe: ClientProbe,
  planned: PlannedCall,
  own: readonly string[],
  others: readonly string[],
): Promise<void> {
  const { client, otherClient, adapter } = probe.run;
  if (adapter.isSequential === true) return;
  const { made } = await callAtOnce(probe, [
    { ...planned, client, isOwn: (_, request) => hasSecret(request, own) },
    { ...planned, client: otherClient, isOwn: (_, request) => hasSecret(request, others) },
  ]);
  const unsent = made.find(({ requests, outcome }) => !requests.length && outcome !== undefined);
  if (unsent?.outcome?.kind !== "answer") return;
  const { id, model } = planned.operation;
  const message = `of two calls of ${id} at the same time with different credentials, both have the answer to the credential of one`;
  const problem = { policy: policies.credential, message, pointer: model.pointer };
  probe.report({ check: "credential", ...problem }, ...made);
}

const hasSecret = ({ target, headers }: WireRequest, secrets: readonly string[]): boolean =>
  [target, ...headers.map(([, value]) => value)].some((text) =>
    secrets.some((secret) => text.includes(secret)),
  );

async function runFewer(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  const usual = await probe.usual(operation);
  const input = await probe.run.inputs.withMarks(operation, usual.input);
  const calls: MadeCall[] = [await probe.call({ ...usual, input }), await probe.call(usual)];
  const [, second] = calls;
  const [received] = second?.requests ?? [];
  if (second === undefined || received === undefined) return;
  const [first] = calls;
  const kept = first && leftoverHeader(first, second);
  if (kept !== undefined) {
    const { id, model } = operation;
    const message = `a call of ${id} sends the header ${kept} of the call before`;
    probe.report(
      { check: "mixed-calls", policy: policies.header, message, pointer: model.pointer },
      ...calls,
    );
  }
  for (const problem of await checkRequest(probe.run, second, received)) {
    const message = `called after a call with all parameters: ${problem.message}`;
    probe.report({ ...problem, message }, ...calls);
  }
}

/** Answers a call with a header by which nothing may be stored (RFC 9111, section 5.2.2.5). */
export function unstored(planned: PlannedCall): PlannedCall {
  const { response } = planned.answer;
  const others = response.headers.filter(([name]) => name.toLowerCase() !== "cache-control");
  const headers = [...others, ["cache-control", "no-store"] as const];
  return { ...planned, answer: { ...planned.answer, response: { ...response, headers } } };
}
