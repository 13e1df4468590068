import { entriesOf, follow, isNode, mediaTypesOf } from "../../generator/src/redocly/nodes.ts";
import type {
  NodeLocation,
  Rule,
  RuleContext,
  Visit,
} from "../../generator/src/redocly/redocly-types.ts";

const annotations = new Set([
  "$comment",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "title",
]);

/**
 * Requires `x-assumption` for choices that the source text does not cover:
 *
 * - a Media Type, Response or Request Body Object with `x-not-shown` has `x-assumption` beside it,
 *   unless every schema of its content is open. A schema is open if it has no keyword other than
 *   annotations (JSON Schema 2020-12, Validation, section 9) and extensions;
 * - a `text/event-stream` media type always has `x-assumption`, since OpenAPI 3.1 cannot describe
 *   the items of a stream.
 */
export const assumptionBesideNotShown: Rule = () => ({
  RequestBody: checkBody,
  Response: checkBody,
  MediaType(mediaType, context) {
    if (!isNode(mediaType) || "x-assumption" in mediaType) return;
    const location = context.location.key();
    if (context.key === "text/event-stream") {
      context.report({ message: "An event stream needs x-assumption.", location });
    } else if (isSilentButConstrained(mediaType, [mediaType], context)) {
      context.report({ message: "x-not-shown on a described body needs x-assumption.", location });
    }
  },
});

const checkBody: Visit = (body, context) => {
  if (!isNode(body) || "x-assumption" in body) return;
  const mediaTypes = mediaTypesOf(context, body, context.location).map(({ node }) => node);
  if (!isSilentButConstrained(body, mediaTypes, context)) return;
  context.report({
    message: "x-not-shown on a described body needs x-assumption.",
    location: context.location.child("x-not-shown").key(),
  });
};

function isSilentButConstrained(
  holder: Readonly<Record<string, unknown>>,
  mediaTypes: readonly Readonly<Record<string, unknown>>[],
  context: RuleContext,
): boolean {
  if (!("x-not-shown" in holder)) return false;
  return mediaTypes.some(({ schema }) => isConstrained(schema, context, context.location));
}

function isConstrained(schema: unknown, context: RuleContext, location: NodeLocation): boolean {
  if (schema === false) return true;
  const keywords = entriesOf(follow(context, schema, location)?.node).map(([keyword]) => keyword);
  return keywords.some((keyword) => !keyword.startsWith("x-") && !annotations.has(keyword));
}
