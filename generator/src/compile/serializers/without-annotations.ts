import { isAnnotation } from "../../annotation-keywords.ts";
import { isObject, type Json } from "../../json.ts";

/** A schema without the keywords that ask nothing of its values. */
export function withoutAnnotations(schema: Json): Json {
  if (!isObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}
