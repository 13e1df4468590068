import type { SourceLocation } from "../diagnostics.ts";
import type { SourceFile } from "./source-file.ts";

/** Where a part of the bundled document comes from. */
export interface Mount {
  readonly pointer: string;
  readonly file: SourceFile;
  readonly sourcePointer: string;
}

/** The place in the source of a pointer into the bundled document. */
export function locateMounted(mounts: readonly Mount[], pointer: string): SourceLocation {
  const mount = nearestMount(mounts, pointer);
  return mount.file.locate(mount.sourcePointer + pointer.slice(mount.pointer.length));
}

/** The mount that holds a pointer into the bundled document: the deepest one, of several the last. */
export function nearestMount(mounts: readonly Mount[], pointer: string): Mount {
  let best = mounts[0] as Mount;
  for (const mount of mounts) {
    const inside = pointer === mount.pointer || pointer.startsWith(`${mount.pointer}/`);
    if (inside && mount.pointer.length >= best.pointer.length) best = mount;
  }
  return best;
}
