import type { SourceLocation } from "../../diagnostics/diagnostics.ts";
import { toPointer } from "../../json/json.ts";
import type { SourceFile } from "./source-file.ts";

/** Where a value was written. */
export interface Origin {
  readonly file: SourceFile;
  readonly pointer: string;
  /** True if the parts of the value have no positions of their own, because it was copied from elsewhere. */
  readonly isWhole?: boolean;
}

/** An origin, with the parts whose origin does not follow from it. */
interface Branch extends Origin {
  readonly members: Map<string, Branch>;
  /** The origin of each item of a list whose items have moved. */
  items?: Branch[];
}

/** The path to a value, in the parts of a JSON pointer. */
export type Path = readonly (string | number)[];

/** Records in which file each part of a document was written, if the document comes from several files. */
export class Origins {
  readonly #root: Branch;

  /** @param file the file before it was changed */
  constructor(file: SourceFile) {
    this.#root = branch({ file, pointer: "" });
  }

  /** Returns the position of a value, or of the nearest ancestor that has one. */
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

  /** Records that a value was set, new or in place of another. */
  put(path: Path, origin: Origin): void {
    const holder = this.#branchAt(path.slice(0, -1));
    const last = path.at(-1) ?? "";
    if (holder.items === undefined) holder.members.set(String(last), branch(origin));
    else holder.items[Number(last)] = branch(origin);
  }

  /**
   * Records that an item of a list was removed.
   *
   * @param length the length of the list before
   */
  removeItem(path: Path, length: number): void {
    const holder = this.#branchAt(path.slice(0, -1));
    if (holder.items === undefined) {
      holder.items = Array.from({ length }, (_, index) => partOf(holder, index));
      holder.members.clear();
    }
    holder.items.splice(Number(path.at(-1)), 1);
  }

  /** Records that a member of an object was removed. */
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

/** Returns the origin of a part: its own, or what follows from the origin of the whole. */
function partOf(at: Branch, part: string | number): Branch {
  return childOf(at, part) ?? branch(partOrigin(at, part));
}

/** Returns the origin of a part of a value that was written in one piece. */
export function partOrigin(origin: Origin, part: string | number): Origin {
  if (origin.isWhole === true) return origin;
  return { file: origin.file, pointer: origin.pointer + toPointer([part]) };
}

function branch({ file, pointer, isWhole = false }: Origin): Branch {
  return { file, pointer, isWhole, members: new Map() };
}
