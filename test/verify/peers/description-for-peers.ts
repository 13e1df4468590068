import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

type Node = { [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** What users of the peers write into a description, so that requests can be made of it. */
export interface PeerExamples {
  /** By the name of a parameter. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Bodies of requests, by operation. */
  readonly bodies?: Readonly<Record<string, unknown>>;
}

/** The library's description as the peers need it, with the identifiers that a library has from the start. */
export function descriptionForPeers(): string {
  const path = join(import.meta.dirname, "..", "library", "openapi.yaml");
  return withExamples(path, { parameters: { bookId: "x1", reviewId: "x2", noteId: "x3" } });
}

/** A description as the peers need it: OpenAPI 3.0, which all of them read, with examples. */
export function withExamples(path: string, { parameters, bodies = {} }: PeerExamples): string {
  const document = parse(readFileSync(path, "utf8")) as Node;
  document["openapi"] = "3.0.3";
  lower(document);
  visit(document, (node) => {
    const { name, in: place, operationId, requestBody } = node;
    if (typeof place === "string" && typeof name === "string" && name in parameters)
      node["example"] = parameters[name];
    if (typeof operationId !== "string" || !isNode(requestBody) || !(operationId in bodies)) return;
    const [content] = Object.values((requestBody["content"] ?? {}) as Node);
    if (isNode(content)) content["example"] = bodies[operationId];
  });
  return stringify(document);
}

function visit(node: unknown, look: (node: Node) => void): void {
  if (!isNode(node)) return;
  look(node);
  for (const value of Object.values(node)) visit(value, look);
}

/** Types of null are `nullable` in OpenAPI 3.0. */
function lower(document: Node): void {
  visit(document, (node) => {
    const { type } = node;
    if (!Array.isArray(type)) return;
    [node["type"]] = type;
    node["nullable"] = true;
  });
}
