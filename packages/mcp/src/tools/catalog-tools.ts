import type { ListedTool } from "./operation-tool.ts";
import { resultArguments } from "./flat-input.ts";

const reads = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const executes = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

const text = (description: string) => ({ type: "string", description });

/**
 * Returns the three tools that give access to any number of operations.
 *
 * @param title the name of the API for the model
 */
export function catalogTools(title: string, operations: number): ListedTool[] {
  return [
    {
      name: "search",
      title: "Search operations",
      description: `Find operations of ${title}, which has ${operations}, by words of what they do. Without words: its tags.`,
      inputSchema: {
        type: "object",
        properties: {
          query: text("Words, such as: create invoice"),
          tag: text("Operations of this tag alone"),
          limit: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        },
        additionalProperties: false,
      },
      annotations: reads,
    },
    describeTool,
    {
      name: "execute",
      title: "Execute an operation",
      description:
        "Call one operation. Search for it, and read its description, before you do; input is checked in full first.",
      inputSchema: {
        type: "object",
        properties: {
          operation: text("Its id, as search gives it"),
          input: {
            type: "object",
            description: "Its arguments, as describe gives them",
            additionalProperties: true,
          },
          [resultArguments.fields]: {
            type: "array",
            items: { type: "string" },
            description: "Members of the result to keep, e.g. items.name. Left out: all.",
          },
          [resultArguments.cursor]: text("The cursor of a result that was cut, for its next part."),
        },
        required: ["operation"],
        additionalProperties: false,
      },
      annotations: executes,
    },
  ];
}

/** The tool that describes the arguments or result of an operation. */
export const describeTool: ListedTool = {
  name: "describe",
  title: "Describe an operation",
  description:
    "The arguments of an operation as JSON Schema, or its result; member shows one of its members in more detail.",
  inputSchema: {
    type: "object",
    properties: {
      operation: text("Its id, as search gives it, or the name of its tool"),
      part: { type: "string", enum: ["input", "output"], default: "input" },
      member: text("The way to a member, e.g. config.items"),
    },
    required: ["operation"],
    additionalProperties: false,
  },
  annotations: reads,
};
