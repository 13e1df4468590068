import {
  entriesOf,
  follow,
  isNode,
  successMediaTypes,
  type DescriptionNode,
  type LocatedNode,
} from "./nodes.ts";
import type { NodeLocation, Rule, RuleContext } from "./redocly.ts";
import { schemaMember } from "./schema-member.ts";

const styles: Readonly<Record<string, { request: string[]; response: string[] }>> = {
  page: {
    request: ["page", "pageSize"],
    response: ["items", "page", "pageSize", "pageCount", "totalCount", "nextPage", "previousPage"],
  },
  offset: {
    request: ["offset", "limit"],
    response: ["items", "offset", "limit", "count", "nextOffset", "totalCount"],
  },
};

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
      const members = styles[style];
      if (members === undefined) {
        context.report({
          message: `x-pagination has no style "${style}": it is page, offset or none.`,
          location: location.child("style"),
        });
        return;
      }
      const request = { node: pagination["request"], location: location.child("request") };
      const response = { node: pagination["response"], location: location.child("response") };
      checkMembers(context, request, members.request);
      checkMembers(context, response, members.response);
      checkRequest(context, request, queryParameters(context, parents["PathItem"], operation));
      checkResponse(context, response, successMediaTypes(context, operation));
    },
  },
});

interface Declared {
  readonly node: unknown;
  readonly location: NodeLocation;
}

function checkMembers(context: RuleContext, declared: Declared, known: readonly string[]): void {
  const [needed] = known;
  if (needed !== undefined && !(isNode(declared.node) && needed in declared.node)) {
    context.report({
      message: `x-pagination leaves out ${needed}.`,
      location: declared.location.key(),
    });
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
  const bodies = mediaTypes.filter(({ mediaType }) => /[/+]json\b/.test(mediaType));
  for (const [name, pointer] of entriesOf(declared.node)) {
    const place = declared.location.child(name);
    const members = bodies.map(({ node, location }) =>
      schemaMember(context, node["schema"], location.child("schema"), String(pointer)),
    );
    if (members.length === 0 || members.includes(undefined)) {
      const message = `The successful response has no member "${String(pointer)}".`;
      context.report({ message, location: place });
    } else if (name === "items" && members.some((member) => member?.node["type"] !== "array")) {
      context.report({ message: `"${String(pointer)}" is not a list.`, location: place });
    }
  }
}

function queryParameters(
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
