/**
 * The runtime of generated Model Context Protocol servers: `@openapi-packages/mcp/server`.
 *
 * @packageDocumentation
 */
export { mcpServerFactory } from "./create-server.ts";
export type { ConnectOptions, CredentialValue, McpDefinition } from "./definition.ts";
export {
  mcpFetch,
  serveHttp,
  type McpFetch,
  type McpHttpOptions,
  type McpListener,
  type McpListenOptions,
} from "./http.ts";
export type { CredentialRequest, McpServerOptions } from "./options.ts";
export { runMcpServer } from "./run.ts";
export type {
  JsonSchema,
  OperationBody,
  OperationParameter,
  SchemaObject,
  Schemas,
  ServedOperation,
} from "../operation.ts";
