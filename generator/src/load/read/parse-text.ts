import { CORE_SCHEMA, load } from "js-yaml";
import { isScalar, parseDocument, visit, type Document } from "yaml";
import type { Json } from "../../json.ts";
import { JsonPositions } from "./json-positions.ts";
import { Lines, type Position } from "./lines.ts";
import { deepestNesting, isTooDeep, wellFormed } from "./plain-json.ts";
import { YamlPositions } from "./yaml-positions.ts";

/** The value of a YAML or JSON text, or the faults that keep it from being read. */
export interface ParsedText {
  /** `undefined` where there are problems. */
  readonly value: Json | undefined;
  readonly problems: readonly Problem[];
  /** Left out where the text cannot be read: then every place but those of its faults is its beginning. */
  readonly positions?: JsonPositions | YamlPositions;
}

/** A fault of a text. */
export interface Problem extends Position {
  readonly message: string;
}

/** Parses a text of YAML 1.2 or JSON, which may come from anybody: depth and aliases are bounded. */
export function parseText(text: string): ParsedText {
  const tooDeep = `the document is nested more than ${deepestNesting} levels deep`;
  try {
    const parsed = parseJson(text) ?? parseQuickly(text) ?? parseYaml(text);
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

function rejected(message: string): ParsedText {
  return { value: undefined, problems: [{ message, line: 1, column: 1 }] };
}

/**
 * `undefined` where a text is no JSON: YAML in flow style starts with a brace too, and its parser says
 * where a fault is.
 */
function parseJson(text: string): ParsedText | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return { value, problems: [], positions: new JsonPositions(text) };
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

function parseYaml(text: string): ParsedText {
  const document = documentOf(text);
  const faults = document.errors.map(({ message, pos: [offset] }) => ({ message, offset }));
  if (faults.length === 0) faults.push(...repeatedKeys(document));
  if (faults.length > 0) {
    const lines = new Lines(text);
    const problems = faults.map(({ message, offset }) => ({
      message,
      ...lines.positionAt(offset),
    }));
    return { value: undefined, problems };
  }
  try {
    const value = (document.toJS({ maxAliasCount: 1000 }) as Json | null) ?? undefined;
    return { value, problems: [], positions: new YamlPositions(text, () => document) };
  } catch (error) {
    // An alias that means nothing, or aliases of aliases.
    if (error instanceof ReferenceError) return rejected(error.message);
    throw error;
  }
}

/** Keys of a map are unique (YAML 1.2.2, section 3.2.1.3). */
function repeatedKeys(document: Document.Parsed): { message: string; offset: number }[] {
  const repeated: { message: string; offset: number }[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value))
          repeated.push({ message: "Map keys must be unique", offset: key.range?.[0] ?? 0 });
        keys.add(key.value);
      }
    },
  });
  return repeated;
}
