import type { ParameterDescriptor } from "../operation.ts";
import { splitOnce } from "./decode.ts";
import { encodeParameter } from "./encode.ts";
import { percentDecodeLeniently } from "./percent-encoding.ts";
import type { QueryPair } from "./query.ts";
import { getMember } from "../members.ts";

/** Splits a Cookie header into pairs (RFC 6265, 4.2.1), the values still encoded. */
export function parseCookies(header: string): QueryPair[] {
  return header.split(";").flatMap((pair) => {
    const [name, text] = splitOnce(pair.trim());
    const unquoted = /^"(.*)"$/.exec(text)?.[1] ?? text;
    return name === "" ? [] : { name: percentDecodeLeniently(name), text: unquoted };
  });
}

/** Writes cookie parameters as the value of a Cookie header; empty if none has a value. */
export function encodeCookies(
  parameters: readonly ParameterDescriptor[],
  values: object | undefined,
): string {
  return parameters
    .map((parameter) => encodeParameter(parameter, getMember(values, parameter.name)))
    .filter((text) => text !== "")
    .join("; ");
}
