import { STATUS_CODES } from "node:http";
import { sourceOf, isHolderWord } from "../../compile/errors/error-words.ts";
import {
  mergedSchema,
  type MergedSchema,
} from "@openapi-packages/description/model/applied/merged-schema";
import type { NamedSchemas } from "../../compile/named-schemas.ts";
import {
  isObject,
  member,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";

/** Keywords with which a description gives a value itself. */
const valueKeywords = ["const", "enum", "default", "example", "examples"];

/** The reason phrases of RFC 9110; Node has older wording for some of them. */
const phrases: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: "Content Too Large",
  422: "Unprocessable Content",
};

/** The depth to which objects within errors are searched. */
const deepest = 3;

/** An error body that was made from a schema, and the status that it is answered with. */
export interface ErrorSample {
  readonly schema: Json;
  readonly status: number;
  readonly body: Json;
}

/**
 * Returns an error body that fits its status. Members with usual names get the status or its reason
 * phrase, and `type` beside `title` becomes `about:blank` (RFC 9457, section 4.2.1). A value that the
 * description gives stays, unless it is another status. A change that is not accepted is not made.
 */
export function errorSample(
  { schema, status, body }: ErrorSample,
  schemas: NamedSchemas,
  isAccepted: (body: Json) => boolean,
): Json {
  let whole = body;
  const adjust = (part: Json, place: Json, tokens: readonly string[]): void => {
    const merged = mergedSchema((reference) => schemas.target(reference), place);
    if (!isObject(part) || merged === undefined || tokens.length >= deepest) return;
    for (const [name, value] of Object.entries(part)) {
      const at = [...tokens, name];
      const property = merged.properties.get(name) ?? true;
      if (isObject(value) && isHolderWord(name)) adjust(value, property, at);
      const own = ownValue(name, value, {
        part,
        isStated: hasGivenValue(merged, property, schemas),
        status,
      });
      if (own === undefined || own === value) continue;
      const next = withMember(whole, at, own);
      if (isAccepted(next)) whole = next;
    }
  };
  adjust(body, schema, []);
  return whole;
}

interface Place {
  readonly part: JsonObject;
  /** True if the description gives the member's value. */
  readonly isStated: boolean;
  readonly status: number;
}

/** Returns the value of a member that depends on the status; `undefined` for other members. */
function ownValue(name: string, value: Json, { part, isStated, status }: Place): Json | undefined {
  const phrase = phrases[status] ?? String(status);
  const source = sourceOf(name, false);
  const isNumber = typeof value === "number";
  if (!isNumber && typeof value !== "string") return undefined;
  if (source === "status" && (isNumber || !isStated || /^[45]\d\d$/.test(value)))
    return isNumber ? status : String(status);
  if (isStated) return undefined;
  if (isNumber) return source === "code" ? status : undefined;
  if (name.toLowerCase() === "type" && "title" in part) return "about:blank";
  if (source === "title" || source === "detail") return phrase;
  return source === "code" ? phrase.replaceAll(/[^A-Za-z]/g, "") : undefined;
}

function hasGivenValue({ keywords }: MergedSchema, property: Json, schemas: NamedSchemas): boolean {
  const merged = mergedSchema((reference) => schemas.target(reference), property);
  const own = merged?.keywords ?? {};
  return (
    valueKeywords.some((keyword) => member(own, keyword) !== undefined) ||
    ["example", "examples", "default", "const"].some((one) => member(keywords, one) !== undefined)
  );
}

function withMember(whole: Json, [name = "", ...rest]: readonly string[], value: Json): Json {
  if (!isObject(whole)) return whole;
  const inner = rest.length === 0 ? value : withMember(whole[name] ?? null, rest, value);
  return { ...whole, [name]: inner };
}
