import type { NodeLocation, RuleContext } from "./redocly-types.ts";

/** A mapping of the description with unchecked members. */
export type DescriptionNode = Readonly<Record<string, unknown>>;

/** A mapping with its location. */
export interface LocatedNode {
  readonly node: DescriptionNode;
  readonly location: NodeLocation;
}

/** True if the value is a mapping, not a list. */
export function isNode(value: unknown): value is DescriptionNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True if the value is a string that is not blank. */
export function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The entries of a mapping; empty for anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : [];
}

/**
 * Resolves `$ref` (Reference Object, OpenAPI 3.1) to a mapping without one. Returns `undefined` for a
 * node that is not a mapping or cannot be resolved: Redocly's own `no-unresolved-refs` reports those.
 */
export function follow(
  context: RuleContext,
  node: unknown,
  location: NodeLocation,
): LocatedNode | undefined {
  if (!isNode(node)) return undefined;
  if (typeof node["$ref"] !== "string") return { node, location };
  const resolved = context.resolve(node, location.source.absoluteRef);
  if (!isNode(resolved.node) || resolved.location === undefined) return undefined;
  return { node: resolved.node, location: resolved.location };
}

/** Returns the location of a node as a string that identifies it. */
export function placeOf(location: NodeLocation): string {
  return `${location.source.absoluteRef}${location.pointer}`;
}

/** Lists the media types of the operation's successful (2xx) responses, through references. */
export function successMediaTypes(
  context: RuleContext,
  operation: DescriptionNode,
): (LocatedNode & { readonly mediaType: string })[] {
  const responses = context.location.child("responses");
  return entriesOf(operation["responses"])
    .filter(([status]) => /^2(\d\d|XX)$/.test(status))
    .flatMap(([status, node]) => mediaTypesOf(context, node, responses.child(status)));
}

/** Lists the media types of a Request Body or Response Object, through references. */
export function mediaTypesOf(
  context: RuleContext,
  node: unknown,
  location: NodeLocation,
): (LocatedNode & { readonly mediaType: string })[] {
  const holder = follow(context, node, location);
  if (holder === undefined) return [];
  return entriesOf(holder.node["content"]).flatMap(([mediaType, value]) =>
    isNode(value)
      ? [{ mediaType, node: value, location: holder.location.child(["content", mediaType]) }]
      : [],
  );
}

/** Returns the names of the query parameters of an operation and of its path. */
export function queryParameters(
  context: RuleContext,
  pathItem: unknown,
  operation: DescriptionNode,
): ReadonlySet<unknown> {
  const shared: unknown = isNode(pathItem) ? pathItem["parameters"] : undefined;
  return new Set(
    [shared, operation["parameters"]]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .map((parameter: unknown) => follow(context, parameter, context.location)?.node)
      .filter((parameter) => parameter?.["in"] === "query")
      .map((parameter) => parameter?.["name"]),
  );
}
