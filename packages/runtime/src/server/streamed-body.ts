import { iterateBytes } from "../byte-stream.ts";
import type { AnyResult } from "../result.ts";
import type { Handler, RequestContext } from "./types.ts";

/** An input whose body of bytes is a stream of them; of several media types only those are others. */
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

/** `true` where a body of the input may be bytes, `never` where none is. */
type HasBytes<Input> = Input extends { readonly body?: infer Body }
  ? Extract<IsBytes<Body>, true>
  : never;

const handlers = new WeakSet<object>();

/**
 * Makes a handler of one that takes a body of bytes as it arrives, instead of a Blob that is complete:
 *
 * ```ts
 * const upload: UploadHandler = withStreamedBody(async ({ path, body }) => {
 *   for await (const chunk of body) await store.append(path.name, chunk);
 *   return { status: 204 };
 * });
 * ```
 *
 * The bytes are counted against `maxBodyBytes`, and `bodyTimeout` holds for each piece: iterating
 * throws what answers 413 or 408 unless it is caught. It can be iterated over once. Bodies of other
 * media types come as always. The handler's type has to be written beside it, as above; that of an
 * operation without a body of bytes does not compile.
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

/** Whether `withStreamedBody` made the handler. */
export const takesStream = (handler: object | undefined): boolean =>
  handler !== undefined && handlers.has(handler);

/** A handler that is called in a test, or by another one, may be given the Blob of its input's type. */
function streamBlob(input: unknown): unknown {
  const body = (input as { readonly body?: unknown }).body;
  if (!(body instanceof Blob)) return input;
  const stream = { [Symbol.asyncIterator]: () => iterateBytes(body.stream()) };
  return { ...(input as object), body: stream };
}
