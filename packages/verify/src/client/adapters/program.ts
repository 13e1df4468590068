import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { CallInput } from "@openapi-packages/runtime/client";
import {
  NotExpressible,
  type CalledOperation,
  type ClientAdapter,
  type ClientError,
  type ClientErrorReason,
  type ClientOutcome,
  type ClientTarget,
  type OpenedClient,
} from "../adapter.ts";

/** Options of {@link programClient}. */
export interface ProgramClientOptions {
  /** Default: the command. */
  readonly name?: string;
  /** True if it sends the given credentials. Default: credentials are not verified. */
  readonly sendsCredentials?: boolean;
  /** True if it reads the next call while one is in progress. Default: it makes one call at a time. */
  readonly isConcurrent?: boolean;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A call, as a line of JSON on the program's standard input. */
export interface ProgramCall {
  readonly id: number;
  readonly baseUrl: string;
  readonly credentials: ClientTarget["credentials"];
  readonly operation: CalledOperation;
  /** Parameters by location (`path`, `query`, `header`, `cookie`) and `body`. */
  readonly input: CallInput;
}

/** The result of a call, as a line of JSON on the program's standard output. */
export interface ProgramLine {
  readonly id: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. Bytes are sent as `bodyBase64` instead. */
  readonly body?: unknown;
  readonly bodyBase64?: string;
  /** An item of a stream. A line with neither `item` nor `error` ends the stream. */
  readonly item?: unknown;
  /** Why the call or the stream failed. */
  readonly error?: string;
  readonly reason?: ClientErrorReason;
  /** What the program does not support. The case is not verified. */
  readonly notExpressible?: string;
}

/**
 * Adapts a client in any language: a program that reads a {@link ProgramCall} from each line of its standard
 * input, makes the call, and writes a {@link ProgramLine} to its standard output, for a stream one for each
 * item. It ends when its input ends. Its standard error is shown when it fails.
 *
 * @param command the program and its arguments
 */
export function programClient(
  command: readonly [program: string, ...given: string[]],
  options: ProgramClientOptions = {},
): ClientAdapter {
  return {
    name: options.name ?? command.join(" "),
    ...(options.sendsCredentials === true && { sendsCredentials: true }),
    ...(options.isConcurrent !== true && { isSequential: true }),
    open: (target) => new Program(command, options, target),
  };
}

/** The most characters of its standard error that are shown. */
const mostOfErrors = 500;

class Program implements OpenedClient {
  readonly #command: readonly [string, ...string[]];
  readonly #options: ProgramClientOptions;
  readonly #target: ClientTarget;
  readonly #lines = new Map<number, LineQueue>();
  #process: ChildProcessWithoutNullStreams | undefined;
  #count = 0;
  #errors = "";

  constructor(
    command: readonly [string, ...string[]],
    options: ProgramClientOptions,
    target: ClientTarget,
  ) {
    this.#command = command;
    this.#options = options;
    this.#target = target;
  }

  has(): boolean {
    return true;
  }

