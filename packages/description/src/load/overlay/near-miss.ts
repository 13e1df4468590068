import { dirname, relative, sep } from "node:path";
import type { JSONPathNode, JSONPathQuery, JSONValue } from "json-p3";
import { isObject, pointerParts, stringMember, type JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { resolveReference } from "../read/resolve-reference.ts";
import type { SourceFile } from "../read/source-file.ts";
import { isUrl } from "../read/source-names.ts";
import type { BoundedQuery } from "./bounded-query.ts";
import type { Path } from "../read/origins.ts";

/** The maximum number of names listed when none is near. */
const mostListed = 5;

/** Returns the hint for a query that selects nothing: where it stops, and the nearest name there. */
export function nearMiss(
  query: BoundedQuery,
  root: JsonObject,
  file: SourceFile,
  overlay: SourceFile,
): string {
  const { reached, nodes } = longestMatch(query, root);
  const missing = query.segments[reached];
  const rest = query.segments.slice(reached + 1).map((one) => shorthand(String(one)));
  const [selector] = missing?.selectors ?? [];
  const name =
    selector !== undefined && "name" in selector && typeof selector.name === "string"
      ? selector.name
      : undefined;
  return (
    throughReference(nodes, name, rest, file, overlay) ??
    (name === undefined ? undefined : misspelt(nodes, name, rest)) ??
    holders(query, reached, nodes)
  );
}

/** Returns the longest beginning of a query that still selects something, at least the document. */
function longestMatch(
  query: BoundedQuery,
  root: JsonObject,
): { readonly reached: number; readonly nodes: readonly JSONPathNode[] } {
  for (let reached = query.segments.length - 1; reached > 0; reached -= 1) {
    const { nodes } = query.beginning(reached).query(root as JSONValue);
    if (nodes.length > 0) return { reached, nodes };
  }
  return {
    reached: 0,
    nodes: query.beginning(0).query(root as JSONValue).nodes,
  };
}

/**
 * Returns the hint for a query that ends at a reference, which queries do not follow: the path to its target.
 */
function throughReference(
  nodes: readonly JSONPathNode[],
  name: string | undefined,
  rest: readonly string[],
  file: SourceFile,
  overlay: SourceFile,
): string | undefined {
  const [node] = nodes;
  const references = nodes.flatMap(({ value }) => stringMember(value, "$ref") ?? []);
  const [reference] = references;
  if (node === undefined || reference === undefined || references.length < nodes.length)
    return undefined;
  const where = `${jsonPath(node.location)} is a reference to ${reference}`;
  const further = (name === undefined ? "" : jsonPath([name]).slice(1)) + rest.join("");
  if (reference.startsWith("#/"))
    return `${where}: write ${jsonPath(pointerParts(reference.slice(1)))}${further}`;
  const { path, fragment } = resolveReference(file, reference);
  const target = `${jsonPath(pointerParts(fragment.replace(/^(?!\/).*/s, "")))}${further}`;
  return `${where}, another file: write ${target} into an overlay with extends: ${wayTo(path, overlay)}`;
}

/** Returns the path of a file for `extends` in an overlay. */
function wayTo(path: string, overlay: SourceFile): string {
  if (isUrl(path) || isUrl(overlay.path)) return path;
  return relative(dirname(overlay.path), path).split(sep).join("/");
}

function misspelt(
  nodes: readonly JSONPathNode[],
  name: string,
  rest: readonly string[],
): string | undefined {
  const named = nodes.map(({ value }) => (isObject(value) ? Object.keys(value) : []));
  const nearest = nearestName(name, new Set(named.flat()));
  if (nearest === undefined) return undefined;
  const holder = nodes[named.findIndex((names) => names.includes(nearest))];
  return `did you mean ${jsonPath([...(holder?.location ?? []), nearest])}${rest.join("")}?`;
}

function holders(query: JSONPathQuery, reached: number, nodes: readonly JSONPathNode[]): string {
  const [first] = nodes;
  if (first === undefined) return "correct the query";
  const where = jsonPath(first.location);
  if (nodes.length > 1) {
    const beginning = query.segments.slice(0, reached).map((one) => shorthand(String(one)));
    return `$${beginning.join("")} selects ${nodes.length} values, and none of them has ${shorthand(String(query.segments[reached]))}`;
  }
  if (Array.isArray(first.value)) return `${where} is a list of ${first.value.length}`;
  if (!isObject(first.value)) return `${where} is ${JSON.stringify(first.value)}`;
  const names = Object.keys(first.value);
  const listed = names.slice(0, mostListed).join(", ");
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  return names.length === 0 ? `${where} is empty` : `${where} has ${listed}${more}`;
}

/** Rewrites `[*]` and `["a b"]`, as the library prints segments, in the usual `.*` and `['a b']`. */
function shorthand(segment: string): string {
  const name = /^(\.\.)?\[(["'])([A-Za-z_][A-Za-z0-9_]*)\2\]$/.exec(segment);
  if (name !== null) return `${name[1] ?? "."}${name[3] ?? ""}`;
  return segment.replace(/^(\.\.)?\[\*\]$/, (_, descendant?: string) => `${descendant ?? "."}*`);
}

/** Writes a path as a JSONPath in the usual form: `$.paths['/pets'].get` (RFC 9535, section 2.5). */
export function jsonPath(path: Path): string {
  return `$${path.map(jsonPathSegment).join("")}`;
}

function jsonPathSegment(part: string | number): string {
  if (typeof part === "number") return `[${part}]`;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) return `.${part}`;
  return `['${part.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}
