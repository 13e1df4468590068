import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

type Node = { [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/**
 * The library's description as the peers need it: OpenAPI 3.0, which all of them read, with examples of the identifiers
 * that a library has from the start.
 */
export function descriptionForPeers(): string {
  const path = join(import.meta.dirname, "..", "library", "openapi.yaml");
  const document = parse(readFileSync(path, "utf8")) as Node;
  document["openapi"] = "3.0.3";
  lower(document);
  const { parameters } = document["components"] as { parameters: Node };
  Object.assign(parameters["bookId"] as Node, { example: "x1" });
  const examples: Readonly<Record<string, string>> = { reviewId: "x2", noteId: "x3" };
  for (const item of Object.values(document["paths"] as Node)) {
    for (const parameter of ((item as Node)["parameters"] ?? []) as Node[]) {
      const example = examples[String(parameter["name"])];
      if (example !== undefined) parameter["example"] = example;
    }
  }
  return stringify(document);
}

/** Types of null are `nullable` in OpenAPI 3.0. */
function lower(node: unknown): void {
  if (!isNode(node)) return;
  const { type } = node;
  if (Array.isArray(type)) {
    [node["type"]] = type;
    node["nullable"] = true;
  }
  for (const value of Object.values(node)) lower(value);
}
