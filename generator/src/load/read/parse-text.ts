import { CORE_SCHEMA, load } from "js-yaml";
import { isScalar, parseDocument, visit, type Document } from "yaml";
import type { Json } from "../../json.ts";
import {
  jsonComments,
  repeatedJsonKeys,
  withoutTrailingCommas,
  type RepeatedKey,
} from "./json-faults.ts";
import { JsonPositions } from "./json-positions.ts";
import { Lines, type Position } from "./lines.ts";
import { deepestNesting, isTooDeep, wellFormed } from "./plain-json.ts";
import { YamlPositions } from "./yaml-positions.ts";

/** The value of a YAML or JSON text, and its faults. */
export interface ParsedText {
  /** `undefined` where one of the problems keeps the text from being read. */
  readonly value: Json | undefined;
  readonly problems: readonly Problem[];
  /** Left out where the text cannot be read: then every place but those of its faults is its beginning. */
  readonly positions?: JsonPositions | YamlPositions;
}

/** A fault of a text. */
export interface Problem extends Position {
  readonly code: "syntax" | "key-duplicate" | "json-comment";
  readonly message: string;
  /** The way out. */
  readonly hint: string;
  /** Further places that take part. */
  readonly related?: readonly Position[];
}

/** Parses a text of YAML 1.2 or JSON, which may come from anybody: depth and aliases are bounded. */
export function parseText(text: string): ParsedText {
  const tooDeep = `the document is nested more than ${deepestNesting} levels deep`;
  try {
    const parsed = parseJson(text) ?? parseCommented(text) ?? parseQuickly(text) ?? parseYaml(text);
    // The parser of YAML reports its own recursion as a fault in the text.
    if (parsed.problems.some(({ message }) => message.startsWith("Maximum call stack")))
      return rejected(tooDeep);
    if (parsed.value === undefined) return parsed;
    if (isTooDeep(parsed.value)) return rejected(tooDeep);
    return { ...parsed, value: wellFormed(parsed.value, text) };
  } catch (error) {
    // Parsers recurse.
    if (error instanceof RangeError) return rejected(tooDeep);
    throw error;
  }
}

const mustBeValid = "the file must be valid YAML or JSON";

function rejected(message: string): ParsedText {
  return {
    value: undefined,
    problems: [{ code: "syntax", message, hint: mustBeValid, line: 1, column: 1 }],
  };
}

/**
 * `undefined` where a text is no JSON: YAML in flow style starts with a brace too, and its parser says
 * where a fault is.
 */
function parseJson(text: string): ParsedText | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    const problems = repetitions(text, repeatedJsonKeys(text));
    return { value, problems, positions: new JsonPositions(text) };
  } catch {
    return undefined;
  }
}

/**
 * js-yaml takes half the time and memory, and knows no positions. It reads the texts without faults and
 * aliases, which are most; any other is left to `yaml`.
 *
 * @returns `undefined` for a text that `yaml` has to read
 */
function parseQuickly(text: string): ParsedText | undefined {
  if (readDifferently.test(text)) return undefined;
  try {
    const value = (load(text, { schema: CORE_SCHEMA, maxAliases: 0 }) as Json | null) ?? undefined;
    if (value === undefined) return undefined;
    return { value, problems: [], positions: new YamlPositions(text, () => documentOf(text)) };
  } catch {
    return undefined;
  }
}

/** What the two readers may take for different values: directives, tags, and keys that are no texts. */
const readDifferently =
  /^%|(?:^|[:[{,-])[^\S\n]*!|^[^\S\n]*\?\s|(?:^|[[{,-])[^\S\n]*(?:(?:~|null|Null|NULL)[^\S\n]*)?:\s/m;

const documentOf = (text: string): Document.Parsed =>
  parseDocument(text, {
    // Whatever version a text says it has, and whatever its tags: OpenAPI takes what JSON can hold.
    schema: "core",
    resolveKnownTags: false,
    logLevel: "error",
    prettyErrors: false,
    // Each key would be compared with all others of its map.
    uniqueKeys: false,
  });

/**
 * YAML takes comments of JavaScript for keys and values: a text that is JSON otherwise is told where they are. A text of
 * YAML may have slashes in the same places, and is YAML if it can be read as that.
 */
function parseCommented(text: string): ParsedText | undefined {
  const comments = jsonComments(text);
  if (comments === undefined) return undefined;
  const { stripped, offsets } = comments;
  const own = isJson(withoutTrailingCommas(stripped)) ? undefined : parseFlawless(text);
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

/** `undefined` for a text in which something is wrong. */
function parseFlawless(text: string): ParsedText | undefined {
  const parsed = parseQuickly(text) ?? parseYaml(text);
  return parsed.problems.length === 0 ? parsed : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseYaml(text: string): ParsedText {
  const document = documentOf(text);
  const faults = firstFault(text, document);
  if (faults.length > 0) return { value: undefined, problems: faults };
  const problems = repetitions(text, repeatedKeys(document));
  try {
    const value = (document.toJS({ maxAliasCount: 1000 }) as Json | null) ?? undefined;
    return { value, problems, positions: new YamlPositions(text, () => document) };
  } catch (error) {
    // An alias that means nothing, or aliases of aliases.
    if (error instanceof ReferenceError) return rejected(error.message);
    throw error;
  }
}

/** The fault that comes first in a text: what the parser makes of the rest follows from it as a rule. */
function firstFault(text: string, { errors }: Document.Parsed): Problem[] {
  const [first] = errors.toSorted((one, other) => one.pos[0] - other.pos[0]);
  if (first === undefined) return [];
  const more = errors.length > 1 ? "; what follows is checked once this is corrected" : "";
  const position = new Lines(text).positionAt(first.pos[0]);
  return [{ code: "syntax", message: first.message, hint: mustBeValid + more, ...position }];
}

/** Keys of a map are unique (YAML 1.2.2, section 3.2.1.3). */
function repeatedKeys(document: Document.Parsed): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Map<unknown, number[]>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const offsets = keys.get(key.value) ?? [];
        if (offsets.push(key.range?.[0] ?? 0) === 2)
          repeated.push({ key: String(key.value), offsets });
        keys.set(key.value, offsets);
      }
    },
  });
  return repeated;
}

/** What is wrong with keys that stand several times; the places after the first are those to look at. */
function repetitions(text: string, keys: readonly RepeatedKey[]): Problem[] {
  if (keys.length === 0) return [];
  const lines = new Lines(text);
  return keys.map(({ key, offsets: [first = 0, second = 0, ...others] }) => ({
    code: "key-duplicate",
    message: `the key ${JSON.stringify(key)} stands ${others.length + 2} times in one object, so the last one holds`,
    hint: "remove all but one, or bring together what they hold",
    related: [first, ...others].map((offset) => lines.positionAt(offset)),
    ...lines.positionAt(second),
  }));
}
