import type { Operation } from "../../model/api-model.ts";
import { literal } from "../../escape.ts";
import type { ModuleScope } from "../module-scope.ts";
import { bodyText } from "../type-text.ts";

/** The name of the type parameter, which no import of a group's file may have. */
export const acceptParameter = "Accept";

/** How the output of a call depends on the media type that it asks for. */
export interface AcceptChoice {
  /** All media types of the success, as a union of texts. */
  readonly mediaTypes: string;
  /** Those that are asked for unless a call says otherwise. */
  readonly usual: string;
  /** The output by the type parameter. */
  readonly output: string;
  /** The output unless a call says otherwise. */
  readonly usualOutput: string;
}

/**
 * The choice of an operation whose success is JSON or something else, such as XML: calls ask for JSON, unless
 * their option `accept` names another. None where a success is never JSON, is a stream, or has a range.
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
