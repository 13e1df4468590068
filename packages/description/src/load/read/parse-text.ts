import type { Json } from "../../json/json.ts";
import {
  jsonComments,
  jsonFault,
  repeatedJsonKeys,
  withoutTrailingCommas,
  type RepeatedKey,
} from "./json-faults.ts";
import { JsonPositions } from "./json-positions.ts";
import { Lines, type Position } from "./lines.ts";
import { deepestNesting, isTooDeep, wellFormed } from "./plain-json.ts";
import type { TextPlaces } from "./text-places.ts";
import { readCommonYaml } from "./yaml/common-yaml.ts";
import { composeYaml } from "./yaml/composed-yaml.ts";

/** The value of a YAML or JSON text, and its faults. */
export interface ParsedText {
  /** `undefined` if a problem makes the text unreadable. */
  readonly value: Json | undefined;
  readonly problems: readonly Problem[];
  /** `undefined` if the text is unreadable; every place is then its beginning. */
  readonly positions?: JsonPositions | TextPlaces | undefined;
}

/** A fault in a text. */
export interface Problem extends Position {
  readonly code: "syntax" | "key-duplicate" | "json-comment";
  readonly message: string;
  /** How to correct it. */
  readonly hint: string;
  /** Other places that are part of the problem. */
  readonly related?: readonly Position[];
}

/**
 * Parses a text of YAML 1.2 or JSON. The text is untrusted, so its depth and its aliases are limited.
 *
 * @param isJson true if the text is meant as JSON, so that messages name faults of JSON
 */
export function parseText(text: string, isJson = false): ParsedText {
  const tooDeep = `the document is nested more than ${deepestNesting} levels deep`;
  try {
    const parsed = parseJson(text) ?? parseCommented(text) ?? parseYaml(text);
    // The YAML parser reports its own stack overflow as a fault in the text.
    if (parsed.problems.some(({ message }) => message.startsWith("Maximum call stack")))
      return rejected(tooDeep);
    const isBrokenJson = isJson && /^\s*[{[]/.test(text);
    if (parsed.value === undefined) return isBrokenJson ? withJsonFault(parsed, text) : parsed;
    if (isTooDeep(parsed.value)) return rejected(tooDeep);
    return { ...parsed, value: wellFormed(parsed.value, text) };
  } catch (error) {
    // The parsers recurse, so a very deep text overflows the stack.
    if (error instanceof RangeError) return rejected(tooDeep);
    throw error;
  }
}

/** Replaces the message about YAML by the fault of the JSON. */
function withJsonFault(parsed: ParsedText, text: string): ParsedText {
  const [problem, another] = parsed.problems;
  const fault = jsonFault(text);
  if (problem === undefined || another !== undefined || fault === undefined) return parsed;
  const { message, offset } = fault;
  const place = offset === undefined ? {} : new Lines(text).positionAt(offset);
  const hint = "the file must be valid JSON";
  return { ...parsed, problems: [{ ...problem, message, hint, ...place }] };
}

const mustBeValid = "the file must be valid YAML or JSON";

function rejected(message: string): ParsedText {
  return {
    value: undefined,
    problems: [{ code: "syntax", message, hint: mustBeValid, line: 1, column: 1 }],
  };
}

/**
 * Parses JSON; `undefined` if the text is not JSON. YAML in flow style starts with a brace as well, and its
 * parser reports the position of a fault.
 */
function parseJson(text: string): ParsedText | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  const value = jsonValue(text);
  if (value === undefined) return undefined;
  const problems = repetitions(text, repeatedJsonKeys(text, value));
  return { value, problems, positions: new JsonPositions(text) };
}

/**
 * Parses a text that is JSON apart from comments, and reports these, because YAML reads JavaScript comments
 * as keys and values. A YAML text may have slashes in the same places; it is YAML if it can be parsed as
 * such.
 */
function parseCommented(text: string): ParsedText | undefined {
  const comments = jsonComments(text);
  if (comments === undefined) return undefined;
  const { stripped, offsets } = comments;
  const isJson = jsonValue(withoutTrailingCommas(stripped)) !== undefined;
  const own = isJson ? undefined : parseFlawless(text);
  if (own !== undefined) return own;
  const lines = new Lines(text);
  const [first = 0, ...others] = offsets;
  const problem: Problem = {
    code: "json-comment",
    message: `a comment${others.length === 0 ? "" : `, the first of ${offsets.length}`}: JSON has none, so it is left out`,
    hint: "remove it, or write it into a description or $comment; in YAML a comment starts with #",
    ...lines.positionAt(first),
  };
  const parsed = parseJson(stripped) ?? parseYaml(stripped);
  return { ...parsed, problems: [problem, ...parsed.problems] };
}

/** Parses YAML; `undefined` if the text has any fault. */
function parseFlawless(text: string): ParsedText | undefined {
  const parsed = parseYaml(text);
  return parsed.problems.length === 0 ? parsed : undefined;
}

/** Returns the value of a JSON text; `undefined` for a text that is none. */
function jsonValue(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function parseYaml(text: string): ParsedText {
  const common = readCommonYaml(text);
  // As for an empty text, no value is the same as null.
  if (common !== undefined)
    return { value: common.value ?? undefined, problems: [], positions: common.places };
  const { value, places, repeatedKeys, fault } = composeYaml(text);
  if (fault === undefined)
    return { value, problems: repetitions(text, repeatedKeys), positions: places };
  const more = fault.hasOthers ? "; what follows is checked once this is corrected" : "";
  const position = new Lines(text).positionAt(fault.offset);
  const { message } = fault;
  return {
    value: undefined,
    problems: [{ code: "syntax", message, hint: mustBeValid + more, ...position }],
  };
}

/** Reports keys that occur several times, at the second occurrence. */
function repetitions(text: string, keys: readonly RepeatedKey[]): Problem[] {
  if (keys.length === 0) return [];
  const lines = new Lines(text);
  return keys.map(({ key, offsets: [first = 0, second = 0, ...others] }) => ({
    code: "key-duplicate",
    message: `the key ${JSON.stringify(key)} occurs ${others.length + 2} times in one object, so the last one applies`,
    hint: "remove all but one, or bring together what they hold",
    related: [first, ...others].map((offset) => lines.positionAt(offset)),
    ...lines.positionAt(second),
  }));
}
