import { arrayMember, stringMember } from "../../json/json.ts";
import { UsageError } from "../../diagnostics/usage-error.ts";
import type { OperationPlace } from "../openapi/operation-places.ts";

/** What `operationName` receives about an operation. */
export interface NamedOperation {
  /** Its operationId; `undefined` without one. */
  readonly operationId: string | undefined;
  /** The method, in upper case. */
  readonly method: string;
  /**
   * The path as in the description, `/items/{item_id}`; the name of a webhook; the expression of a callback.
   */
  readonly path: string;
  readonly tags: readonly string[];
}

/**
 * Names an operation in code, such as `listItems` for `list_items_items__get`, an operationId that a
 * framework made of a function and a path. The name becomes that of the method, types and file; `undefined`
 * keeps the default. The operationId itself does not change. The function must be deterministic.
 */
export type OperationName = (operation: NamedOperation) => string | undefined;

/**
 * Calls the user's function for an operation.
 *
 * @throws {UsageError} if the function throws, or returns something that is not a name
 */
export function nameGivenBy(
  operationName: OperationName,
  { method, path, place }: OperationPlace,
): string | undefined {
  const operationId = stringMember(place.node, "operationId");
  const tags = arrayMember(place.node, "tags").filter((tag) => typeof tag === "string");
  const failed = (reason: string, cause?: unknown): UsageError =>
    new UsageError(`operationName ${reason} for ${method} ${path}`, { cause });
  let name: unknown;
  try {
    name = operationName({ operationId, method, path, tags });
  } catch (error) {
    throw failed(`throws ${error instanceof Error ? error.message : String(error)}`, error);
  }
  if (name === undefined) return undefined;
  if (typeof name !== "string" || !/[\p{ID_Start}]/u.test(name))
    throw failed(`gives ${JSON.stringify(name) ?? typeof name}, which is not a name,`);
  return name;
}
