import type { NodeLocation, RuleContext } from "./redocly.ts";

/** A mapping of the description, before its members have been looked at. */
export type DescriptionNode = Readonly<Record<string, unknown>>;

/** A mapping together with its place. */
export interface LocatedNode {
  readonly node: DescriptionNode;
  readonly location: NodeLocation;
}

/** Whether the value is a mapping; a list is not. */
export function isNode(value: unknown): value is DescriptionNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the value is text with something in it. */
export function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** The entries of a mapping; none for anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isNode(value) ? Object.entries(value) : [];
}

/**
 * Follows `$ref` (Reference Object, OpenAPI 3.1) until a mapping without one is reached. A node
 * that is no mapping, or whose reference leads nowhere, gives `undefined`: Redocly's own
 * `no-unresolved-refs` reports those.
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

/** A node's place as one text, for telling nodes apart. */
export function placeOf(location: NodeLocation): string {
  return `${location.source.absoluteRef}${location.pointer}`;
}

/** Every media type under the operation's successful (2xx) responses, through references. */
export function successMediaTypes(
  context: RuleContext,
  operation: DescriptionNode,
): (LocatedNode & { readonly mediaType: string })[] {
  const responses = context.location.child("responses");
  return entriesOf(operation["responses"])
    .filter(([status]) => /^2(\d\d|XX)$/.test(status))
    .flatMap(([status, node]) => mediaTypesOf(context, node, responses.child(status)));
}

/** Every media type of a Request Body or Response Object, through references. */
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
