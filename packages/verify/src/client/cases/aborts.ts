import type { Problem } from "../../check/checks.ts";
import type { VerifiedOperation } from "../../description/verified-api.ts";
import { attemptCall } from "../attempt.ts";
import type { ClientCallOptions } from "../adapter.ts";
import type { ClientCase, ClientCaseContext } from "../client-case.ts";
import type { ClientProbe } from "../client-probe.ts";
import { isStream } from "../planned-answers.ts";
import type { CallResult, MadeCall, PlannedCall, ReadReceived } from "../planned-call.ts";
import type { ScriptedAnswer } from "../scripted-server.ts";
import { after } from "../../run/after.ts";

/** When a call is aborted, in words of messages. */
const moments = {
  before: "before it is made",
  connecting: "as soon as it is made",
  sending: "while its body is sent",
  waiting: "before it is answered",
  reading: "while its answer is read",
} as const;

type Moment = keyof typeof moments;

/** The time in milliseconds that an aborted call has to end, and to close its connection. */
const longestEnd = 1000;

/** The time in milliseconds that a client has to begin with what it does when it is aborted. */
const beginning = 20;

/** The number of operations whose large bodies are aborted. */
const mostBodies = 2;

/** More bytes than a connection takes that nobody reads from. */
const largeText = 16 * 1024 * 1024;

/**
 * Aborts calls of each operation by the signal that their caller gives: each has to end with an error, and to close its
 * connection. Four calls each, and one more of two operations with bodies.
 */
export function* abortCases({ operations }: ClientCaseContext): Generator<ClientCase> {
  const withBodies = operations.filter(
    ({ model }) => model.requestBody?.content[0]?.kind === "json",
  );
  for (const operation of operations)
    for (const moment of Object.keys(moments) as Moment[]) {
      if (moment === "sending" && !withBodies.slice(0, mostBodies).includes(operation)) continue;
      yield {
        id: `${operation.id}/abort/${moment}`,
        operations: [operation],
        run: (probe) => runAbort(probe, operation, moment),
      };
    }
}

async function runAbort(
  probe: ClientProbe,
  operation: VerifiedOperation,
  moment: Moment,
): Promise<void> {
  if (probe.run.adapter.isSequential === true) {
    probe.run.unshown("calls that are aborted", "a client that takes other calls meanwhile");
    return;
  }
  const planned = await plannedFor(probe, operation, moment);
  if (planned === undefined) return;
  const abort = new Abort(probe, planned, moment);
  const message = await abort.run();
  if (!abort.isSignalTaken) {
    probe.run.unshown("calls that are aborted", "pass `signal` of the call to the client");
    return;
  }
  if (message === undefined) return;
  const what = `a call that is aborted ${moments[moment]} ${message}`;
  const problem: Problem = {
    check: "abort",
    policy: what,
    message: what.replace("a call", `a call of ${operation.id}`),
    pointer: operation.model.pointer,
  };
  probe.report(problem, abort.made());
}

/** Plans a call that can be aborted at a moment; `undefined` if there is none. */
async function plannedFor(
  probe: ClientProbe,
  operation: VerifiedOperation,
  moment: Moment,
): Promise<PlannedCall | undefined> {
  const usual = await probe.usual(operation);
  const { response } = usual.answer;
  if (
    moment === "reading" &&
    (response.body.length < 2 || operation.mock.operation.method === "HEAD")
  )
    return undefined;
  if (moment !== "sending") return usual;
  const input = await probe.run.inputs.withLargeText(operation, usual.input, largeText);
  return input && { ...usual, input };
}

/** One call, and its abort. */
class Abort {
  readonly #probe: ClientProbe;
  readonly #planned: PlannedCall;
  readonly #moment: Moment;
  readonly #stop = new AbortController();
  readonly #requests: ReadReceived[] = [];
  /** Resolves when the call has come as far as it is to. */
  readonly #reached = Promise.withResolvers<void>();
  /** Resolves when the server may go on. */
  readonly #over = Promise.withResolvers<void>();
  #closed: Promise<void> | undefined;
  #result: CallResult | undefined;
  /** True if the adapter has passed the signal on. */
  isSignalTaken = false;

