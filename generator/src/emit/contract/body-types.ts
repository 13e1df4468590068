import type { MediaType, RequestBody } from "@openapi-packages/description/model/api-model";
import { comment, literal } from "@openapi-packages/description/text/escape";
import { commentBlock } from "../documentation.ts";
import type { NameScope } from "../module-scope.ts";
import { bodyText } from "../type-text.ts";

/** Bodies of the same type, with the media types that they may be sent as. */
export interface BodyChoice {
  readonly body: string;
  /** The types of the media types. The first one of the first choice is the default. */
  readonly contentTypes: readonly string[];
}

/** Groups a request's media types by the type of their bodies. */
export function bodyChoices(scope: NameScope, { content }: RequestBody): BodyChoice[] {
  const choices = new Map<string, string[]>();
  for (const mediaType of content) {
    const body = bodyText(scope, mediaType);
    const contentTypes = choices.get(body) ?? [];
    contentTypes.push(mediaTypeText(mediaType));
    choices.set(body, contentTypes);
  }
  return [...choices].map(([body, contentTypes]) => ({ body, contentTypes }));
}

/** True if callers may choose the media type: there are several, or a range such as `image/*`. */
export function hasContentType({ content }: RequestBody): boolean {
  return content.length > 1 || content.some(isRange);
}

const isRange = ({ mediaType }: MediaType): boolean => mediaType.includes("*");

/**
 * Returns the TypeScript type of a media type: a literal, or a template for a range such as
 * `image/*`.
 */
export function mediaTypeText(mediaType: MediaType): string {
  if (!isRange(mediaType)) return literal(mediaType.mediaType);
  const essence = /^[\w.+*-]+\/[\w.+*-]+/.exec(mediaType.mediaType)?.[0];
  return essence === undefined ? "string" : `\`${essence.replaceAll("*", "${string}")}\``;
}

/**
 * Returns the bodies of a request as a union, discriminated by `contentType`. The first choice may
 * omit it.
 */
export function bodyUnionText(choices: readonly BodyChoice[], requestBody: RequestBody): string {
  const docs = commentBlock(comment(requestBody.description));
  const optional = requestBody.required ? "" : "?";
  return choices
    .map(({ body, contentTypes }, index) => {
      const [mark, lead] = index === 0 ? ["?", docs] : ["", ""];
      return `\n| {\n${lead}body${optional}: ${body};\ncontentType${mark}: ${contentTypes.join(" | ")};\n}`;
    })
    .join("");
}
