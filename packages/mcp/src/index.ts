export { mcp } from "./emit/emit-mcp.ts";
export type { McpOptions, ToolChoice } from "./emit/options.ts";
