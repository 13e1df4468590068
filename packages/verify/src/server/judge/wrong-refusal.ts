import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";

/** What is wrong with a request that is not taken. */
export type WrongPart = "syntax" | "body" | "parameter";

/** Words for a body that cannot be read at all. */
const ofSyntax =
  /\b(?:not|no) (?:valid |well[- ]formed )?JSON\b|malformed|\b(?:cannot|can ?not|can't) be (?:parsed|read|decoded)|unpars|\bsyntax\b|\bJSON text\b|\bbody is (?:missing|empty|absent)\b/i;

const ofParameters = /\b(?:parameters?|headers?|query|path)\b/i;

/** Words for a body that can be read and breaks its schema. */
const ofBody = /\b(?:body|members?|fields?|schema|content|values?|properties)\b/i;

/** Words for what is not as its schema says, in general. */
const isWrong =
  /\b(?:not|in)[ -]?valid\b|\b(?:breaks?|violates?|wrong|missing|schema|outside)\b|\bnot (?:as described|allowed)\b|\bdo(?:es)? not (?:fit|match|conform|follow|keep|have the right)\b|\bvalidation\b/i;

/** Words for what has nothing to do with schemas. */
const ofKeys = /\bkey\b.*\b(?:used|reused)\b|\bidempotency\b/i;

/** The beginnings of parts that go on about what the part before them names: "A parameter is missing or not allowed". */
const goesOn =
  /^(?:is|are|has|have|do|does|not|in?valid|wrong|missing|outside|too|out of|unknown|empty|absent|breaks?|refers?|names?)\b/i;

/** Words for what fits its schema, and is refused for what it says. */
const makesNoSense = /\bsense\b|\bsemantic|\bbut\b|\bwell[- ]formed\b/i;

/**
 * Reports an answer of 400 where the description has 422 for what is wrong, or the reverse: "The body is not JSON, or a
 * parameter is not valid" beside "The body breaks its schema". Nothing is said unless both are described, the right one
 * in general words, and nothing but other parts is the matter of the one that came.
 */
export function reportWrongRefusal(
  probe: Probe,
  operation: VerifiedOperation,
  exchange: Exchange,
  { what, part }: { readonly what: string; readonly part: WrongPart },
): void {
  const status = String(exchange.response?.status);
  const described = (wanted: string): string | undefined =>
    operation.model.responses.find((one) => one.status === wanted)?.description;
  if (status !== "400" && status !== "422") return;
  const [other, own] = [status === "400" ? "422" : "400", described(status)];
  const right = described(other);
  if (own === undefined || right === undefined) return;
  const said = rightPart(part, right);
  if (said === undefined) return;
  const parts = partsOf(own);
  if (!parts.every((text) => isOther(text, part, said, operation))) return;
  const message = `answers ${status} to ${what}, and the description has ${other} for that: ${JSON.stringify(right.trim())}`;
  const pointer = `${operation.model.pointer}/responses/${other}`;
  const policy = `${status} for ${part}`;
  probe.report({ check: "status", message, pointer, policy }, operation, [exchange]);
}

/** The parts of a description: "The body is no JSON", "a parameter is not as described". Codes of errors say nothing more. */
function partsOf(text: string): string[] {
  const plain = text.replaceAll(/\s*\(`[^`]*`\)|\bThe code is [^.]*\.?/g, "");
  const parts: string[] = [];
  for (const one of plain.split(/[,.;:]|\b(?:or|and)\b/i).map((part) => part.trim())) {
    const last = parts.at(-1);
    // "Not JSON or not as described" says two things of the body.
    if (last !== undefined && goesOn.test(one) && !ofSyntax.test(last))
      parts[parts.length - 1] = `${last} ${one}`;
    else if (one !== "") parts.push(one);
  }
  return parts;
}

/** Returns the sentence of a description that says of a part in general that it is wrong; `undefined` if none does. */
function rightPart(wanted: WrongPart, description: string): string | undefined {
  return description.split(/[.;:]/).find((sentence) =>
    partsOf(sentence).some((part) => {
      if (ofSyntax.test(part)) return wanted === "syntax";
      if (wanted === "syntax" || part.includes("`") || makesNoSense.test(part)) return false;
      if (!isWrong.test(sentence)) return false;
      return wanted === "body" ? ofBody.test(part) : /\b(?:parameters?|query)\b/i.test(part);
    }),
  );
}

/** True if a part of a description is certainly of something else than what is wrong. */
function isOther(
  text: string,
  wanted: WrongPart,
  right: string,
  { model }: VerifiedOperation,
): boolean {
  if (ofKeys.test(text)) return true;
  // Some libraries read a body and its types at once, and call both malformed.
  if (ofSyntax.test(text))
    return (
      wanted === "parameter" || (wanted === "body" && (/JSON/.test(text) || /schema/i.test(right)))
    );
  const isOfBody = ofBody.test(text);
  const isOfParameters = ofParameters.test(text);
  if (wanted === "parameter") return isOfBody && !isOfParameters;
  if (wanted === "syntax") return isOfBody || isOfParameters;
  // Without any parameters, members of the body may be called so.
  const areOfRequest = model.parameters.length > 0 || /\bbody\b/i.test(right);
  return isOfParameters && !isOfBody && areOfRequest;
}
