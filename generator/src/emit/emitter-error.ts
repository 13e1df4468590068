import type { Emitter } from "./emitted-file.ts";

/** An emitter of a user failed; the message names it. Nothing has been written. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";

  /**
   * @param emitter the emitter, in words
   * @param cause what it threw, if it threw
   */
  constructor(emitter: string, message: string, cause?: unknown) {
    super(`the emitter ${emitter} failed: ${message}`, { cause });
  }
}

/**
 * An emitter in the words of an error: by its function's name and its place in the list.
 *
 * @param index its place in `packages`
 */
export function emitterName({ name }: Emitter, index: number): string {
  return name === "" ? `packages[${index}]` : `${name} (packages[${index}])`;
}
