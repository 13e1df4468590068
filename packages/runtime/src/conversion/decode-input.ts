import type { JsonObject } from "../members.ts";
import { getMember } from "../members.ts";
import type { Decoder, OperationCodec } from "../operation-codec.ts";
import type { Issue } from "../validation/issues.ts";
import { ConversionError } from "./conversion-error.ts";

/**
 * Converts the parameters and the body of an operation's input in place. A body that is a stream is not
 * converted.
 *
 * @param mediaType that of the body, as in the description
 * @returns an issue for each part that cannot be converted
 */
export function decodeInput(
  codec: OperationCodec,
  input: JsonObject,
  mediaType: string | undefined,
): Issue[] {
  const { body = {} } = codec;
  const decoders: readonly (readonly [Issue["in"], Decoder | undefined])[] = [
    ["path", codec.path],
    ["query", codec.query],
    ["header", codec.header],
    ["cookie", codec.cookie],
    ["body", mediaType === undefined ? undefined : (getMember(body, mediaType) as Decoder)],
  ];
  return decoders.flatMap(([location, decode]) => {
    const value = input[location];
    if (decode === undefined || value === undefined) return [];
    if (typeof value === "object" && value !== null && Symbol.asyncIterator in value) return [];
    try {
      input[location] = decode(value);
      return [];
    } catch (error) {
      return [issueOf(location, error)];
    }
  });
}

/**
 * Returns the issue of a conversion error.
 *
 * @throws any other error
 */
export function issueOf(location: Issue["in"], error: unknown): Issue {
  if (!(error instanceof ConversionError)) throw error;
  return { in: location, pointer: error.pointer, keyword: "format", message: error.reason };
}
