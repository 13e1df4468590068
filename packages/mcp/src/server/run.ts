import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { mcpServerFactory } from "./create-server.ts";
import { commandHelp, parseCommand, type Command } from "./command.ts";
import { credentialVariables } from "./credentials.ts";
import type { McpDefinition } from "./definition.ts";
import { serveHttp } from "./http.ts";
import type { McpServerOptions } from "./options.ts";

/**
 * The command of a generated server: it speaks stdio, or with `--http` Streamable HTTP on this machine.
 * Messages go to standard error, because standard output belongs to the protocol.
 *
 * @param argv the arguments of the command
 */
export async function runMcpServer(
  definition: McpDefinition,
  argv: readonly string[] = process.argv.slice(2),
  options: McpServerOptions = {},
): Promise<void> {
  const command = commandOf(argv);
  if (command === undefined || command.isHelp) {
    process.stderr.write(`${helpOf(definition)}\n`);
    process.exitCode = command === undefined ? 2 : 0;
    return;
  }
  const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);
  if (!command.isHttp) {
    serveStdio(mcpServerFactory(definition, options), { onerror: onError });
    return;
  }
  const { url, close } = await serveHttp(definition, { ...options, port: command.port, onError });
  process.stderr.write(`${definition.title}: MCP at ${url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());
}

/** Parses the arguments. Prints the error and returns `undefined` if they are invalid. */
function commandOf(argv: readonly string[]): Command | undefined {
  try {
    return parseCommand(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n`);
    return undefined;
  }
}

function helpOf(definition: McpDefinition): string {
  const { title, envPrefix, schemes } = definition;
  const variables = Object.keys(schemes).flatMap((name) =>
    credentialVariables(definition, name).map((variable) => `  ${variable}  ${name}`),
  );
  return [
    `A Model Context Protocol server of ${title}.`,
    "",
    ...commandHelp,
    "",
    "Environment:",
    `  ${envPrefix}_BASE_URL  the API's address, unless it is the description's first server`,
    ...variables,
  ].join("\n");
}
