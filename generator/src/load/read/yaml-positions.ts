import { isAlias, isMap, isNode, isScalar, isSeq, type Document } from "yaml";
import { Lines, type Position } from "./lines.ts";

/** The places of the members of a YAML text, from the nodes that its parser made. */
export class YamlPositions {
  readonly #parse: () => Document.Parsed;
  #parsed: Document.Parsed | undefined;
  readonly #lines: Lines;

  /** @param parse parses the text; called when the first place is asked for */
  constructor(text: string, parse: () => Document.Parsed) {
    this.#parse = parse;
    this.#lines = new Lines(text);
  }

  /** The place of a member's key, or of an item; of the nearest one above where there is no such member. */
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
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === part)
      : undefined;
    return pair && { place: pair.key, value: pair.value };
  }
}
