import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type Event } from "js-yaml";
import { Lines, type Position } from "./lines.ts";
import { deepestNesting } from "./plain-json.ts";

/** Where the members of a YAML or JSON text stand, from its parser's events. */
export class Positions {
  readonly #text: string;
  readonly #events: readonly Event[];
  /** The index of the event that ends the node which begins at an index. */
  readonly #ends: Int32Array;
  readonly #lines: Lines;

  /** @throws the parser's error when the text cannot be read */
  constructor(text: string) {
    this.#text = text;
    this.#lines = new Lines(text);
    this.#events = parseEvents(text, { maxDepth: deepestNesting });
    this.#ends = endsOf(this.#events);
  }

  /** The place of a member's key, or of an item; of the nearest one above where there is no such member. */
  locate(parts: readonly string[]): Position {
    let node = 1;
    let offset = 0;
    for (const part of parts) {
      const child = this.#child(node, part);
      if (child === undefined) break;
      offset = child.offset;
      node = child.node;
    }
    return this.#lines.positionAt(offset);
  }

  #child(
    node: number,
    part: string,
  ): { readonly node: number; readonly offset: number } | undefined {
    const event = this.#events[node];
    if (
      event === undefined ||
      (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE)
    )
      return undefined;
    const isMapping = event.type === EVENT_ID.MAPPING;
    const end = this.#end(node);
    for (let at = node + 1, index = 0; at < end; index += 1) {
      const value = isMapping ? this.#end(at) + 1 : at;
      const name = isMapping ? this.#scalar(at) : String(index);
      if (name === part) return { node: value, offset: this.#offset(at) };
      at = this.#end(value) + 1;
    }
    return undefined;
  }

  #end(node: number): number {
    return this.#ends[node] ?? node;
  }

  #scalar(node: number): string | undefined {
    const event = this.#events[node];
    return event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : undefined;
  }

  #offset(node: number): number {
    const event = this.#events[node];
    if (event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE) return event.start;
    if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
    if (event?.type !== EVENT_ID.SCALAR) return 0;
    const isQuoted =
      event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return isQuoted ? event.valueStart - 1 : event.valueStart;
  }
}

function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    ends[index] = index;
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index;
    else if (type !== EVENT_ID.SCALAR && type !== EVENT_ID.ALIAS) open.push(index);
  }
  return ends;
}
