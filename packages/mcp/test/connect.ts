import { Client, type CallToolResult } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import {
  mcpServerFactory,
  type McpDefinition,
  type McpServerOptions,
} from "../src/server/index.ts";

/** A client of the SDK that speaks to a server in this process. */
export async function connected(
  definition: McpDefinition,
  options: McpServerOptions = {},
): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = await mcpServerFactory(definition, { environment: {}, ...options })({
    era: "legacy",
  });
  await server.connect(far);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}

/** The texts of a result. */
export const textsOf = ({ content }: CallToolResult): string[] =>
  content.map((one) => (one.type === "text" ? one.text : one.type));

/** The first text of a result, which is JSON. */
export const valueOf = (result: CallToolResult): unknown =>
  JSON.parse(textsOf(result)[0] ?? "") as unknown;
