import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Document,
  type Pair,
  type YAMLMap,
} from "yaml";
import { Lines, type Position } from "./lines.ts";

/** Finds the positions of members in a YAML text, using the nodes of its parser. */
export class YamlPositions {
  readonly #parse: () => Document.Parsed;
  #parsed: Document.Parsed | undefined;
  readonly #lines: Lines;
  /** The members of the maps looked into so far. */
  readonly #members = new Map<YAMLMap, ReadonlyMap<string, Pair>>();

  /** @param parse parses the text; called on first use */
  constructor(text: string, parse: () => Document.Parsed) {
    this.#parse = parse;
    this.#lines = new Lines(text);
  }

  /** Returns the position of a member's key or of an item, or of the nearest ancestor that exists. */
  locate(parts: readonly string[]): Position {
    this.#parsed ??= this.#parse();
    const document = this.#parsed;
    let node: unknown = document.contents;
    let offset = 0;
    for (const part of parts) {
      const child = this.#child(isAlias(node) ? node.resolve(document) : node, part);
      if (child === undefined) break;
      node = child.value;
      if (isNode(child.place)) offset = child.place.range?.[0] ?? offset;
    }
    return this.#lines.positionAt(offset);
  }

  #child(
    node: unknown,
    part: string,
  ): { readonly place: unknown; readonly value: unknown } | undefined {
    if (isSeq(node)) {
      const item = node.items[Number(part)];
      return item === undefined ? undefined : { place: item, value: item };
    }
    const pair = isMap(node) ? this.#membersOf(node).get(part) : undefined;
    return pair && { place: pair.key, value: pair.value };
  }

  #membersOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = this.#members.get(map);
    if (known !== undefined) return known;
    const members = new Map<string, Pair>();
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (name !== undefined && !members.has(name)) members.set(name, pair);
    }
    this.#members.set(map, members);
    return members;
  }
}
