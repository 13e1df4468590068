import type { MediaType, RequestBody } from "../../model/api-model.ts";
import { comment, literal } from "../../escape.ts";
import { commentBlock } from "../documentation.ts";
import type { ModuleScope } from "../module-scope.ts";
import { bodyText } from "../type-text.ts";

/** Bodies that are typed alike, with the media types that they may be sent as. */
export interface BodyChoice {
  readonly body: string;
  /** Types of media types; the first of the first choice is what is sent when none is named. */
  readonly contentTypes: readonly string[];
}

/** The choices that a request's media types leave: one where all bodies are typed alike. */
export function bodyChoices(scope: ModuleScope, { content }: RequestBody): BodyChoice[] {
  const choices = new Map<string, string[]>();
  for (const mediaType of content) {
    const body = bodyText(scope, mediaType);
    const contentTypes = choices.get(body) ?? [];
    contentTypes.push(mediaTypeText(mediaType));
    choices.set(body, contentTypes);
  }
  return [...choices].map(([body, contentTypes]) => ({ body, contentTypes }));
}

/** True if callers may choose the media type: there are several, or a range of them. */
export function hasContentType({ content }: RequestBody): boolean {
  return content.length > 1 || content.some(isRange);
}

const isRange = ({ mediaType }: MediaType): boolean => mediaType.includes("*");

/** The type of a media type: the text itself, or a template for a range such as `image/*`. */
export function mediaTypeText(mediaType: MediaType): string {
  if (!isRange(mediaType)) return literal(mediaType.mediaType);
  const essence = /^[\w.+*-]+\/[\w.+*-]+/.exec(mediaType.mediaType)?.[0];
  return essence === undefined ? "string" : `\`${essence.replaceAll("*", "${string}")}\``;
}

/**
 * The bodies of a request as a union that `contentType` tells apart. It may be left out with the
 * first choice, whose first media type is then sent.
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
