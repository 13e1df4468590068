import { YAMLParseError } from "yaml";
import type { Json, JsonObject } from "../../../json/json.ts";
import { deepestNesting } from "../plain-json.ts";
import { TextPlaces } from "../text-places.ts";
import { blockScalarText, memberName, scalarValue } from "./yaml-scalars.ts";
import { UncommonSyntax, YamlTokens } from "./yaml-tokens.ts";

/** A value, with the places of its parts in the text. */
export interface PlacedValue {
  readonly value: Json;
  readonly places: TextPlaces;
}

/**
 * Reads the YAML that most descriptions are written in: collections in both styles and all kinds of scalars,
 * without faults, anchors, aliases, merged maps, tags, directives and keys that are no scalars. It takes the lexemes and
 * scalars of `yaml`, whose parser and composer take far longer and build two trees.
 *
 * @returns `undefined` if a text has anything else; the parser then says what it is
 */
export function readCommonYaml(text: string): PlacedValue | undefined {
  try {
    return new CommonYamlReader(text).read();
  } catch (error) {
    if (error instanceof UncommonSyntax || error instanceof YAMLParseError) return undefined;
    throw error;
  }
}

class CommonYamlReader {
  readonly #tokens: YamlTokens;
  readonly #places: TextPlaces;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new YamlTokens(text);
    this.#places = new TextPlaces(text);
  }

  read(): PlacedValue {
    const tokens = this.#tokens;
    tokens.advance();
    if (tokens.isIndicator("---")) {
      tokens.advance();
      if (!tokens.startsLine) throw new UncommonSyntax();
    }
    const value = this.#node(0);
    if (tokens.kind !== "end") throw new UncommonSyntax();
    return { value, places: this.#places };
  }

  /**
   * Reads a node that may be a collection in block style.
   *
   * @param indent the column of the collection that it is in
   */
  #node(indent: number): Json {
    const tokens = this.#tokens;
    if (tokens.isIndicator("-")) return this.#sequence(tokens.column);
    if (tokens.kind !== "scalar") return this.#inlineNode(indent);
    const { source, offset, column } = tokens;
    tokens.advance();
    return tokens.isIndicator(":") ? this.#mapping(column, source, offset) : scalarValue(source);
  }

  /** Reads a node that is no collection in block style. */
  #inlineNode(indent: number): Json {
    const tokens = this.#tokens;
    const { kind, source } = tokens;
    if (tokens.isIndicator("[")) return this.#flowSequence();
    if (tokens.isIndicator("{")) return this.#flowMapping();
    if (kind === "scalar") {
      tokens.advance();
      return scalarValue(source);
    }
    if (kind !== "block scalar") throw new UncommonSyntax();
    const text = tokens.blockText();
    tokens.advance();
    return blockScalarText(source, text, indent);
  }

  /**
   * Reads a mapping, from the colon after its first key.
   *
   * @param column that of its keys
   */
  #mapping(column: number, firstKey: string, firstOffset: number): JsonObject {
    this.#enter();
    const tokens = this.#tokens;
    const mapping: JsonObject = {};
    let key = firstKey;
    let offset = firstOffset;
    for (;;) {
      const name = this.#keyName(key, offset, mapping);
      const place = this.#places.open(offset, name);
      tokens.advance();
      set(mapping, name, tokens.startsLine ? this.#below(column) : this.#inlineNode(column));
      this.#places.close(place);
      if (this.#isOver(column)) break;
      if (tokens.kind !== "scalar") throw new UncommonSyntax();
      ({ source: key, offset } = tokens);
      tokens.advance();
    }
    this.#depth -= 1;
    return mapping;
  }

  /** Reads the value of a key that ends its line. A sequence need not be indented more than the key. */
  #below(column: number): Json {
    const tokens = this.#tokens;
    if (tokens.column > column) return this.#node(column);
    const isSequence = tokens.column === column && tokens.isIndicator("-");
    return isSequence ? this.#sequence(column) : null;
  }

  /** Reads a sequence, from its first hyphen. */
  #sequence(column: number): Json[] {
    this.#enter();
    const tokens = this.#tokens;
    const items: Json[] = [];
    do {
      tokens.advance();
      const isEmpty = tokens.startsLine && tokens.column <= column;
      const place = this.#places.open(isEmpty ? tokens.gapEnd : tokens.offset);
      items.push(isEmpty ? null : this.#node(column));
      this.#places.close(place);
    } while (!this.#isOver(column) && tokens.isIndicator("-"));
    this.#depth -= 1;
    return items;
  }

  /** True if a collection in block style has ended, whose keys or hyphens are in a column. */
  #isOver(column: number): boolean {
    const tokens = this.#tokens;
    if (!tokens.startsLine || tokens.column > column) throw new UncommonSyntax();
    return tokens.column < column;
  }

  #flowSequence(): Json[] {
    this.#enter();
    const tokens = this.#tokens;
    const items: Json[] = [];
    tokens.advance();
    while (!tokens.isIndicator("]")) {
      const place = this.#places.open(tokens.offset);
      items.push(this.#inlineNode(0));
      this.#places.close(place);
      this.#separate("]");
    }
    tokens.advance();
    this.#depth -= 1;
    return items;
  }

  #flowMapping(): JsonObject {
    this.#enter();
    const tokens = this.#tokens;
    const mapping: JsonObject = {};
    tokens.advance();
    while (!tokens.isIndicator("}")) {
      const { kind, source, offset } = tokens;
      if (kind !== "scalar") throw new UncommonSyntax();
      tokens.advance();
      const name = this.#keyName(source, offset, mapping);
      const place = this.#places.open(offset, name);
      tokens.advance();
      const isEmpty = tokens.isIndicator(",") || tokens.isIndicator("}");
      set(mapping, name, isEmpty ? null : this.#inlineNode(0));
      this.#places.close(place);
      this.#separate("}");
    }
    tokens.advance();
    this.#depth -= 1;
    return mapping;
  }

  /** Goes to the next part of a collection in flow style, or to its end. */
  #separate(end: string): void {
    if (this.#tokens.isIndicator(",")) this.#tokens.advance();
    else if (!this.#tokens.isIndicator(end)) throw new UncommonSyntax();
  }

  /** Returns the name of a member, from the colon after its key. */
  #keyName(source: string, offset: number, mapping: JsonObject): string {
    const tokens = this.#tokens;
    const isLong = tokens.offset - offset > longestKey || source.includes("\n");
    if (isLong || tokens.startsLine || !tokens.isIndicator(":")) throw new UncommonSyntax();
    const name = memberName(scalarValue(source));
    if (source === "<<" || Object.hasOwn(mapping, name)) throw new UncommonSyntax();
    return name;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > deepestNesting) throw new UncommonSyntax();
  }
}

/** The characters that a key may have, with the colon (YAML 1.2.2, section 7.4). */
const longestKey = 1024;

/** Sets a member that may be called `__proto__`. */
function set(mapping: JsonObject, name: string, value: Json): void {
  if (name !== "__proto__") mapping[name] = value;
  else
    Object.defineProperty(mapping, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
