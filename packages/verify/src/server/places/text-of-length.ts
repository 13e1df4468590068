import { integerRange } from "@openapi-packages/compiler/mock/sample/integer-formats";
import { textOfFormat } from "@openapi-packages/compiler/mock/sample/text-formats";
import { member, type AppliedSchema } from "@openapi-packages/description";
import { ofLength } from "./text-violations.ts";

/** The longest label of a host name (RFC 1035, section 2.3.4). */
const longestLabel = 63;

/** The longest host name in characters (RFC 1035, section 2.3.4). */
const longestHost = 253;

/** The longest address of a mailbox (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
const longestAddress = 254;

type Lengthen = (text: string, length: number) => string | undefined;

const lengthenings: Readonly<Record<string, Lengthen>> = {
  email: longerAddress,
  "idn-email": longerAddress,
  hostname: longerHost,
  "idn-hostname": longerHost,
  uri: longerUri,
  url: longerUri,
  iri: longerUri,
  "uri-reference": longerUri,
  "iri-reference": longerUri,
  password: ofLength,
};

/**
 * Returns a text with so many characters that its formats still allow; `undefined` if there is none, or it is not
 * known how to make one. Repeating the last character would make the last label of an address too long.
 */
export function textOfLength(
  schemas: readonly AppliedSchema[],
  text: string,
  length: number,
): string | undefined {
  const formats = new Set(
    schemas
      .map(({ json }) => member(json, "format"))
      .filter((format): format is string => typeof format === "string")
      .filter((format) => (textOfFormat(format, "") ?? integerRange(format)) !== undefined),
  );
  const [format] = formats;
  if (format === undefined) return ofLength(text, length);
  if (formats.size > 1) return undefined;
  if (Array.from(text).length === length) return text;
  const lengthen = Object.hasOwn(lengthenings, format) ? lengthenings[format] : undefined;
  // A part of an address is none.
  const isCut = Array.from(text).length > length && lengthen !== ofLength;
  return isCut ? undefined : lengthen?.(text, length);
}

function longerAddress(text: string, length: number): string | undefined {
  const at = text.lastIndexOf("@") + 1;
  if (at === 0 || length > longestAddress) return undefined;
  const local = text.slice(0, at);
  const host = longerHost(text.slice(at), length - Array.from(local).length);
  return host === undefined ? undefined : local + host;
}

function longerHost(text: string, length: number): string | undefined {
  if (length > longestHost) return undefined;
  const further = length - Array.from(text).length;
  // One character has no room for a dot.
  if (further === 1) return text.indexOf(".") < longestLabel ? `a${text}` : undefined;
  let host = text;
  for (let left = further; left > 0;) {
    const whole = Math.min(left, longestLabel + 1);
    const taken = left - whole === 1 ? whole - 1 : whole;
    host = `${"a".repeat(taken - 1)}.${host}`;
    left -= taken;
  }
  return host;
}

function longerUri(text: string, length: number): string | undefined {
  const isHostLast = /^[^/?#]*:\/\/[^/?#]*$/.test(text);
  return ofLength(isHostLast ? `${text}/a` : `${text}a`, length);
}
