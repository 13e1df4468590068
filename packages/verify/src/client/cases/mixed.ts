import type { VerifiedOperation } from "../../description/verified-api.ts";
import { LeftAlone } from "../../run/left-alone.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import { calledOperation, shownRequest } from "../client-probe.ts";
import type { ClientProbe, MadeCall, PlannedCall, ReadReceived } from "../client-probe.ts";
import { differenceOf } from "../same-value.ts";
import type { ReceivedRequest, ScriptedAnswer } from "../scripted-server.ts";

/** Up to this many operations, each is paired with each other one. */
const fewOperations = 16;

/**
 * The longest time in milliseconds that the first request waits for the second, because a client may make one
 * call at a time.
 */
const longestWait = 500;

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
  if (await runInTurn(probe, calls)) return;
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
    return [await probe.usual(first), await probe.usual(other)];
  } catch (error) {
    if (error instanceof LeftAlone) return undefined;
    throw error;
  }
}

/** Calls one after the other. Returns true if a request belongs to another operation. */
async function runInTurn(probe: ClientProbe, calls: readonly PlannedCall[]): Promise<boolean> {
  const made: MadeCall[] = [];
  for (const planned of calls) made.push(await probe.call(planned));
  const wrong = made.find(({ operation, requests }) => isOfAnother(requests[0], operation));
  if (wrong !== undefined) report(probe, wrong, made);
  return wrong !== undefined;
}

async function runAtOnce(probe: ClientProbe, calls: readonly PlannedCall[]): Promise<void> {
  const desk = new Desk(probe, calls);
  probe.run.server.respondBy((received) => desk.respond(received));
  const results = await Promise.all(calls.map((planned) => probe.attempt(planned)));
  desk.close();
  const made = calls.map((planned, index) => {
    const result = results[index] ?? { outcome: undefined, items: [], streamError: undefined };
    return probe.made(planned, result, desk.requestsOf(index));
  });
  const [stray] = desk.strays;
  if (stray !== undefined) {
    const message = `of two calls at the same time, one sends ${shownRequest(stray.request)}, which neither is`;
    const pointer = calls[0]?.operation.model.pointer ?? "/paths";
    probe.report({ check: "mixed-calls", message, pointer }, ...made);
    return;
  }
  // If the requests arrived in another order than the calls, a guess has assigned the wrong answer.
  if (desk.hasGuessed) return;
  for (const [index, call] of made.entries()) {
    const other = made[1 - index];
    if (other === undefined || !(await hasAnswerOf(call, other))) continue;
    const { operation } = call;
    const message = `of two calls at the same time, that of ${operation.id} gets the answer of ${other.operation.id}`;
    probe.report({ check: "mixed-calls", message, pointer: operation.model.pointer }, ...made);
  }
}

/** True if a call returned the answer of another one. */
async function hasAnswerOf(call: MadeCall, other: MadeCall): Promise<boolean> {
  const { outcome, items, answer } = call;
  if (outcome?.kind !== "answer") return false;
  const given = outcome.items === undefined ? outcome.body : items;
  if ((await differenceOf(answer.value, given)) === undefined) return false;
  return (
    other.answer.value !== undefined &&
    (await differenceOf(other.answer.value, given)) === undefined
  );
}

/** True if a request belongs to another documented operation than the called one. */
const isOfAnother = (received: ReadReceived | undefined, { id }: VerifiedOperation): boolean =>
  received?.read.operationId !== undefined && received.read.operationId !== id;

function report(probe: ClientProbe, wrong: MadeCall, made: readonly MadeCall[]): void {
  const { operation, requests } = wrong;
  const sent = requests[0] === undefined ? "nothing" : shownRequest(requests[0].request);
  const { method, path } = calledOperation(operation);
  const message = `called after ${made[0]?.operation.id}, ${operation.id} sends ${sent}, and is ${method} ${path}`;
  probe.report({ check: "mixed-calls", message, pointer: operation.model.pointer }, ...made);
}

/** Answers each of several calls: the last one first, after all have arrived. */
class Desk {
  readonly #probe: ClientProbe;
  readonly #calls: readonly PlannedCall[];
  readonly #requests: (ReadReceived | undefined)[];
  readonly #all = Promise.withResolvers<void>();
  readonly #timer: NodeJS.Timeout;
  readonly strays: ReadReceived[] = [];
  /** True after an unreadable request was assigned to a call by a guess. */
  hasGuessed = false;

  constructor(probe: ClientProbe, calls: readonly PlannedCall[]) {
    this.#probe = probe;
    this.#calls = calls;
    this.#requests = calls.map(() => undefined);
    this.#timer = setTimeout(() => this.#all.resolve(), longestWait);
  }

  async respond(received: ReceivedRequest): Promise<ScriptedAnswer | undefined> {
    const read = { ...received, read: await this.#probe.run.reader.read(received.request) };
    const index = this.#claim(read);
    const call = this.#calls[index];
    if (call === undefined) {
      if (read.read.operationId !== undefined) this.strays.push(read);
      this.#all.resolve();
      return undefined;
    }
    this.#requests[index] = read;
    if (this.#requests.every((one) => one !== undefined)) this.#all.resolve();
    await this.#all.promise;
    // The last call is answered first.
    await this.#requests[index + 1]?.closed;
    return { response: call.answer.response };
  }

  requestsOf(index: number): ReadReceived[] {
    const received = this.#requests[index];
    return received === undefined ? [] : [received];
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#all.resolve();
  }

  /** Returns the index of a request's call. An unreadable request belongs to the remaining call. */
  #claim({ read }: ReadReceived): number {
    const open = this.#calls.flatMap((_, index) =>
      this.#requests[index] === undefined ? [index] : [],
    );
    const found = open.find((index) => this.#calls[index]?.operation.id === read.operationId);
    if (found !== undefined || read.operationId !== undefined) return found ?? -1;
    this.hasGuessed = true;
    return open[0] ?? -1;
  }
}
