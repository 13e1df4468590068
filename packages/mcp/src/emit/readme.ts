import {
  markdownCode,
  markdownFile,
  markdownLine,
  type ApiModel,
  type EmittedFile,
} from "openapi-packages/emitter";
import { credentialVariables } from "../server/credentials.ts";
import type { McpDefinition } from "../server/definition.ts";
import { bytesPerToken, estimateTokens } from "../tools/tokens.ts";
import { operationTool } from "../tools/operation-tool.ts";
import type { Selection } from "./selection.ts";

/** The parts of a server in its README, beside the tools. */
export type Served = Pick<McpDefinition, "name" | "envPrefix" | "schemes">;

/** Describes the cost of a server's tools in a sentence. */
export function costText({ costs }: Selection): string {
  const { all, catalog, chosen, budget, operations, tools } = costs;
  const everyOne = `the tools of all ${operations} operations would cost about ${count(all)} tokens (budget ${count(budget)})`;
  if (tools === operations)
    return `${operations} operations are tools, which cost about ${count(chosen)} tokens (budget ${count(budget)})`;
  const reached = `search, describe and execute, which cost about ${count(catalog)}`;
  if (tools === 0) return `${everyOne}; they are reached by ${reached}`;
  return `${everyOne}; ${tools} of them are tools, the others are reached by ${reached}: about ${count(chosen)} in all`;
}

const count = (value: number): string => value.toLocaleString("en-US");

/** Returns the README of the generated package. */
export function readmeFile(
  model: ApiModel,
  packageName: string,
  selection: Selection,
  served: Served,
): EmittedFile {
  const entry = {
    mcpServers: {
      [served.name]: {
        command: "node",
        args: ["/path/to/mcp/dist/main.js"],
        env: Object.fromEntries(variablesOf(served).map(({ variable }) => [variable, "…"])),
      },
    },
  };
  return markdownFile("mcp/README.md", [
    `# ${markdownCode(packageName)}`,
    "",
    `A Model Context Protocol server of ${markdownLine(model.title)}. Clients that have a file of servers, such as Claude Desktop, get:`,
    "",
    "```json",
    JSON.stringify(entry, null, 2).replaceAll("```", "\\u0060\\u0060\\u0060"),
    "```",
    "",
    "`node dist/main.js --http` listens for Streamable HTTP on this machine, `--help` says what there is.",
    "",
    "| variable | |",
    "|---|---|",
    `| ${markdownCode(`${served.envPrefix}_BASE_URL`)} | the API's address${model.servers.length > 0 ? `, unless it is ${markdownCode(model.servers[0] ?? "")}` : ""} |`,
    ...variablesOf(served).map(
      ({ variable, scheme }) =>
        `| ${markdownCode(variable)} | the credential of ${markdownCode(scheme)} |`,
    ),
    "",
    "## Tools",
    "",
    `Here ${markdownLine(costText(selection))}. A token is estimated as ${bytesPerToken} bytes of the JSON that \`tools/list\` answers with.`,
    "",
    ...toolTable(selection),
  ]);
}

function variablesOf(served: Served): { variable: string; scheme: string }[] {
  return Object.keys(served.schemes).flatMap((scheme) =>
    credentialVariables(served, scheme).map((variable) => ({ variable, scheme })),
  );
}

function toolTable({ groups, schemas }: Selection): string[] {
  const tools = groups
    .flatMap(({ operations }) => operations)
    .filter(({ tool }) => tool !== undefined);
  if (tools.length === 0) return [];
  return [
    "| tool | operation | tokens |",
    "|---|---|---|",
    ...tools.map((operation) => {
      const tool = operationTool(operation, schemas);
      const request = markdownCode(`${operation.method} ${operation.path}`);
      return `| ${markdownCode(tool.name)} | ${request} | ${estimateTokens(tool)} |`;
    }),
  ];
}
