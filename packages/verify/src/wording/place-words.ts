import { pointerParts, toPointer } from "@openapi-packages/description";
import type { Issue } from "@openapi-packages/runtime";

/** Writes a place in a value as programs do: `pets[0].name`. Empty for the whole value. */
export function memberPath(pointer: string): string {
  return pointerParts(pointer)
    .map((token, index) => {
      if (/^(?:\d+|\*)$/.test(token)) return `[${token}]`;
      if (/^[\p{L}_$][\p{L}\d_$-]*$/u.test(token)) return index === 0 ? token : `.${token}`;
      return `[${JSON.stringify(token)}]`;
    })
    .join("");
}

/** Names a place in something: `` `pets[0].name` of the answer 200 ``, or the whole. */
export function placeIn(whole: string, pointer: string): string {
  return pointer === "" ? whole : `\`${memberPath(pointer)}\` of ${whole}`;
}

/** Names a place in a request: `` `age` of the body ``, `` the query parameter `limit` ``. */
export function requestPlaceWords(location: Issue["in"], pointer: string): string {
  if (location === "body") return placeIn("the body", pointer);
  const [name = "", ...rest] = pointerParts(pointer);
  const kind = location === "header" || location === "cookie" ? location : `${location} parameter`;
  return placeIn(`the ${kind} \`${name}\``, toPointer(rest));
}

/** Returns the pointer of the object around a member. */
export const around = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf("/"));
