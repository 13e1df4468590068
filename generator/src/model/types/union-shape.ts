import { isObject, member, type Json } from "../../json.ts";

/** One of several; nothing is said where one of them says nothing. */
export function unionShape(shapes: readonly Json[]): Json {
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined && member(only, "anyOf") === undefined) return only;
  const flat = shapes.flatMap((shape) => {
    const branches =
      isObject(shape) && Object.keys(shape).length === 1 ? shape["anyOf"] : undefined;
    return Array.isArray(branches) ? (branches as readonly Json[]) : [shape];
  });
  const possible = flat.filter((shape) => shape !== false);
  if (possible.some((shape) => isObject(shape) && Object.keys(shape).length === 0)) return {};
  const unique = [...new Map(possible.map((shape) => [JSON.stringify(shape), shape])).values()];
  if (unique.length === 0) return false;
  return unique.length === 1 ? (unique[0] as Json) : { anyOf: unique };
}
