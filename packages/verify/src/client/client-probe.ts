import type { CallInput } from "@openapi-packages/runtime/client";
import type { Problem } from "../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { CaseRun } from "../run/run-cases.ts";
import { LeftAlone } from "../run/left-alone.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { ClientAdapter, OpenedClient } from "./adapter.ts";
import { alterations } from "./alterations.ts";
import { attemptCall } from "./attempt.ts";
import type { ClientCredentials } from "./credentials.ts";
import type { ClientInputs } from "./inputs.ts";
import {
  inputFor,
  isStream,
  usualAnswer,
  writtenAnswer,
  type PlannedAnswer,
  type WrittenAnswer,
} from "./planned-answers.ts";
import type { CallResult, MadeCall, PlannedCall, ReadReceived } from "./planned-call.ts";
import type { DescribedServer } from "./read-request.ts";
import { differenceOf, shown } from "./same-value.ts";
import type { ScriptedServer } from "./scripted-server.ts";

/** What all cases of a client share. */
export interface ClientRun {
  readonly api: VerifiedApi;
  readonly adapter: ClientAdapter;
  /** A client without retries if possible, and one with its defaults. */
  readonly client: OpenedClient;
  readonly retryingClient: OpenedClient;
  /** The same client, opened with other credentials. */
  readonly otherClient: OpenedClient;
  /** A client without retries whose base URL has a path. */
  readonly basedClient: OpenedClient;
  readonly credentials: ClientCredentials;
  /** Opens a client without retries with some of the credentials. */
  readonly openWith: (credentials: ClientCredentials) => Promise<OpenedClient>;
  readonly server: ScriptedServer;
  /** A server of another origin. */
  readonly elsewhere: ScriptedServer;
  /** Reads requests as the description's server does. */
  readonly reader: DescribedServer;
  /** Accepts all credentials, and writes answers. */
  readonly writer: DescribedServer;
  readonly inputs: ClientInputs;
  /** The time limit of a call, in milliseconds. */
  readonly timeout: number;
  /** Reports something that the client does not expose, and that is therefore not verified. */
  readonly unshown: (what: string, how: string) => void;
}

/** The most other answers that are tried. */
const mostTries = 20;

/** The connection of one case to the client: it calls, answers, and reports. */
export class ClientProbe {
  readonly run: ClientRun;
  readonly seed: number;
  readonly #case: CaseRun;

  constructor(run: ClientRun, one: CaseRun) {
    this.run = run;
    this.seed = one.seed;
    this.#case = one;
  }

  /**
   * Returns an input that the operation accepts.
   *
   * @throws {LeftAlone} when there is none
   */
  input(operation: VerifiedOperation, mediaType?: string): CallInput {
    const input = this.run.inputs.example(operation, mediaType);
    if (input !== undefined) return input;
    const what = `no example of ${operation.id} conforms, and none can be made of its schemas`;
    throw new LeftAlone(operation, what, `inputs.${operation.id}`);
  }

  /**
   * Serializes an answer.
   *
   * @throws {LeftAlone} when it cannot be written
   */
  async written(planned: PlannedAnswer, input: CallInput): Promise<WrittenAnswer> {
    const { api, writer } = this.run;
    const answer = await writtenAnswer(api, writer, planned, input);
    if (answer !== undefined) return answer;
    const { operation, id } = planned;
    const what = `no answer ${id} of ${operation.id} can be made that conforms`;
    throw new LeftAlone(operation, what, "an example in the description");
  }

  /**
   * Returns the call with the usual answer: a success, or an error if only errors are documented.
   *
   * @throws {LeftAlone} when there is none
   */
  async usual(operation: VerifiedOperation): Promise<PlannedCall> {
    const planned = usualAnswer(operation);
    if (planned === undefined)
      throw new LeftAlone(operation, `${operation.id} documents no answer`, "a response");
    const input = inputFor(planned, this.input(operation));
    return { operation, input, answer: await this.written(planned, input) };
  }

  /** Returns a call that is answered with another JSON body; `undefined` if it does not conform. */
  async answeredWith(planned: PlannedCall, body: unknown): Promise<PlannedCall | undefined> {
    const { api, writer } = this.run;
    const { answer, input } = planned;
    const other = { ...answer, example: { ...answer.example, body } } as PlannedAnswer;
    const written = await writtenAnswer(api, writer, other, input);
    return written && { ...planned, answer: written };
  }

