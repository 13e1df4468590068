import type { Problem } from "../../check/checks.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { effectOf } from "../../records/effects.ts";
import { checkOutcome, messageOf } from "../check-outcome.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { callAtOnce } from "../desk.ts";
import { locations } from "../inputs.ts";
import type { MadeCall, PlannedCall } from "../planned-call.ts";
import type { ReadRequest } from "../read-request.ts";
import { differenceOf } from "../same-value.ts";
import { headerOf } from "../../wire/wire-request.ts";
import { unstored } from "./again.ts";
import { hasAnswerOf } from "./mixed.ts";

type Location = (typeof locations)[number] | "body";

/** Two calls of one operation whose inputs differ in one location alone, and whose answers differ if they can. */
interface Pair {
  readonly calls: readonly [PlannedCall, PlannedCall];
  readonly location: Location;
  /** The values of that location in each request. */
  readonly expected: readonly unknown[];
}

/**
 * Calls each operation with two inputs that differ in one location alone, in turn and at the same time, and each creation
 * twice with the same. Four calls for each location that it has, and two for a creation.
 */
export function* atOnceCases({ api, operations }: ClientCaseContext): Generator<ClientCase> {
  for (const operation of operations) {
    if (effectOf(api, operation)?.kind === "create")
      yield {
        id: `${operation.id}/at-once/equal`,
        operations: [operation],
        run: (probe) => runEqual(probe, operation),
      };
    const { parameters, requestBody } = operation.model;
    const used = locations.filter((location) => parameters.some((one) => one.in === location));
    for (const location of [...used, ...(requestBody === undefined ? [] : (["body"] as const))])
      yield {
        id: `${operation.id}/at-once/${location}`,
        operations: [operation],
        run: (probe) => runPair(probe, operation, location),
      };
  }
}

async function runPair(
  probe: ClientProbe,
  operation: VerifiedOperation,
  location: Location,
): Promise<void> {
  const pair = await pairOf(probe, operation, location);
  if (pair === undefined || !(await areRightInTurn(probe, pair))) return;
  if (probe.run.adapter.isSequential === true) {
    probe.run.unshown("calls at the same time", "a client that makes several at once");
    return;
  }
  await runAtOnce(probe, pair);
}

/** Plans two calls; `undefined` if the location has no two values. */
async function pairOf(
  probe: ClientProbe,
  operation: VerifiedOperation,
  location: Location,
): Promise<Pair | undefined> {
  const { inputs } = probe.run;
  const usual = unstored(await probe.usual(operation));
  const input =
    location === "body" ? usual.input : await inputs.withAllParameters(operation, usual.input);
  const other = await inputs.another(operation, input, location);
  if (other === undefined) return undefined;
  const first = { ...usual, input };
  const second = (await probe.otherAnswer(first)) ?? first;
  const calls = [first, { ...unstored(second), input: other }] as const;
  const read = await Promise.all(calls.map((call) => inputs.asRead(operation, call.input)));
  return { calls, location, expected: read.map((one) => one?.[location]) };
}

/** Reports what the second of two calls in turn has of the first. Returns true if both are right. */
async function areRightInTurn(probe: ClientProbe, pair: Pair): Promise<boolean> {
  const { calls, location, expected } = pair;
  const first = await probe.call(calls[0]);
  if (!(await isRight(probe, first))) return false;
  const second = await probe.call(calls[1]);
  const { id } = second.operation;
  const [received] = second.requests;
  const what = `a call of ${id} with another ${location} than the call before`;
  const report = (policy: string, message: string): false => {
    probe.report(problemOf(second, policy, message), first, second);
    return false;
  };
  if (received === undefined && (await hasAnswerOf(second, first)))
    return report(policies.earlier, `${what} sends no request, and gets the answer of that one`);
  if (received !== undefined && (await isOwn(received.read, location, expected[0])))
    return report(policies.earlier, `${what} sends the ${location} of that one`);
  if (await hasAnswerOf(second, first))
    return report(policies.earlier, `${what} gets the answer of that one`);
  const key = keyOf(second);
  if (key !== undefined && key === keyOf(first))
    return report(
      policies.key,
      `${what} has the same idempotency key, so that a server takes it for that one`,
    );
  return isRight(probe, second);
}

