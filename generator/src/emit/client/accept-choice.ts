import type { Operation } from "@openapi-packages/description/model/api-model";
import { literal } from "@openapi-packages/description/text/escape";
import type { ModuleScope } from "../module-scope.ts";
import { bodyText } from "../type-text.ts";

/** The name of the type parameter. No import of a group's file may have it. */
export const acceptParameter = "Accept";

/** How the output of a call depends on the requested media type. */
export interface AcceptChoice {
  /** All media types of the success, as a union of string literals. */
  readonly mediaTypes: string;
  /** The media types requested by default. */
  readonly usual: string;
  /** The output, as a type that depends on the type parameter. */
  readonly output: string;
  /** The default output. */
  readonly usualOutput: string;
}

/**
 * Returns the choice of an operation whose success is JSON or something else, such as XML. Calls ask for JSON
 * unless their option `accept` names another type. `undefined` if a success is never JSON, is a stream, or
 * has a media type range.
 */
export function acceptChoice(
  names: ModuleScope,
  { responses }: Operation,
): AcceptChoice | undefined {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const described = successes.filter(({ content }) => content.length > 0);
  const content = described.flatMap((response) => response.content);
  const isChoice =
    described.every((response) => response.content.some(({ kind }) => kind === "json")) &&
    content.some(({ kind }) => kind !== "json") &&
    content.every(({ stream, mediaType }) => stream === undefined && !mediaType.includes("*"));
  if (!isChoice) return undefined;
  const outputs = new Map<string, Set<string>>();
  for (const media of content) {
    const types = outputs.get(literal(media.mediaType)) ?? new Set();
    outputs.set(literal(media.mediaType), types.add(bodyText(names, media)));
  }
  const json = content.filter(({ kind }) => kind === "json");
  const members = [...outputs].map(([name, types]) => `${name}: ${[...types].join(" | ")}`);
  const empty = described.length === successes.length ? "" : " | undefined";
  return {
    mediaTypes: [...outputs.keys()].join(" | "),
    usual: [...new Set(json.map(({ mediaType }) => literal(mediaType)))].join(" | "),
    output: `{ ${members.join("; ")} }[${acceptParameter}]${empty}`,
    usualOutput: [...new Set(json.map((media) => bodyText(names, media)))].join(" | ") + empty,
  };
}
