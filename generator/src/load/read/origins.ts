import type { SourceLocation } from "../../diagnostics.ts";
import { toPointer } from "../../json.ts";
import type { SourceFile } from "./source-file.ts";

/** The place that a value was written at. */
export interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
  /** True if the parts of the value have no places of their own: it was copied to where it stands. */
  readonly isWhole?: boolean;
}

/** An origin, and those of its parts that differ from what follows from it. */
interface Branch extends Origin {
  readonly members: Map<string, Branch>;
  /** Of an array whose items have moved: the origin of each. */
  items?: Branch[];
}

/** The parts of a path to a value, as in a JSON pointer. */
export type Path = readonly (string | number)[];

/** Where each part of a document was written that several files have made. */
export class Origins {
  readonly #root: Branch;

  /** @param file what the document was before */
  constructor(file: SourceFile) {
    this.#root = branch({ file, pointer: "" });
  }

  /** The place of a value, or of the nearest one around it that has a place. */
  locate(parts: Path): SourceLocation {
    let at = this.#root;
    let known = 0;
    for (const part of parts) {
      const next = childOf(at, part);
      if (next === undefined) break;
      at = next;
      known += 1;
    }
    const rest = at.isWhole === true ? "" : toPointer(parts.slice(known));
    return at.file.locate(at.pointer + rest);
  }

  /** Notes that a value was put in the place of another, or where none was. */
  put(path: Path, origin: Origin): void {
    const holder = this.#branchAt(path.slice(0, -1));
    const last = path.at(-1) ?? "";
    if (holder.items === undefined) holder.members.set(String(last), branch(origin));
    else holder.items[Number(last)] = branch(origin);
  }

  /**
   * Notes that an item of an array was removed.
   *
   * @param length that of the array before
   */
  removeItem(path: Path, length: number): void {
    const holder = this.#branchAt(path.slice(0, -1));
    if (holder.items === undefined) {
      holder.items = Array.from({ length }, (_, index) => partOf(holder, index));
      holder.members.clear();
    }
    holder.items.splice(Number(path.at(-1)), 1);
  }

  /** Notes that a member of an object was removed. */
  removeMember(path: Path): void {
    this.#branchAt(path.slice(0, -1)).members.delete(String(path.at(-1)));
  }

  #branchAt(path: Path): Branch {
    let at = this.#root;
    for (const part of path) {
      const next = partOf(at, part);
      if (at.items === undefined) at.members.set(String(part), next);
      else at.items[Number(part)] = next;
      at = next;
    }
    return at;
  }
}

function childOf(at: Branch, part: string | number): Branch | undefined {
  return at.items?.[Number(part)] ?? at.members.get(String(part));
}

/** The origin of a part: its own, or what follows from that of the whole. */
function partOf(at: Branch, part: string | number): Branch {
  return childOf(at, part) ?? branch(partOrigin(at, part));
}

/** The origin of a part of a value that was written in one piece. */
export function partOrigin(origin: Origin, part: string | number): Origin {
  if (origin.isWhole === true) return origin;
  return { file: origin.file, pointer: origin.pointer + toPointer([part]) };
}

function branch({ file, pointer, isWhole = false }: Origin): Branch {
  return { file, pointer, isWhole, members: new Map() };
}
