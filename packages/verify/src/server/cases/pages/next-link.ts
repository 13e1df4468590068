import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { sentencesOf } from "../../../description/said.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { headerOf } from "../../../wire/wire-request.ts";

/** Words by which there is a link to the next page only if there is one. */
const onlyIf =
  /\b(?:only|exactly) (?:\w+ )?(?:if|when|where|while|as long as)\b|\b(?:if|when|where|while|whenever|as long as) (?:there (?:is|are)|more|another|further|any)\b|\bunless\b/i;

const lacks = "(?:absent|except|lacks?|left out|missing|no|none|not|omitted|without)";

/** Words by which the last page has none. */
const notOnTheLast = new RegExp(
  `\\b${lacks}\\b.*\\b(?:last|final) page\\b|\\b(?:last|final) page\\b.*\\b${lacks}\\b`,
  "i",
);

/** True if a description says of the header `Link` that its `rel="next"` (RFC 8288) is there only if a page follows. */
export function endsWithoutLink({ model }: VerifiedOperation): boolean {
  const success = model.responses.find(({ status }) => status === "200");
  const header = success?.headers.find(({ name }) => name.toLowerCase() === "link");
  if (header === undefined) return false;
  return sentencesOf(model.description, success?.description, header.description).some(
    (one) => /\bnext\b/i.test(one) && (onlyIf.test(one) || notOnTheLast.test(one)),
  );
}

/** Returns what the header `Link` of a page says wrongly of the next one. */
export function nextLinkFault({ response }: Exchange, left: number): string | undefined {
  const link = headerOf(response?.headers ?? [], "link");
  const isNamed = /;\s*rel="?[^";]*\bnext\b/i.test(link ?? "");
  return isNamed && left === 0
    ? 'has a link with rel="next" on its last page, where nothing follows'
    : undefined;
}
