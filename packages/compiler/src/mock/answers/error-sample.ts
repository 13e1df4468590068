import { STATUS_CODES } from "node:http";
import { sourceOf, isHolderWord } from "../../compile/errors/error-words.ts";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import type { DescribedSchema } from "@openapi-packages/description/model/api-model";
import {
  composedSchema,
  type ComposedSchema,
} from "@openapi-packages/description/model/schema/composed-schema";
import { unknown, type ComponentSchemas } from "@openapi-packages/description/model/schema/schema";
/** Annotations with which a description gives a value itself. */
const givingValues = ["default", "example", "examples"];

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
  readonly schema: DescribedSchema | undefined;
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
  types: ComponentSchemas,
  isAccepted: (body: Json) => boolean,
): Json {
  let whole = body;
  const adjust = (part: JsonObject, place: ComposedSchema, tokens: readonly string[]): void => {
    if (tokens.length >= deepest) return;
    for (const [name, value] of Object.entries(part)) {
      const at = [...tokens, name];
      const declared = place.properties.find((one) => one.name === name);
      const property = composedSchema(types, declared?.schema ?? unknown, declared?.annotations);
      if (isObject(value) && isHolderWord(name)) adjust(value, property, at);
      const isStated = givesValue(property) || givesValue(place);
      const own = ownValue(name, value, { part, isStated, status });
      if (own === undefined || own === value) continue;
      const next = withMember(whole, at, own);
      if (isAccepted(next)) whole = next;
    }
  };
  if (isObject(body))
    adjust(body, composedSchema(types, schema?.meaning ?? unknown, schema?.annotations), []);
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

const givesValue = ({ parts, annotations }: ComposedSchema): boolean =>
  parts.some(({ kind }) => kind === "enum") || givingValues.some((name) => name in annotations);

function withMember(whole: Json, [name = "", ...rest]: readonly string[], value: Json): Json {
  if (!isObject(whole)) return whole;
  const inner = rest.length === 0 ? value : withMember(whole[name] ?? null, rest, value);
  return { ...whole, [name]: inner };
}
