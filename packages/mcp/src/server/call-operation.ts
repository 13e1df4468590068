import type { Schemas, ServedOperation } from "../operation.ts";
import { callInput, issueText, type InputIssue } from "./call-input.ts";
import type { Secrets } from "./secrets.ts";

/** What a call needs beside its arguments. */
export interface CallContext {
  readonly client: object;
  readonly schemas: Schemas;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  readonly maxStreamItems: number;
  /** Called with each item of a stream. */
  readonly onItem: (item: unknown, count: number) => Promise<void>;
  /** Advice for when the API refuses the credentials. */
  readonly credentialHint: string;
}

/** The result of a call. */
export type Outcome =
  | { readonly isError: false; readonly value: unknown; readonly notes: readonly string[] }
  | { readonly isError: true; readonly value: unknown };

/** The largest answer that is read, in bytes. */
const maxBodyBytes = 32 * 1024 * 1024;

type Method = (input: object, options: object) => PromiseLike<unknown>;

/** Calls an operation with flat arguments, and waits for its complete answer. It does not throw. */
export async function callOperation(
  operation: ServedOperation,
  given: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<Outcome> {
  const { input, problems, all } = callInput(operation, context.schemas, given);
  if (problems.length > 0) return { isError: true, value: refusal(operation, problems) };
  const [group, name] = operation.call;
  const method = (context.client as Record<string, Record<string, Method>>)[group]?.[name];
  if (method === undefined) throw new TypeError(`the client has no method ${group}.${name}`);
  try {
    const output = await method(input, { signal: context.signal, maxBodyBytes });
    if (isItems(output)) return await collect(output, context);
    return { isError: false, value: output, notes: [] };
  } catch (error) {
    context.signal.throwIfAborted();
    const issues = (error as { issues?: readonly InputIssue[] }).issues;
    if (Array.isArray(issues)) {
      const texts = issues.map((issue: InputIssue) => issueText(all, issue));
      return { isError: true, value: refusal(operation, texts) };
    }
    return { isError: true, value: failure(error, context) };
  }
}

const refusal = ({ id }: ServedOperation, problems: readonly string[]): object => ({
  error: `The arguments do not fit ${id}; nothing was sent.`,
  problems: problems.slice(0, 20),
});

const isItems = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Reads a stream to its end, or until the limit of items. */
async function collect(stream: AsyncIterable<unknown>, context: CallContext): Promise<Outcome> {
  const items: unknown[] = [];
  const notes: string[] = [];
  try {
    for await (const item of stream) {
      items.push(item);
      await context.onItem(item, items.length);
      if (items.length < context.maxStreamItems) continue;
      notes.push(`Reading stopped after ${items.length} items; there may be more.`);
      break;
    }
  } catch (error) {
    context.signal.throwIfAborted();
    const { error: text } = failure(error, context) as { error: string };
    return { isError: true, value: { error: text, received: items } };
  }
  return { isError: false, value: items, notes };
}

/** Describes an error for models and their users: the status and body of an answer, or why there is none. */
function failure(error: unknown, { secrets, credentialHint }: CallContext): object {
  const { status, body, retryAfter, message } = error as {
    status?: unknown;
    body?: unknown;
    retryAfter?: unknown;
    message?: unknown;
  };
  const text = typeof message === "string" ? message : String(error);
  return {
    error: secrets.hide(text),
    ...(typeof status === "number" ? { status } : {}),
    ...(body === undefined ? {} : { body: secrets.redact(body) }),
    ...(typeof retryAfter === "number" ? { retry_after_milliseconds: retryAfter } : {}),
    ...(status === 401 ? { hint: credentialHint } : {}),
  };
}
