import type { Schemas, ServedOperation } from "../operation.ts";
import { catalogTools, describeTool } from "./catalog-tools.ts";
import { flatInput, mostToolTokens, operationTool, type ListedTool } from "./operation-tool.ts";

/** What a server offers: the operations that it may call, some of them as tools. */
export interface Offer {
  readonly title: string;
  readonly operations: readonly ServedOperation[];
  readonly schemas: Schemas;
}

/**
 * The tools of a server: one for each operation that has the name of one, and search, describe and execute where
 * there are operations that have none. `describe` comes along where a tool's input is not shown as a whole.
 */
export function listTools({ title, operations, schemas }: Offer): ListedTool[] {
  const named = operations.filter(({ tool }) => tool !== undefined);
  const tools = named.map((operation) => operationTool(operation, schemas));
  if (named.length < operations.length)
    return [...tools, ...catalogTools(title, operations.length)];
  const isCut = named.some((one) => flatInput(one, schemas, mostToolTokens).isCut);
  return isCut ? [...tools, describeTool] : tools;
}
