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