async function runAtOnce(probe: ClientProbe, { calls, location, expected }: Pair): Promise<void> {
  const own = calls.map((planned, index) => ({
    ...planned,
    isOwn: (read: ReadRequest) => isOwn(read, location, expected[index]),
  }));
  const { made, strays } = await callAtOnce(probe, own);
  for (const [index, call] of made.entries()) {
    const other = made[1 - index];
    if (other === undefined) continue;
    const message = await wrongAtOnce(call, other, strays.length > 0);
    if (message === undefined) continue;
    const what = `of two calls of ${call.operation.id} at the same time with another ${location} each, ${message}`;
    probe.report(problemOf(call, policies.together, what), ...made);
    return;
  }
}

/** Returns what is wrong with one of two calls; `undefined` if nothing is. */
async function wrongAtOnce(
  call: MadeCall,
  other: MadeCall,
  isMixed: boolean,
): Promise<string | undefined> {
  const { outcome, requests } = call;
  if (requests.length === 0)
    return isMixed ? "one sends a request that is of neither" : "only one sends its request";
  if (await hasAnswerOf(call, other)) return "one gets the answer of the other";
  if (outcome === undefined) return "one does not end";
  if (outcome.kind !== "error") return undefined;
  return `one fails, which does not when it is made alone: ${messageOf(outcome.error)}`;
}

/** Two creations make two records, also of equal values, unless both have the same idempotency key. */
async function runEqual(probe: ClientProbe, operation: VerifiedOperation): Promise<void> {
  if (probe.run.adapter.isSequential === true) return;
  const usual = unstored(await probe.usual(operation));
  const key = operation.mock.idempotencyKey?.toLowerCase() ?? "idempotency-key";
  const header = Object.entries(usual.input.header ?? {}).filter(
    ([name]) => name.toLowerCase() !== key,
  );
  const input = { ...usual.input, header: Object.fromEntries(header) };
  const planned = { ...usual, input };
  if (!(await isRight(probe, await probe.call(planned)))) return;
  const call = { ...planned, isOwn: (read: ReadRequest) => read.operationId === operation.id };
  const { made, strays } = await callAtOnce(probe, [call, call]);
  const missing = made.find(({ requests }) => requests.length === 0);
  if (missing === undefined || missing.outcome?.kind === "error" || strays.length > 0) return;
  const what = `of two equal calls of ${operation.id} at the same time only one sends its request, and each creates something`;
  probe.report(problemOf(missing, policies.equal, what), ...made);
}

const policies = {
  equal: "of equal creations at the same time only one is sent",
  earlier: "a call has the input or the answer of the call before",
  together: "calls of one operation at the same time are mixed up",
  key: "calls with different inputs have the same idempotency key",
};

const problemOf = ({ operation }: MadeCall, policy: string, message: string): Problem => ({
  check: "mixed-calls",
  policy,
  message,
  pointer: operation.model.pointer,
});

/** True if a request has the values of a location that are expected. */
async function isOwn(read: ReadRequest, location: Location, expected: unknown): Promise<boolean> {
  return (
    read.operationId !== undefined &&
    (await differenceOf(
      withoutOthers(expected, expected),
      withoutOthers(read.input[location], expected),
    )) === undefined
  );
}

/** Leaves out members that are not expected: clients add headers of their own. */
function withoutOthers(value: unknown, expected: unknown): unknown {
  const isRecord = (one: unknown): one is object =>
    typeof one === "object" && one !== null && !Array.isArray(one) && !(one instanceof Blob);
  if (!isRecord(value) || !isRecord(expected)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => Object.hasOwn(expected, name)),
  );
}

/** True if nothing is wrong with a call alone. */
async function isRight(probe: ClientProbe, call: MadeCall): Promise<boolean> {
  const [received] = call.requests;
  if (received === undefined) return false;
  const problems = [
    ...(await checkRequest(probe.run, call, received)),
    ...(await checkOutcome(probe.run, call)),
  ];
  return problems.length === 0;
}

/** Returns the idempotency key that the client has made for a call itself. */
function keyOf({ operation, input, requests }: MadeCall): string | undefined {
  const name = operation.mock.idempotencyKey ?? "idempotency-key";
  const isGiven = Object.keys(input.header ?? {}).some(
    (own) => own.toLowerCase() === name.toLowerCase(),
  );
  const [received] = requests;
  return isGiven || received === undefined ? undefined : headerOf(received.request.headers, name);
}
