import { isObject, type Json, type JsonObject } from "../../json.ts";

/** A document with something in the place of percent signs, and the way back. */
export interface HiddenPercents {
  readonly document: JsonObject;
  hide(text: string): string;
  show(text: string): string;
}

/** Of Unicode's private use area: nobody else has a meaning for it. */
const standIn = "\uf825";

/**
 * openapi-typescript decodes names as parts of a URI, which they are not: a property `50%` is its end.
 * Where a name has a percent sign, a copy of the document is given that has another character for it.
 */
export function hidePercents(document: JsonObject): HiddenPercents {
  const same = (text: string): string => text;
  if (!hasPercentName(document)) return { document, hide: same, show: same };
  const hide = (text: string): string => text.replaceAll("%", standIn);
  return {
    document: JSON.parse(hide(JSON.stringify(document))) as JsonObject,
    hide,
    show: (text) => text.replaceAll(standIn, "%").replaceAll("\\uF825", "%"),
  };
}

function hasPercentName(document: JsonObject): boolean {
  const stack: Json[] = [document];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (Array.isArray(value)) for (const one of value as readonly Json[]) stack.push(one);
    if (!isObject(value)) continue;
    for (const key of Object.keys(value)) {
      const member = value[key] as Json;
      const isName = typeof member === "string" && ["name", "operationId", "$ref"].includes(key);
      if (key.includes("%") || (isName && member.includes("%"))) return true;
      if (typeof member === "object" && member !== null) stack.push(member);
    }
  }
  return false;
}
