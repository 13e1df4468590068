import type { VerifiedOperation } from "../../description/verified-api.ts";
import { LeftAlone } from "../../run/left-alone.ts";
import { calledOperation } from "../called-operation.ts";
import { checkRequest } from "../check-request.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import { shownRequest, type ClientProbe } from "../client-probe.ts";
import { callAtOnce } from "../desk.ts";
import { markedPlace } from "../inputs.ts";
import { leftoverHeader } from "../leftover-header.ts";
import type { MadeCall, PlannedCall, ReadReceived } from "../planned-call.ts";
import type { ReadRequest } from "../read-request.ts";
import { differenceOf } from "../same-value.ts";

/** Up to this many operations, each is paired with each other one. */
const fewOperations = 16;

/**
 * Calls operations in pairs: one after the other, and concurrently with the answers in reverse order. Of few
 * operations each pair is tested; of many, each operation with those that come 1, 3, 9, 27, … after it. Four
 * calls each.
 */
export function* mixedCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  for (const [index, first] of operations.entries())
    for (const other of partnersOf(index, operations))
      yield {
        id: `${first.id}/mixed/${other.id}`,
        operations: [first, other],
        run: (probe) => runMixed(probe, first, other),
      };
}

/** Returns the partners of an operation. Each pair appears once, in the order of the description. */
function partnersOf(
  index: number,
  operations: readonly VerifiedOperation[],
): readonly VerifiedOperation[] {
  if (operations.length <= fewOperations) return operations.slice(index + 1);
  const count = Math.ceil(Math.log(operations.length) / Math.log(3));
  const steps = Array.from({ length: count }, (_, step) => 3 ** step);
  return steps.flatMap((step) => operations[(index + step) % operations.length] ?? []);
}

async function runMixed(
  probe: ClientProbe,
  first: VerifiedOperation,
  other: VerifiedOperation,
): Promise<void> {
  const calls = await bothOf(probe, first, other);
  if (calls === undefined) return;
  if (!(await areRightInTurn(probe, calls))) return;
  if (probe.run.adapter.isSequential === true) {
    probe.run.unshown("calls at the same time", "a client that makes several at once");
    return;
  }
  await runAtOnce(probe, calls);
}

/** Plans both calls. `undefined` if one is impossible, which its own cases report. */
async function bothOf(
  probe: ClientProbe,
  first: VerifiedOperation,
  other: VerifiedOperation,
): Promise<PlannedCall[] | undefined> {
  try {
    const one = await probe.usual(first);
    const marked = await probe.run.inputs.withMarks(first, one.input);
    return [{ ...one, input: marked }, await probe.usual(other)];
  } catch (error) {
    if (error instanceof LeftAlone) return undefined;
    throw error;
  }
}

/**
 * Calls one after the other, and reports what the second request has of the first. Returns true if both requests are
 * right: what is wrong with a single one is no matter of two, and its own cases report it.
 */
async function areRightInTurn(probe: ClientProbe, calls: readonly PlannedCall[]): Promise<boolean> {
  const made: MadeCall[] = [];
  for (const planned of calls) made.push(await probe.call(planned));
  const [one, two] = made;
  const [earlier, later] = made.map(({ requests }) => requests[0]);
  if (one === undefined || two === undefined || earlier === undefined || later === undefined)
    return false;
  const { id, model } = two.operation;
  const what = `called after ${one.operation.id}, ${id} sends ${shownRequest(later.request)}`;
  if (isSameTarget(earlier, later) && earlier.read.operationId === one.operation.id) {
    const { method, path } = calledOperation(two.operation);
    const message = `${what}, and is ${method} ${path}`;
    probe.report({ check: "mixed-calls", policy, message, pointer: model.pointer }, ...made);
    return false;
  }
  const place = markedPlace(later.request);
  if (place !== undefined) {
    const message = `${what} with ${place} of the call before`;
    probe.report({ check: "mixed-calls", policy, message, pointer: model.pointer }, ...made);
    return false;
  }
  const header = leftoverHeader(one, two);
  if (header !== undefined) {
    const message = `${what} with the header ${header} of the call before`;
    probe.report({ check: "mixed-calls", policy, message, pointer: model.pointer }, ...made);
    return false;
  }
  const problems = [
    ...(await checkRequest(probe.run, one, earlier)),
    ...(await checkRequest(probe.run, two, later)),
  ];
  return problems.length === 0;
}

const policy = "a call sends what an earlier call was given";

/** True if two requests have the same method and target, though their operations are not the same. */
const isSameTarget = (one: ReadReceived, other: ReadReceived): boolean =>
  shownRequest(one.request) === shownRequest(other.request);

async function runAtOnce(probe: ClientProbe, calls: readonly PlannedCall[]): Promise<void> {
  const own = calls.map((planned) => ({
    ...planned,
    isOwn: ({ operationId }: ReadRequest) => operationId === planned.operation.id,
  }));
  const { made, strays } = await callAtOnce(probe, own);
  const [stray] = strays;
  if (stray !== undefined) {
    const message = `of two calls at the same time, one sends ${shownRequest(stray.request)}, which neither is`;
    const pointer = calls[0]?.operation.model.pointer ?? "/paths";
    probe.report({ check: "mixed-calls", policy: together, message, pointer }, ...made);
    return;
  }
  for (const [index, call] of made.entries()) {
    const other = made[1 - index];
    if (other === undefined || !(await hasAnswerOf(call, other))) continue;
    const { operation } = call;
    const message = `of two calls at the same time, that of ${operation.id} gets the answer of ${other.operation.id}`;
    const { pointer } = operation.model;
    probe.report({ check: "mixed-calls", policy: together, message, pointer }, ...made);
  }
}

const together = "calls at the same time get the requests or answers of each other";

/** True if a call returned the answer of another one, and not its own. */
export async function hasAnswerOf(
  { outcome, items, answer }: MadeCall,
  other: Pick<MadeCall, "answer">,
): Promise<boolean> {
  if (outcome?.kind !== "answer") return false;
  const given = outcome.items === undefined ? outcome.body : items;
  if ((await differenceOf(answer.value, given)) === undefined) return false;
  return (
    other.answer.value !== undefined &&
    (await differenceOf(other.answer.value, given)) === undefined
  );
}
