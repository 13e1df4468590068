import { checkNumbers } from "@openapi-packages/runtime/internals";
import {
  Server,
  type AuthInfo,
  type CallToolResult,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ServedOperation } from "../operation.ts";
import { shortened } from "../schema/inline-schema.ts";
import { isRecord } from "../schema/resolve.ts";
import { resultArguments } from "../tools/flat-input.ts";
import { listTools } from "../tools/list-tools.ts";
import type { ListedTool } from "../tools/operation-tool.ts";
import { callOperation } from "./call-operation.ts";
import { describe, search } from "./catalog.ts";
import { authOf, credentialVariables, environmentOf } from "./credentials.ts";
import type { McpDefinition } from "./definition.ts";
import { KeptResults } from "./kept-results.ts";
import type { McpServerOptions } from "./options.ts";
import { Secrets } from "./secrets.ts";
import { errorResult, furtherResult, valueResult } from "./tool-results.ts";
import { textOf } from "./result-parts.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What the servers of one process share. */
interface Shared {
  readonly definition: McpDefinition;
  readonly options: McpServerOptions;
  readonly tools: readonly ListedTool[];
  readonly kept: KeptResults;
}

/**
 * Returns a function that creates a server for each connection or request, for `serveStdio` and
 * `createMcpHandler` of the SDK.
 *
 * @throws {TypeError} when a numeric option is invalid
 */
export function mcpServerFactory(
  definition: McpDefinition,
  options: McpServerOptions = {},
): McpServerFactory {
  checkNumbers(options, { maxResultTokens: [1], maxStreamItems: [1] });
  const shared = { definition, options, tools: listTools(definition), kept: new KeptResults() };
  return (context) => serverOf(shared, context.authInfo);
}

function serverOf(shared: Shared, caller: AuthInfo | undefined): Server {
  const { name, title, version, instructions } = shared.definition;
  const server = new Server(
    { name, title, version },
    { capabilities: { tools: {} }, instructions },
  );
  const calls = new Calls(shared, caller);
  server.setRequestHandler("tools/list", () => ({ tools: [...shared.tools] as never }));
  server.setRequestHandler("tools/call", (request, context) =>
    calls.call(request.params.name, request.params.arguments ?? {}, context),
  );
  return server;
}

/** The calls of one caller. */
class Calls {
  readonly #shared: Shared;
  readonly #caller: AuthInfo | undefined;
  readonly #secrets: Secrets;
  #client: object | undefined;

  constructor(shared: Shared, caller: AuthInfo | undefined) {
    this.#shared = shared;
    this.#caller = caller;
    this.#secrets = new Secrets(shared.definition.sensitive);
    if (caller !== undefined) this.#secrets.learn(caller.token);
  }

  async call(name: string, given: Arguments, context: ServerContext): Promise<CallToolResult> {
    const { definition, tools } = this.#shared;
    if (!tools.some((tool) => tool.name === name)) return this.#refuse(`There is no tool ${name}.`);
    const own = definition.operations.find((one) => one.tool === name);
    if (own !== undefined) return this.#execute(own, given, given, context);
    if (name === "search") return search(definition, given);
    const wanted = given["operation"];
    const operation = definition.operations.find(
      ({ id, tool }) => id === wanted || (tool !== undefined && tool === wanted),
    );
    if (operation === undefined)
      return this.#refuse(
        `There is no operation ${textOf(wanted ?? "without a name")}; search gives the ids of those that there are.`,
      );
    if (name === "describe") return describe(definition, operation, given);
    const input = inputOf(given["input"]);
    return input === undefined
      ? this.#refuse("input is an object of arguments, as describe gives them.")
      : this.#execute(operation, input, given, context);
  }

  #refuse(error: string): CallToolResult {
    return errorResult({ error }, { secrets: this.#secrets });
  }

  async #execute(
    operation: ServedOperation,
    input: Arguments,
    given: Arguments,
    context: ServerContext,
  ): Promise<CallToolResult> {
    const { definition, options, kept } = this.#shared;
    const { maxResultTokens = 8000, maxStreamItems = 1000 } = options;
    const results = { kept, secrets: this.#secrets, maxResultTokens };
    const owner = `${this.#caller?.clientId ?? ""} ${operation.id}`;
    const cursor = given[resultArguments.cursor];
    if (typeof cursor === "string" && cursor !== "") return furtherResult(cursor, owner, results);
    const outcome = await callOperation(operation, input, {
      client: this.#connected(),
      schemas: definition.schemas,
      secrets: this.#secrets,
      signal: context.mcpReq.signal,
      maxStreamItems,
      onItem: (item, count) => this.#progress(context, item, count),
      credentialHint: this.#credentialHint(),
    });
    if (outcome.isError) return errorResult(outcome.value, results);
    return valueResult(outcome.value, fieldsOf(given), owner, outcome.notes, results);
  }

  /** The caller's client, created on first use. */
  #connected(): object {
    const { definition, options } = this.#shared;
    const baseUrl = options.baseUrl ?? environmentOf(options)[`${definition.envPrefix}_BASE_URL`];
    this.#client ??= definition.connect({
      ...(baseUrl === undefined || baseUrl === "" ? {} : { baseUrl }),
      ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
      auth: authOf(definition, options, this.#caller, (secret) => this.#secrets.learn(secret)),
    });
    return this.#client;
  }

  async #progress(context: ServerContext, item: unknown, count: number): Promise<void> {
    const { _meta: meta } = context.mcpReq;
    const progressToken = meta?.progressToken;
    if (progressToken === undefined) return;
    const message = shortened(textOf(this.#secrets.hide(item)), 300);
    const params = { progressToken, progress: count, message };
    await context.mcpReq.notify({ method: "notifications/progress", params });
  }

  #credentialHint(): string {
    const { definition, options } = this.#shared;
    if (options.credentials !== undefined)
      return "The API did not take the credentials that this server has for you.";
    const names = Object.keys(definition.schemes).map((scheme) =>
      credentialVariables(definition, scheme).join(" and "),
    );
    return `The credentials come from the environment of this server: ${names.join(", or ")}.`;
  }
}

/** Parses the arguments of `execute`. Models sometimes write them as text. */
function inputOf(input: unknown): Arguments | undefined {
  if (input === undefined || input === null) return {};
  if (isRecord(input)) return input;
  if (typeof input !== "string") return undefined;
  try {
    return inputOf(JSON.parse(input) as object);
  } catch {
    return undefined;
  }
}

function fieldsOf(given: Arguments): readonly string[] | undefined {
  const fields = given[resultArguments.fields];
  if (!Array.isArray(fields) || fields.length === 0) return undefined;
  return fields.filter((field) => typeof field === "string");
}