  async call(
    operation: CalledOperation,
    input: CallInput,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ClientOutcome> {
    const { baseUrl, credentials } = this.#target;
    const id = (this.#count += 1);
    const call: ProgramCall = { id, baseUrl, credentials, operation, input };
    refuseBytes(input.body);
    const queue = new LineQueue();
    this.#lines.set(id, queue);
    // A sequential program cannot be told to abandon a call.
    const giveUp = (): void => {
      if (this.#lines.has(id)) this.#process?.kill("SIGKILL");
    };
    signal.addEventListener("abort", giveUp, { once: true });
    this.#running().stdin.write(`${JSON.stringify(call)}\n`);
    const line = await queue.next();
    if (line.notExpressible !== undefined)
      throw new NotExpressible(line.notExpressible, "more of the program");
    if (!operation.isStream || line.error !== undefined || line.status !== undefined)
      return this.#over(id, line);
    return { kind: "answer", items: this.#itemsOf(id, line, queue) };
  }

  readError(error: unknown): ClientError {
    if (error instanceof ProgramError) return errorOf(error.line);
    return { kind: "error", error };
  }

  async close(): Promise<void> {
    const running = this.#process;
    if (running === undefined) return;
    running.stdin.end();
    await new Promise((resolve) => {
      running.once("exit", resolve);
      if (running.exitCode !== null || running.signalCode !== null) resolve(undefined);
    });
  }

  #over(id: number, line: ProgramLine): ClientOutcome {
    this.#lines.delete(id);
    if (line.error !== undefined) return errorOf(line);
    const { status, headers } = line;
    return { kind: "answer", status, headers, body: bodyOf(line) };
  }

  async *#itemsOf(
    id: number,
    first: ProgramLine,
    queue: LineQueue,
  ): AsyncGenerator<unknown, void, undefined> {
    for (let line = first; ; line = await queue.next()) {
      if ("item" in line) {
        yield line.item;
        continue;
      }
      this.#lines.delete(id);
      if (line.error !== undefined) throw new ProgramError(line);
      return;
    }
  }

  /** Returns the program, started again if it has ended. */
  #running(): ChildProcessWithoutNullStreams {
    if (this.#process !== undefined) return this.#process;
    const [program, ...given] = this.#command;
    const environment = { ...process.env, ...this.#options.environment };
    const started = spawn(program, given, { env: environment, windowsHide: true });
    this.#process = started;
    this.#errors = "";
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-mostOfErrors);
    });
    createInterface({ input: started.stdout }).on("line", (text) => this.#receive(text));
    started.stdin.on("error", () => {});
    started.once("error", (error) => this.#end(started, error.message));
    started.once("close", (code, by) =>
      this.#end(started, `it has ended with ${by ?? `code ${code}`}`),
    );
    return started;
  }

  #receive(text: string): void {
    const line = readLine(text);
    if (line === undefined) this.#errors = (this.#errors + text).slice(-mostOfErrors);
    else this.#lines.get(line.id)?.add(line);
  }

  /** Rejects everything that waits for the program. */
  #end(ended: ChildProcessWithoutNullStreams, reason: string): void {
    if (this.#process === ended) this.#process = undefined;
    const error = `${this.#command.join(" ")}: ${reason} ${this.#errors}`.trim();
    for (const [id, queue] of this.#lines) queue.add({ id, error, reason: "crash" });
    this.#lines.clear();
  }
}

/** The error that a program reports for a stream. */
class ProgramError extends Error {
  readonly line: ProgramLine;

  constructor(line: ProgramLine) {
    super(line.error);
    this.line = line;
  }
}

/** Buffers lines until they are requested. */
class LineQueue {
  readonly #lines: ProgramLine[] = [];
  #waiting: ((line: ProgramLine) => void) | undefined;

  add(line: ProgramLine): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#lines.push(line);
    else waiting(line);
  }

  next(): Promise<ProgramLine> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise((resolve) => (this.#waiting = resolve));
  }
}

function readLine(text: string): ProgramLine | undefined {
  try {
    const line = JSON.parse(text) as ProgramLine | null;
    return typeof line === "object" && typeof line?.id === "number" ? line : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {NotExpressible} for values that JSON does not support */
function refuseBytes(body: unknown): void {
  const members = typeof body === "object" && body !== null ? Object.values(body).flat() : [];
  if ([body, ...members].some((one) => one instanceof Blob))
    throw new NotExpressible("bytes and files in bodies", "a table of calls");
}

const bodyOf = ({ body, bodyBase64 }: ProgramLine): unknown =>
  bodyBase64 === undefined ? body : new Uint8Array(Buffer.from(bodyBase64, "base64"));

function errorOf(line: ProgramLine): ClientError {
  const { status, headers, reason, error } = line;
  return {
    kind: "error",
    error,
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { headers }),
    ...(reason !== undefined && { reason }),
    ...(("body" in line || "bodyBase64" in line) && { body: bodyOf(line) }),
  };
}
