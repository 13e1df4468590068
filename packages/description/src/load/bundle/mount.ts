import type { SourceLocation } from "../../diagnostics/diagnostics.ts";
import type { SourceFile } from "../read/source-file.ts";

/** The origin of a part of the bundled document. */
export interface Mount {
  readonly pointer: string;
  readonly file: SourceFile;
  readonly sourcePointer: string;
}

/** The origins of all parts of the bundled document. */
export class Mounts {
  readonly #root: Mount;
  readonly #byPointer = new Map<string, Mount>();

  /** @param root the mount of everything that no other mount holds */
  constructor(root: Mount) {
    this.#root = root;
  }

  /** Adds a mount, replacing one at the same pointer. */
  add(mount: Mount): void {
    this.#byPointer.set(mount.pointer, mount);
  }

  /** Returns the deepest mount that holds a pointer into the bundled document. */
  nearest(pointer: string): Mount {
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const mount = this.#byPointer.get(at);
      if (mount !== undefined) return mount;
    }
    return this.#root;
  }

  /** Returns the place in the source of a pointer into the bundled document. */
  locate(pointer: string): SourceLocation {
    const mount = this.nearest(pointer);
    return mount.file.locate(mount.sourcePointer + pointer.slice(mount.pointer.length));
  }
}
