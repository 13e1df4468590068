import { iterateBytes } from "../byte-stream.ts";
import type { AnyResult } from "../result.ts";
import type { Handler, RequestContext } from "./types.ts";

/** An input whose body of bytes is a stream. Bodies of other media types keep their type. */
export type StreamedInput<Input> = Input extends { readonly body?: infer Body }
  ? IsBytes<Body> extends true
    ? { [Member in keyof Input]: Member extends "body" ? ByteStream<Input[Member]> : Input[Member] }
    : Input
  : Input;

type ByteStream<Body> = Body extends Blob ? AsyncIterable<Uint8Array> : Body;

type IsBytes<Body> = [NonNullable<Body>] extends [never]
  ? false
  : [NonNullable<Body>] extends [Blob]
    ? true
    : false;

/** `true` if the body of the input may be bytes, otherwise `never`. */
type HasBytes<Input> = Input extends { readonly body?: infer Body }
  ? Extract<IsBytes<Body>, true>
  : never;

const handlers = new WeakSet<object>();

/**
 * Creates a handler that receives a body of bytes as it arrives, instead of as a complete Blob:
 *
 * ```ts
 * const upload: UploadHandler = withStreamedBody(async ({ path, body }) => {
 *   for await (const chunk of body) await store.append(path.name, chunk);
 *   return { status: 204 };
 * });
 * ```
 *
 * `maxBodyBytes` limits the bytes and `bodyTimeout` each chunk: the iteration throws an error that becomes
 * a 413 or 408 unless it is caught. The body can be iterated over once. Bodies of other media types are not
 * changed. The type of the handler must be annotated, as above. That of an operation without a body of
 * bytes does not compile.
 */
export function withStreamedBody<Input, Result extends AnyResult, Context = RequestContext>(
  handler: [HasBytes<Input>] extends [never]
    ? never
    : NoInfer<Handler<StreamedInput<Input>, Result, Context>>,
): Handler<Input, Result, Context> {
  const inner = handler as Handler<unknown, Result, Context>;
  const streamed: Handler<Input, Result, Context> = (input, context, fail) =>
    inner(streamBlob(input), context, fail);
  handlers.add(streamed);
  return streamed;
}

/** True if `withStreamedBody` created the handler. */
export const takesStream = (handler: object | undefined): boolean =>
  handler !== undefined && handlers.has(handler);

/** Converts the Blob of a direct call, for example in a test, where the input has its declared type. */
function streamBlob(input: unknown): unknown {
  const body = (input as { readonly body?: unknown }).body;
  if (!(body instanceof Blob)) return input;
  const stream = { [Symbol.asyncIterator]: () => iterateBytes(body.stream()) };
  return { ...(input as object), body: stream };
}
