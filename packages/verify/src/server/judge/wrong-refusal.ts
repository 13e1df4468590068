import type { VerifiedOperation } from "../../description/verified-api.ts";
import type { Exchange } from "../../wire/exchange.ts";
import type { Probe } from "../../run/probe.ts";

/** What is wrong with a request that is not taken. */
export type WrongPart = "syntax" | "body" | "parameter";

/** Words for a body that cannot be read at all. */
const ofSyntax =
  /\b(?:not|no) (?:valid |well[- ]formed )?JSON\b|malformed|\b(?:cannot|can ?not|can't) be (?:parsed|read|decoded)|unpars|\bsyntax\b/i;

const ofParameters = /\b(?:parameters?|headers?|query|path)\b/i;

/** Words for a body that can be read and breaks its schema. */
const ofBody = /\b(?:body|members?|fields?|schema|content|values?|properties)\b/i;

/** Words for anything that is wrong. */
const ofAnything = /\b(?:request|input|data|invalid|validation|anything)\b/i;

/**
 * Reports an answer of 400 where the description has 422 for what is wrong, or the reverse: "The body is not JSON, or a
 * parameter is not valid" beside "The body breaks its schema". Nothing is said unless both are described.
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
  if (!isFor(part, right) || isFor(part, own) || ofAnything.test(withoutOthers(own))) return;
  const message = `answers ${status} to ${what}, and the description has ${other} for that: ${JSON.stringify(right.trim())}`;
  const pointer = `${operation.model.pointer}/responses/${other}`;
  const policy = `${status} for ${part}`;
  probe.report({ check: "status", message, pointer, policy }, operation, [exchange]);
}

/** The parts of a description: "The body is no JSON", "a parameter is not as described". */
const partsOf = (text: string): string[] => text.split(/[,.;:]|\bor\b/i);

const isFor = (wanted: WrongPart, text: string): boolean =>
  partsOf(text).some((part) => {
    if (ofSyntax.test(part)) return wanted === "syntax";
    if (ofParameters.test(part) && wanted === "parameter") return true;
    return wanted === "body" && ofBody.test(part);
  });

/** Returns the parts of a description that say nothing of syntax, parameters or the body. */
const withoutOthers = (text: string): string =>
  partsOf(text)
    .filter((part) => ![ofSyntax, ofParameters, ofBody].some((one) => one.test(part)))
    .join(",");
