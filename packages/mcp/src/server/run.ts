import { parseArgs } from "node:util";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { mcpServerFactory } from "./create-server.ts";
import { credentialVariables } from "./credentials.ts";
import type { McpDefinition } from "./definition.ts";
import { serveHttp } from "./http.ts";
import type { McpServerOptions } from "./options.ts";

const defaultPort = 3333;

/**
 * The command of a generated server: it speaks stdio, or with `--http` Streamable HTTP on this machine. What it
 * has to say goes to the standard error, since the standard output belongs to the protocol.
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

interface Command {
  readonly isHelp: boolean;
  readonly isHttp: boolean;
  readonly port: number;
}

/** `undefined` where the arguments are not those of the command. */
function commandOf(argv: readonly string[]): Command | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        help: { type: "boolean", default: false },
        http: { type: "boolean", default: false },
        port: { type: "string", default: String(defaultPort) },
      },
    });
    const port = Number(values.port);
    if (!/^\d+$/u.test(values.port) || port > 65_535) return undefined;
    return { isHelp: values.help, isHttp: values.http, port };
  } catch {
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
    "Without options it speaks over the standard input and output.",
    "  --http       listen for Streamable HTTP on 127.0.0.1, at /mcp",
    `  --port N     the port, ${defaultPort} unless told; 0: one that is free`,
    "  --help",
    "",
    "Environment:",
    `  ${envPrefix}_BASE_URL  the API's address, unless it is the description's first server`,
    ...variables,
  ].join("\n");
}
