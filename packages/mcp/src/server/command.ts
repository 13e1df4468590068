import { parseArgs } from "node:util";

const defaultPort = 3333;

/** The parsed arguments of a server's command. */
export interface Command {
  readonly isHelp: boolean;
  readonly isHttp: boolean;
  readonly port: number;
}

/**
 * Parses the arguments of a server's command.
 *
 * @throws {TypeError} for invalid arguments
 */
export function parseCommand(argv: readonly string[]): Command {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      help: { type: "boolean", default: false },
      http: { type: "boolean", default: false },
      port: { type: "string", default: String(defaultPort) },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/u.test(values.port) || port > 65_535)
    throw new TypeError(`--port must be a number up to 65535, not ${JSON.stringify(values.port)}`);
  return { isHelp: values.help, isHttp: values.http, port };
}

/** The options of the command, for its help. */
export const commandHelp: readonly string[] = [
  "Without options, it uses the standard input and output.",
  "  --http       listen for Streamable HTTP on 127.0.0.1, at /mcp",
  `  --port N     the port, default ${defaultPort}; 0 for a free one`,
  "  --help",
];
