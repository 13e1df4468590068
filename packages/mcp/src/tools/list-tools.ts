import type { Schemas, ServedOperation } from "../operation.ts";
import { catalogTools, describeTool } from "./catalog-tools.ts";
import { flatInput, mostToolTokens, operationTool, type ListedTool } from "./operation-tool.ts";

/** What a server offers: its operations, some of them as tools. */
export interface Offer {
  readonly title: string;
  readonly operations: readonly ServedOperation[];
  readonly schemas: Schemas;
}

/**
 * Returns the tools of a server: one for each operation with a tool name, and search, describe and execute if
 * some operations have none. `describe` is included as well if a tool's input is not shown completely.
 */
export function listTools({ title, operations, schemas }: Offer): ListedTool[] {
  const named = operations.filter(({ tool }) => tool !== undefined);
  const tools = named.map((operation) => operationTool(operation, schemas));
  if (named.length < operations.length)
    return [...tools, ...catalogTools(title, operations.length)];
  const isCut = named.some((one) => flatInput(one, schemas, mostToolTokens).isCut);
  return isCut ? [...tools, describeTool] : tools;
}
