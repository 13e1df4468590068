import type { ApiModel } from "openapi-packages/emitter";
import type { Schemas, ServedOperation } from "../operation.ts";
import { catalogTools } from "../tools/catalog-tools.ts";
import { listTools } from "../tools/list-tools.ts";
import { estimateTokens } from "../tools/tokens.ts";
import { catalogNames, longestToolName, toolNames } from "../tools/tool-names.ts";
import { reachedSchemas } from "./kept-schema.ts";
import { defaultBudget, type McpOptions, type ToolChoice } from "./options.ts";
import { servedOperation, toolMark, type ToolMark } from "./served-operations.ts";

/** The operations of a server, and the cost of its tools. */
export interface Selection {
  /** The operations by the file of their tag. */
  readonly groups: readonly {
    readonly fileName: string;
    readonly operations: readonly ServedOperation[];
  }[];
  readonly schemas: Schemas;
  readonly costs: Costs;
}

/** The estimated tokens of lists of tools. */
export interface Costs {
  /** The cost of tools for all operations. */
  readonly all: number;
  /** The cost of search, describe and execute. */
  readonly catalog: number;
  /** The cost of the chosen tools. */
  readonly chosen: number;
  readonly budget: number;
  readonly operations: number;
  /** The number of operations with a tool of their own. */
  readonly tools: number;
}

interface Marked {
  readonly fileName: string;
  readonly operation: ServedOperation;
  readonly mark: ToolMark;
}

/**
 * Chooses the operations that become tools.
 *
 * @throws {Error} when options or `x-mcp` refer to an unknown operation or tag, or contain an invalid name
 */
export function select(model: ApiModel, options: McpOptions, serverName: string): Selection {
  const { tools, budget = defaultBudget } = options;
  const marked = model.groups.flatMap((group) =>
    group.operations.flatMap((operation): Marked[] => {
      const mark = toolMark(model, operation);
      if (mark.isTool === false) return [];
      return [
        { fileName: group.fileName, operation: servedOperation(group, operation, mark), mark },
      ];
    }),
  );
  const served = marked.map(({ operation }) => operation);
  const schemas = reachedSchemas(served.flatMap(schemasOf), model.schemas);
  const names = namesOf(marked, serverName);
  const named = served.map((operation) => ({ ...operation, tool: names.get(operation.id) ?? "" }));
  const cost = (operations: readonly ServedOperation[]): number =>
    listTools({ title: model.title, operations, schemas }).reduce(
      (sum, tool) => sum + estimateTokens(tool),
      0,
    );
  const all = cost(named);
  const isChosen = choice(marked, tools, all <= budget);
  const operations = served.map((plain, index) => {
    const isTool = isChosen(marked[index] as Marked);
    return isTool ? (named[index] ?? plain) : plain;
  });
  const catalog = catalogTools(model.title, served.length);
  return {
    schemas,
    groups: grouped(
      marked.map(({ fileName }) => fileName),
      operations,
    ),
    costs: {
      all,
      catalog: catalog.reduce((sum, tool) => sum + estimateTokens(tool), 0),
      chosen: cost(operations),
      budget,
      operations: served.length,
      tools: operations.filter(({ tool }) => tool !== undefined).length,
    },
  };
}

const schemasOf = ({ parameters, body, output }: ServedOperation) => [
  ...parameters.map(({ schema }) => schema),
  ...(body === undefined ? [] : [body.schema]),
  ...(output === undefined ? [] : [output]),
];

function grouped(
  files: readonly string[],
  operations: readonly ServedOperation[],
): Selection["groups"] {
  return [...new Set(files)].map((fileName) => ({
    fileName,
    operations: operations.filter((_, index) => files[index] === fileName),
  }));
}

/** Returns the operations that become tools. Those marked by `x-mcp` always do. */
function choice(
  marked: readonly Marked[],
  tools: McpOptions["tools"],
  isCheap: boolean,
): (one: Marked) => boolean {
  const isMarked = ({ mark }: Marked): boolean => mark.isTool === true;
  if (tools === "all") return () => true;
  if (tools === "none") return isMarked;
  if (tools === undefined) return isCheap && !marked.some(isMarked) ? () => true : isMarked;
  checkChoice(marked, tools);
  const { tags = [], operations = [] } = tools;
  return (one) =>
    isMarked(one) || tags.includes(one.operation.tag) || operations.includes(one.operation.id);
}

function checkChoice(marked: readonly Marked[], { tags = [], operations = [] }: ToolChoice): void {
  const knownTags = [...new Set(marked.map(({ operation }) => operation.tag))];
  const tag = tags.find((one) => !knownTags.includes(one));
  if (tag !== undefined)
    throw new Error(
      `tools.tags: there is no tag ${JSON.stringify(tag)}; there are ${knownTags.join(", ")}`,
    );
  const id = operations.find((one) => !marked.some(({ operation }) => operation.id === one));
  if (id !== undefined)
    throw new Error(
      `tools.operations: there is no operation ${JSON.stringify(id)}, or its x-mcp is false; names are operationIds, as the description has them`,
    );
}

/** Returns the names of tools by operationId. Names in `x-mcp` are used unchanged. */
function namesOf(marked: readonly Marked[], serverName: string): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const most = longestToolName(serverName);
  for (const { operation, mark } of marked) {
    const { name } = mark;
    if (name === undefined) continue;
    if (!/^[\w-]+$/.test(name) || name.length > most)
      throw new Error(
        `${operation.id}: x-mcp.name ${JSON.stringify(name)} is not a tool name: use at most ${most} letters, digits, _ and -`,
      );
    const taken = [...given].find(([, other]) => other === name)?.[0];
    if (taken !== undefined || catalogNames.some((own) => own === name))
      throw new Error(
        `${operation.id}: x-mcp.name ${JSON.stringify(name)} is taken by ${taken ?? "the server's own tool"}`,
      );
    given.set(operation.id, name);
  }
  const others = marked.map(({ operation }) => operation.id).filter((id) => !given.has(id));
  return new Map([...toolNames(others, serverName, [...given.values()]), ...given]);
}