  constructor(probe: ClientProbe, planned: PlannedCall, moment: Moment) {
    this.#probe = probe;
    this.#planned = planned;
    this.#moment = moment;
  }

  made(): MadeCall {
    const none = { outcome: undefined, items: [], streamError: undefined };
    return this.#probe.made(this.#planned, this.#result ?? none, this.#requests);
  }

  /** Returns what is wrong with the call; `undefined` if nothing is. */
  async run(): Promise<string | undefined> {
    const { client } = this.#probe.run;
    const isHeld = ["sending", "waiting", "reading"].includes(this.#moment);
    this.#serve();
    if (this.#moment === "before") this.#stop.abort();
    const running = attemptCall(this.#planned, client, this.#options());
    // An error of the adapter counts below.
    running.catch(() => {});
    if (isHeld)
      await Promise.race([this.#reached.promise, running, after(this.#probe.run.timeout)]);
    const isEarly = isHeld && (await hasEnded(running));
    this.#stop.abort();
    try {
      // A call that has come this far without the signal does not end by it.
      const isDeaf = isHeld && !isEarly && !this.isSignalTaken;
      this.#result = isDeaf ? undefined : await Promise.race([running, after(longestEnd)]);
      if (isEarly) return undefined;
      return this.#result === undefined ? "goes on" : await this.#wrong(this.#result, isHeld);
    } finally {
      this.#over.resolve();
      if (this.#moment === "reading") this.#requests[0]?.drop();
      await Promise.race([running, after(this.#probe.run.timeout)]);
    }
  }

  /** Passes the signal, and sees whether the adapter takes it. */
  #options(): ClientCallOptions {
    const take = (): AbortSignal => {
      this.isSignalTaken = true;
      return this.#stop.signal;
    };
    return {
      get signal() {
        return take();
      },
    };
  }

  #serve(): void {
    const { server, reader } = this.#probe.run;
    const reached = async (): Promise<void> => {
      await after(beginning);
      this.#reached.resolve();
    };
    const respond = async (received: ReadReceived): Promise<ScriptedAnswer> => {
      this.#requests.push(received);
      this.#closed ??= received.closed;
      const { response } = this.#planned.answer;
      if (this.#moment === "waiting" || this.#moment === "reading") void reached();
      if (this.#moment === "waiting") await this.#over.promise;
      if (this.#moment !== "reading") return { response };
      const half = response.body.subarray(0, Math.floor(response.body.length / 2));
      return { response, pieces: [half], ending: "open" };
    };
    const beforeBody = async (closed: Promise<void>): Promise<void> => {
      this.#closed = closed;
      await reached();
      await Promise.race([this.#over.promise, aborted(this.#stop.signal)]);
    };
    server.respondBy(
      async (received) => respond({ ...received, read: await reader.read(received.request) }),
      this.#moment === "sending" ? beforeBody : undefined,
    );
  }

  async #wrong({ outcome }: CallResult, isHeld: boolean): Promise<string | undefined> {
    // The iteration of a stream may end without an error, since its caller wants that.
    if (outcome?.kind === "answer" && !isStream(this.#planned.answer))
      return isHeld ? "ends without an error" : "is made all the same";
    if (this.#closed === undefined || !isHeld) return undefined;
    const isClosed = await Promise.race([this.#closed.then(() => true), after(longestEnd)]);
    if (isClosed !== true) return "keeps its connection open";
    return this.#moment === "sending" && this.#requests.length > 0
      ? "sends all of its body"
      : undefined;
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

const hasEnded = (running: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    running.then(
      () => true,
      () => true,
    ),
    new Promise<false>((resolve) => void setImmediate(resolve, false)),
  ]);
