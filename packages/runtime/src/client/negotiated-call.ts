import { selectMediaType } from "../media-type.ts";
import { getMember, isObject } from "../members.ts";
import type { MediaTypeDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { DecodeError } from "./errors.ts";
import { ResponseStream } from "./item-stream.ts";
import type { ClientOperation } from "./operation.ts";
import { jsonRead } from "./json-read.ts";
import { callStream } from "./stream-call.ts";
import type { Call, CallInput, StreamCall, StreamCallOptions } from "./types.ts";

/**
 * Calls an operation that answers with a stream or a complete body. The option `accept` decides which, else
 * the member of the body that asks for a stream. Without either, the answer may be both.
 */
export function callNegotiated<Item, Output, Result extends AnyResult>(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput = {},
  options: StreamCallOptions = {},
): Call<Output, Result> | StreamCall<Item, Result> {
  const content = successContent(operation);
  const isStream = isStreamWanted(operation, content, input, options);
  if (isStream === undefined) return new OperationCall(core, operation, input, options);
  const wanted = content.filter(({ stream }) => (stream !== undefined) === isStream);
  const accept = wanted.map(({ mediaType }) => mediaType).join(", ");
  const narrowed = { ...operation, readResponse: readerOf(isStream, operation) };
  const given = { accept, ...options };
  return isStream
    ? callStream(core, narrowed, input, given)
    : new OperationCall(core, narrowed, input, given);
}

const successContent = ({ responses }: ClientOperation): MediaTypeDescriptor[] =>
  Object.entries(responses).flatMap(([status, { content = [] }]) =>
    status.startsWith("2") ? content : [],
  );

/** Returns `undefined` if the caller does not specify it. */
function isStreamWanted(
  { requestBody }: ClientOperation,
  content: readonly MediaTypeDescriptor[],
  { body }: CallInput,
  { accept }: StreamCallOptions,
): boolean | undefined {
  if (accept !== undefined) {
    const media = selectMediaType(content, accept);
    return media && media.stream !== undefined;
  }
  const name = requestBody?.streamMember;
  if (name === undefined || !isObject(body)) return undefined;
  return getMember(body, name) === true;
}

/** Returns a reader that accepts only a stream, or only a complete body. */
const readerOf =
  (
    isStream: boolean,
    { readResponse = jsonRead }: ClientOperation,
  ): NonNullable<ClientOperation["readResponse"]> =>
  async (operation, response, context) => {
    const read = await readResponse(operation, response, context);
    const isOther = read.body instanceof ResponseStream !== isStream && read.body !== undefined;
    if (!response.ok || !isOther) return read;
    context.release();
    response.body?.cancel().catch(() => {});
    const reason = `a stream was ${isStream ? "" : "not "}asked for, and the answer is ${isStream ? "none" : "one"}`;
    throw new DecodeError(operation, response, reason);
  };
