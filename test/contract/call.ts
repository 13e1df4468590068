import type { Client } from "@genai-app/client";
import type { Input, OperationCase } from "./cases.ts";

/** What every method of the client gives, whatever the operation. */
export interface AnyCall extends PromiseLike<unknown> {
  result(): Promise<{ readonly status: number; readonly body: unknown }>;
  response(): Promise<Response>;
}

/** What a method of a streaming operation gives. */
export type AnyStreamCall = AnyCall & AsyncIterable<unknown>;

/**
 * Calls the method of an operation on the generated client, found by name as a user finds it.
 *
 * @throws {Error} when the client has no such method.
 */
export function call(client: Client, operation: OperationCase, input: Input): AnyStreamCall {
  const group = Object(Reflect.get(client, operation.group));
  const method: unknown = group[operation.method];
  if (typeof method === "function") return Reflect.apply(method, group, [input]);
  throw new Error(`the client has no ${operation.group}.${operation.method}`);
}

/** What awaiting a call throws; `undefined` when it does not throw. */
export async function thrownBy(started: AnyCall): Promise<unknown> {
  try {
    await started;
    return undefined;
  } catch (error) {
    return error;
  }
}
