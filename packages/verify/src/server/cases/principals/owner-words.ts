import type { VerifiedOperation } from "../../../description/verified-api.ts";

const person =
  "(?:user|account|author|owner|creator|customer|member|caller|person|client|principal|reporter|reviewer|sender|uploader|maker|keeper|player|seller|host)";

/** Phrases that say whose something is. */
const owner = new RegExp(
  [
    `\\b(?:an)?other (?:${person}|people)`,
    `\\bdifferent ${person}`,
    "\\b(?:some|any)(?:one|body) else",
    `\\bonly (?:by |for )?(?:the|its|their|those) (?:\\w+ )?(?:${person}|who|one)\\b`,
    "\\bonly who(?:ever)?\\b",
    `\\bnot (?:the|its|an?|your) (?:own|${person})\\b`,
    "\\bnot yours\\b",
    "\\b(?:is|are|was|were)(?: not|n't) (?:registered|created|written|added|posted|owned) by you\\b",
    `\\b(?:belong|owned)\\w* (?:to|by) (?:you|others|(?:an)?other|(?:the|a different) ${person})`,
    "\\b(?:your own|(?:that|which) you (?:have )?(?:own|created|registered|added|posted|wrote|written))\\b",
  ].join("|"),
  "i",
);

/** Words of roles, which the other principal may have as well, and of what lasts for a while. */
const roleOrTime =
  /\b(admin|staff|moderator|role|scope|permi|privileg|manager|supervisor|editor|editing|edits|maintainer|operator|superuser|curator|librarian|lock|meanwhile|at the moment|currently)/i;

/** Words by which a sentence restricts who may do something. */
const restricts =
  /\b(403|only|cannot|can not|can't|may not|must not|not allowed|forbidden|refused|rejected|denied)\b/i;

/** True if an operation says that it answers 403 to whoever does not own the record. */
export function refusesOthers({ model }: VerifiedOperation): boolean {
  const forbidden = model.responses.find(({ status }) => status === "403");
  if (forbidden === undefined) return false;
  const said = sentencesOf(forbidden.description);
  const told = sentencesOf(model.description).filter((one) => restricts.test(one));
  const all = [...said, ...told];
  return all.some((one) => owner.test(one)) && !all.some((one) => roleOrTime.test(one));
}

const sentencesOf = (text: string): string[] => text.replaceAll(/\s+/g, " ").split(/(?<=[.;!?])\s/);
