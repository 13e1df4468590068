import type { Client } from "@genai-app/client";
import { secretsEqual, type SecurityVerifiers } from "@genai-app/server";
import type { Answer, Input } from "../cases.ts";

export type SubjectName =
  "mocks" | "memory" | "http" | "mock" | "mock over http" | "mock in Chromium";

/** What a handler gives: an answer on its way, streams as iterables. */
export interface Result {
  readonly status: number;
  readonly body?: unknown;
}

/** An input that reached a handler. */
export interface Received {
  readonly operationId: string;
  readonly input: Input;
}

/** The generated client with something behind it that answers as it is told. */
export interface Subject {
  readonly name: SubjectName;
  /** The client; there is one from `start` on. */
  readonly client: Client;
  start(): Promise<void>;
  /** Lets one operation give this result, all others fail, and forgets what was received. */
  answerWith(operationId: string, result: Result): void;
  /** What reached handlers since the last `answerWith`, in order. */
  received(): readonly Received[];
  stop(): Promise<void>;
}

/** The credential of every client. */
export const token = "gk-example-0000-contract";

/** The verifiers of a server that only clients with {@link token} may call. */
export const security: SecurityVerifiers = {
  bearerAuth: (credential) => secretsEqual(credential.token, token),
  apiKey: (credential) => secretsEqual(credential.value, token),
};

/** What handlers are told to answer, and what they were asked. */
export class Script {
  #operationId = "";
  #result: Result = { status: 500 };
  #received: Received[] = [];

  plan(operationId: string, result: Result): void {
    this.#operationId = operationId;
    this.#result = result;
    this.#received = [];
  }

  get received(): readonly Received[] {
    return this.#received;
  }

  /** A handler of an operation, which notes its input and gives the planned result. */
  handlerOf(operationId: string): (input: Input) => Result {
    return (input) => {
      this.#received.push({ operationId, input });
      if (operationId === this.#operationId) return this.#result;
      throw new Error(`${operationId} was called in place of ${this.#operationId}`);
    };
  }
}

/** The result that a handler gives for an answer of the description. */
export function resultOf({ status, body, events }: Answer): Result {
  if (events) return { status, body: iterate(events) };
  return body === undefined ? { status } : { status, body };
}

async function* iterate(items: readonly unknown[]): AsyncGenerator<unknown, void, undefined> {
  yield* items;
}
