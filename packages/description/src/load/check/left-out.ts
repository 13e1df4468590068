import { toPointer, type Json } from "../../json/json.ts";
import type { Moved } from "../bundle/bundle.ts";
import { cursorPointer, replaceNode, type Cursor } from "../openapi/openapi-objects.ts";

/** Collects and removes nodes of a document that cannot be used. */
export class LeftOutNodes {
  /** The removed indexes of each list, and the pointers of the list. */
  readonly #lists = new Map<Json[], { readonly indexes: Set<number>; readonly at: Set<string> }>();

  /**
   * Removes a node. A schema is replaced by one that allows any value. An entry of a list stays until {@link
   * shorten} is called, so that the walk can continue.
   */
  add(cursor: Cursor): void {
    const { holder, key, name } = cursor;
    if (name === "Schema") replaceNode(cursor, {});
    else if (!Array.isArray(holder)) {
      if (holder !== undefined) delete holder[key];
    } else {
      const known = this.#lists.get(holder) ?? { indexes: new Set(), at: new Set() };
      known.indexes.add(Number(key));
      known.at.add(cursorPointer(cursor).replace(/\/\d+$/, ""));
      this.#lists.set(holder, known);
    }
  }

  /** Shortens the lists that lost entries, and returns the new places of the remaining ones. */
  shorten(): Moved[] {
    return [...this.#lists].flatMap(([list, { indexes, at }]) => {
      const kept = [...list.keys()].filter((index) => !indexes.has(index));
      const moved = [...at].flatMap((pointer) =>
        kept.map((from, to) => ({
          from: pointer + toPointer([from]),
          to: pointer + toPointer([to]),
        })),
      );
      list.splice(0, list.length, ...kept.map((index) => list[index] as Json));
      return moved;
    });
  }
}
