import { arrayMember, stringMember } from "../../json.ts";
import { UsageError } from "../../usage-error.ts";
import type { OperationPlace } from "../openapi/operation-places.ts";

/** What an operation can be named by. */
export interface NamedOperation {
  /** Its operationId; `undefined` where it has none. */
  readonly operationId: string | undefined;
  /** The method, in upper case. */
  readonly method: string;
  /** The path as the description has it, `/items/{item_id}`; of a webhook its name, of a callback its expression. */
  readonly path: string;
  readonly tags: readonly string[];
}

/**
 * Names an operation in code: `listItems` for `list_items_items__get`, as frameworks make operationIds of
 * functions and paths. The words that it returns become the names of method, types and file; it gives
 * `undefined` to leave the name as it is. The operationId itself stays. It has to give the same name for the
 * same operation each time.
 */
export type OperationName = (operation: NamedOperation) => string | undefined;

/**
 * The name that a function gives an operation.
 *
 * @throws {UsageError} when it throws, or gives something else than a name
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
    throw failed(`gives ${JSON.stringify(name) ?? typeof name}, which is no name,`);
  return name;
}
