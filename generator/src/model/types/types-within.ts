import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json.ts";

/** A type in the forms of `typeSchema`, and all that are written within it. */
export function typesWithin(type: Json): JsonObject[] {
  const found: JsonObject[] = [];
  const stack: (Json | undefined)[] = [type];
  while (stack.length > 0) {
    const one = stack.pop();
    if (!isObject(one)) continue;
    found.push(one);
    const properties = member(one, "properties");
    if (isObject(properties)) stack.push(...Object.values(properties));
    for (const name of ["allOf", "anyOf", "index", "prefix"]) stack.push(...arrayMember(one, name));
    stack.push(one["items"], one["rest"], one["schema"]);
  }
  return found;
}
