import { member, objectMember, type Json, type JsonObject } from "../../json/json.ts";

/**
 * Returns the names of Media Type Objects in `components` that bodies of certain media types refer
 * to (OpenAPI 3.2).
 * @param isWanted tells whether a media type is one of them
 */
export function referencedMediaTypes(
  document: JsonObject,
  isWanted: (mediaType: string) => boolean,
): Set<string> {
  const declared = objectMember(objectMember(document, "components"), "mediaTypes");
  if (declared === undefined) return new Set();
  const found = new Set<string>();
  const stack: Json[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    for (const [key, value] of Object.entries(node as JsonObject)) {
      const reference = isWanted(key) ? member(value, "$ref") : undefined;
      if (typeof reference === "string") found.add(reference.split("/").at(-1) ?? "");
      stack.push(value);
    }
  }
  return found;
}
