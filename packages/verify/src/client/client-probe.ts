import type { MediaTypeDescriptor } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import {
  isJsonMediaType,
  isMultipartMediaType,
  isTextMediaType,
  isUrlEncodedMediaType,
} from "@openapi-packages/runtime/internals";
import type { Problem } from "../check/checks.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { CaseRun } from "../run/run-cases.ts";
import { LeftAlone } from "../run/left-alone.ts";
import type { Exchange } from "../wire/exchange.ts";
import { copyOf } from "../wire/copy-of.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type {
  CalledOperation,
  ClientAdapter,
  ClientError,
  ClientOutcome,
  OpenedClient,
} from "./adapter.ts";
import { errorOutcome, NotExpressible, type AnswerKind } from "./adapter.ts";
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
import type { DescribedServer, ReadRequest } from "./read-request.ts";
import type { ReceivedRequest, ScriptedAnswer, ScriptedServer } from "./scripted-server.ts";

/** What all cases of a client share. */
export interface ClientRun {
  readonly api: VerifiedApi;
  readonly adapter: ClientAdapter;
  /** A client without retries if possible, and one with its defaults. */
  readonly client: OpenedClient;
  readonly retryingClient: OpenedClient;
  readonly credentials: ClientCredentials;
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

/** A call to make, and how its requests are answered. */
export interface PlannedCall {
  readonly operation: VerifiedOperation;
  readonly input: CallInput;
  /** The documented answer. The client may have to ask for it. */
  readonly answer: WrittenAnswer;
  /** Returns the answer to a request by the number of earlier ones. Default: `answer`. */
  readonly respond?: (count: number) => ScriptedAnswer;
  /** The number of stream items after which the iteration is left. Default: all. */
  readonly mostItems?: number;
}

/** A completed call. */
export interface MadeCall extends PlannedCall {
  /** `undefined` if it did not end in time. */
  readonly outcome: ClientOutcome | undefined;
  /** The items that were read of a stream. */
  readonly items: readonly unknown[];
  /** The error of reading a stream. */
  readonly streamError: ClientError | undefined;
  readonly requests: readonly ReadReceived[];
  /** True if the client has closed the connection of a stream that was left. */
  readonly isClosed?: boolean;
}

/** A received request, as the description's server reads it. */
export interface ReadReceived extends ReceivedRequest {
  readonly read: ReadRequest;
}

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
      const result = await Promise.race([attempt(planned, client, stop.signal), late]);
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

/** The result of a call. */
export type CallResult = Pick<MadeCall, "outcome" | "items" | "streamError">;

async function attempt(
  { operation, input, answer, mostItems = Infinity }: PlannedCall,
  client: OpenedClient,
  signal: AbortSignal,
): Promise<CallResult> {
  const items: unknown[] = [];
  const readError = (error: unknown): ClientError =>
    client.readError?.(error) ?? errorOutcome(error);
  let outcome: ClientOutcome;
  try {
    // A copy, because a client may change its input, which other cases share.
    outcome = await client.call(calledOperation(operation, answer), copyOf(input), { signal });
  } catch (error) {
    if (error instanceof NotExpressible)
      throw new LeftAlone(operation, `the client has no way for ${error.message}`, error.how);
    return { outcome: readError(error), items, streamError: undefined };
  }
  try {
    if (outcome.kind === "error" || outcome.items === undefined)
      return { outcome: await whole(outcome), items, streamError: undefined };
    for await (const item of outcome.items) {
      items.push(item);
      if (items.length >= mostItems) break;
    }
  } catch (error) {
    return { outcome, items, streamError: readError(error) };
  }
  return { outcome, items, streamError: undefined };
}

/** Reads the body of an outcome, which is impossible after the call's signal aborts. */
async function whole(outcome: ClientOutcome): Promise<ClientOutcome> {
  const { body } = outcome;
  if (!(body instanceof ReadableStream || body instanceof Response)) return outcome;
  const response = body instanceof Response ? body : new Response(body);
  return { ...outcome, body: new Uint8Array(await response.arrayBuffer()) };
}

/** Returns an operation for adapters. */
export function calledOperation(
  { id, mock }: VerifiedOperation,
  answer?: PlannedAnswer,
): CalledOperation {
  const { method, path, responses, requestBody } = mock.operation;
  const successes = Object.entries(responses).flatMap(([status, { content = [] }]) =>
    status.startsWith("2") ? content : [],
  );
  const isChoice = successes.length > 1 && answer !== undefined && answer.example.status < 300;
  const accept = isChoice ? answer.media?.mediaType : undefined;
  return {
    operationId: id,
    method,
    path,
    isStream: answer !== undefined && isStream(answer),
    answerIs: answer?.media && answerKind(answer.media),
    bodyMediaTypes: (requestBody?.content ?? []).map(({ mediaType }) => mediaType),
    ...(accept !== undefined && { accept }),
  };
}

function answerKind({ mediaType, as, stream }: MediaTypeDescriptor): AnswerKind {
  if (stream !== undefined) return "stream";
  if (as !== undefined) return as === "parts" ? "form" : as;
  if (isJsonMediaType(mediaType)) return "json";
  if (isUrlEncodedMediaType(mediaType) || isMultipartMediaType(mediaType)) return "form";
  return isTextMediaType(mediaType) ? "text" : "bytes";
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
