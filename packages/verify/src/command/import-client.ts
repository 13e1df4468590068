import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "@openapi-packages/description";
import type { ClientAdapter } from "../client/adapter.ts";
import type { ClientTable } from "../client/adapters/table.ts";

/**
 * Imports a client that is a module's default export.
 *
 * @throws {UsageError} when there is no such module, or it has none
 */
export async function importClient(path: string): Promise<ClientTable | ClientAdapter> {
  let module: { readonly default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the client ${JSON.stringify(path)} cannot be imported: ${reason}`, {
      cause: error,
    });
  }
  const client = module.default;
  if (typeof client === "function" || (typeof client === "object" && client !== null))
    return client as ClientTable | ClientAdapter;
  throw new UsageError(
    `${JSON.stringify(path)} has no default export of a client: an object of functions by operationId, or an adapter`,
  );
}