  /** Returns a call with another JSON answer that conforms; `undefined` if none is found. */
  async otherAnswer(planned: PlannedCall): Promise<PlannedCall | undefined> {
    const { answer } = planned;
    if (isStream(answer) || answer.value instanceof Uint8Array) return undefined;
    let tries = 0;
    for (const body of alterations(answer.value)) {
      if ((tries += 1) > mostTries) return undefined;
      const other = await this.answeredWith(planned, body);
      const isOther = (await differenceOf(answer.value, other?.answer.value)) !== undefined;
      if (other !== undefined && isOther) return other;
    }
    return undefined;
  }

  /** Makes a call whose requests are answered as planned. */
  async call(planned: PlannedCall, client = this.run.client): Promise<MadeCall> {
    const requests: ReadReceived[] = [];
    const { respond = () => ({ response: planned.answer.response }) } = planned;
    this.run.server.respondBy(async (received) => {
      const count = requests.length;
      const read = this.run.reader.read(received.request);
      requests.push({ ...received, read: await read });
      return respond(count);
    });
    let isClosed = false;
    // Aborting the signal would close a connection that the client has left open.
    const untilClosed = async (): Promise<void> => {
      await requests[0]?.closed;
      isClosed = true;
    };
    const isLeft = planned.mostItems !== undefined;
    const result = await this.attempt(planned, client, isLeft ? untilClosed : undefined);
    return { ...this.made(planned, result, requests), isClosed };
  }

  /**
   * Makes a call, whoever answers it.
   *
   * @param afterwards what to wait for before the signal aborts
   */
  async attempt(
    planned: PlannedCall,
    client = this.run.client,
    afterwards?: () => Promise<void>,
  ): Promise<CallResult> {
    const stop = new AbortController();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), this.run.timeout);
    const { signal } = this.#case;
    const giveUp = (): void => resolve(undefined);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      const result = await Promise.race([
        attemptCall(planned, client, { signal: stop.signal }),
        late,
      ]);
      if (result !== undefined && afterwards !== undefined)
        await Promise.race([afterwards(), late]);
      signal.throwIfAborted();
      return result ?? { outcome: undefined, items: [], streamError: undefined };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      stop.abort();
    }
  }

  /** Returns a call with its result, and counts it for coverage. */
  made(planned: PlannedCall, result: CallResult, requests: readonly ReadReceived[]): MadeCall {
    const call = { ...planned, ...result, requests };
    for (const exchange of exchangesOf(call)) this.#case.log.sent(exchange);
    const [first] = exchangesOf(call);
    if (first !== undefined && result.outcome !== undefined) this.#case.log.coverage.record(first);
    const changed = checkInput(call);
    if (changed !== undefined) this.report(changed, call);
    return call;
  }

  /** Reports a problem with the calls that show it. */
  report(problem: Problem, ...calls: readonly MadeCall[]): void {
    const [last] = calls.slice(-1);
    this.#case.log.report(problem, last?.operation, calls.flatMap(exchangesOf));
  }

  /** Reports a problem without a call. */
  reportOf(operation: VerifiedOperation | undefined, problem: Problem): void {
    this.#case.log.report(problem, operation, []);
  }
}

/** Returns the problem of a call that has changed its input; `undefined` for any other. */
function checkInput({ operation, changedInput }: MadeCall): Problem | undefined {
  if (changedInput === undefined) return undefined;
  const { pointer, expected, actual } = changedInput;
  return {
    check: "changed-input",
    policy: "a call changes the input that its caller gave",
    message: `a call of ${operation.id} changes ${pointer.slice(1)} of the input that its caller gave from ${shown(expected)} to ${shown(actual)}`,
    pointer: operation.model.pointer,
  };
}

/** Returns the requests of a call with their answers. */
function exchangesOf({ operation, input, requests, answer, respond }: MadeCall): Exchange[] {
  return requests.map(({ request }, index): Exchange => {
    const scripted = respond?.(index) ?? { response: answer.response };
    const response = scripted.ending === "reset" ? undefined : scripted.response;
    return { operation, input, request, response, value: answer.value, problems: [] };
  });
}

/** Describes a request for messages: `GET /pets/7`. */
export const shownRequest = ({ method, target }: WireRequest): string => `${method} ${target}`;
