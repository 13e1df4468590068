import type { ApiModel } from "openapi-packages/emitter";
import { modelFromText } from "openapi-packages/emitter/testing";
import type { McpOptions } from "../src/index.ts";
import { select, type Selection } from "../src/emit/selection.ts";
import { listTools } from "../src/tools/list-tools.ts";
import type { ListedTool } from "../src/tools/operation-tool.ts";

/** What the emitter makes of a description's operations. */
export interface Selected extends Selection {
  /** The tools of the server. */
  readonly tools: readonly ListedTool[];
}

/** The tools of a model, as the emitter chooses them. */
export function selected(model: ApiModel, options: McpOptions = {}): Selected {
  const selection = select(model, options, "pets");
  const operations = selection.groups.flatMap((group) => group.operations);
  const offer = { title: model.title, operations, schemas: selection.schemas };
  return { ...selection, tools: listTools(offer) };
}

/** The tools of paths, written in YAML without indentation, and components. */
export async function toolsOf(
  paths: string,
  { components = "{}", ...options }: McpOptions & { components?: string } = {},
): Promise<readonly ListedTool[]> {
  const indented = (text: string): string => text.replace(/^/gm, "  ");
  const text = `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths:
${indented(paths)}
components:
  schemas:
${indented(indented(components))}
`;
  return selected(await modelFromText(text), { tools: "all", ...options }).tools;
}
