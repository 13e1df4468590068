import {
  entriesOf,
  isNode,
  queryParameters,
  successMediaTypes,
  type LocatedNode,
} from "./nodes.ts";
import type { NodeLocation, Rule, RuleContext } from "./redocly-types.ts";
import { paginationStyles } from "@openapi-packages/description/model/pagination-styles";
import { schemaMember } from "./schema-member.ts";

/**
 * Checks `x-pagination` against the operation: request members name query parameters, response members
 * are pointers (RFC 6901) to members of every successful JSON body, and `items` points to a list.
 */
export const paginationValid: Rule = () => ({
  PathItem: {
    Operation(operation, context, parents) {
      if (!isNode(operation) || operation["x-pagination"] === undefined) return;
      const location = context.location.child("x-pagination");
      const pagination = operation["x-pagination"];
      const style = isNode(pagination) ? pagination["style"] : undefined;
      if (!isNode(pagination) || typeof style !== "string") {
        context.report({ message: "x-pagination needs a style.", location });
        return;
      }
      if (style === "none") return;
      if (!isStyle(style)) {
        const known = [...Object.keys(paginationStyles), "none"].join(", ");
        context.report({
          message: `x-pagination has no style "${style}": there are ${known}.`,
          location: location.child("style"),
        });
        return;
      }
      const members = paginationStyles[style];
      const request = { node: pagination["request"], location: location.child("request") };
      const response = { node: pagination["response"], location: location.child("response") };
      checkMembers(context, request, members.request, members.required);
      checkMembers(context, response, members.response, ["items"]);
      checkRequest(context, request, queryParameters(context, parents["PathItem"], operation));
      checkResponse(context, response, successMediaTypes(context, operation));
    },
  },
});

const isStyle = (style: string): style is keyof typeof paginationStyles =>
  Object.hasOwn(paginationStyles, style);

interface Declared {
  readonly node: unknown;
  readonly location: NodeLocation;
}

function checkMembers(
  context: RuleContext,
  declared: Declared,
  known: readonly string[],
  required: readonly string[],
): void {
  for (const needed of required) {
    if (isNode(declared.node) && needed in declared.node) continue;
    const message = `x-pagination leaves out ${needed}.`;
    context.report({ message, location: declared.location.key() });
  }
  for (const [name] of entriesOf(declared.node)) {
    if (known.includes(name)) continue;
    context.report({
      message: `x-pagination has no member "${name}" here: there are ${known.join(", ")}.`,
      location: declared.location.child(name).key(),
    });
  }
}

function checkRequest(
  context: RuleContext,
  declared: Declared,
  parameters: ReadonlySet<unknown>,
): void {
  for (const [name, parameter] of entriesOf(declared.node)) {
    if (parameters.has(parameter)) continue;
    context.report({
      message: `The operation has no query parameter "${String(parameter)}".`,
      location: declared.location.child(name),
    });
  }
}

function checkResponse(
  context: RuleContext,
  declared: Declared,
  mediaTypes: readonly (LocatedNode & { readonly mediaType: string })[],
): void {
  const schemas = mediaTypes
    .filter(({ mediaType }) => /[/+]json\b/.test(mediaType))
    .map(({ node, location }) => ({ node: node["schema"], location: location.child("schema") }));
  const inAll = (pointer: unknown): (LocatedNode | undefined)[] =>
    schemas.map(({ node, location }) => schemaMember(context, node, location, String(pointer)));
  const lists = isNode(declared.node) ? inAll(declared.node["items"]) : [];
  for (const [name, pointer] of entriesOf(declared.node)) {
    const place = declared.location.child(name);
    // The cursor of an item is in the items of the list.
    const members =
      name === "itemCursor"
        ? lists.map((list) => list && inItems(context, list, String(pointer)))
        : inAll(pointer);
    if (members.length === 0 || members.includes(undefined)) {
      const message = `The successful response has no member "${String(pointer)}".`;
      context.report({ message, location: place });
    } else if (name === "items" && !members.every((member) => isList(member?.node["type"])))
      context.report({ message: `"${String(pointer)}" is not a list.`, location: place });
  }
}

const isList = (type: unknown): boolean => [type].flat().includes("array");

function inItems(
  context: RuleContext,
  { node, location }: LocatedNode,
  pointer: string,
): LocatedNode | undefined {
  return schemaMember(context, node["items"], location.child("items"), pointer);
}
