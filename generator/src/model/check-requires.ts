import { isObject, type JsonObject } from "../json.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Checks the `x-requires` of an operation: the values that members of the record named by its path have to have
 * for a mock to do what is asked.
 */
export function checkRequires(
  context: ModelContext,
  {
    node,
    pointer,
    path,
  }: { readonly node: JsonObject; readonly pointer: string; readonly path: string },
): void {
  const declared = node["x-requires"];
  if (declared === undefined) return;
  const hint = "give the members of the record and their values: { enabled: true }";
  const at = `${pointer}/x-requires`;
  if (!isObject(declared) || Object.keys(declared).length === 0)
    context.report("requires-invalid", "x-requires is no object with members", at, hint);
  else if (Object.values(declared).some((value) => typeof value === "object"))
    context.report(
      "requires-invalid",
      "x-requires has a value that is no text, number or boolean",
      at,
      hint,
    );
  else if (!path.includes("{"))
    context.report(
      "requires-invalid",
      "x-requires stands at a path that names no record",
      at,
      "remove it",
    );
}
