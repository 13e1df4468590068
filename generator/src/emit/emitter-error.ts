import { ExpectedError } from "@openapi-packages/description/diagnostics/expected-error";
import type { Emitter } from "./emitted-file.ts";

/** The error of a failed user's emitter, which the message names. Nothing has been written. */
export class EmitterError extends ExpectedError {
  override readonly name = "EmitterError";

  /**
   * @param emitter the name of the emitter in messages (see {@link emitterName})
   * @param cause the error that the emitter threw, if any
   */
  constructor(emitter: string, message: string, cause?: unknown) {
    super(`the emitter ${emitter} failed: ${message}`, { cause });
  }
}

/**
 * Names an emitter in messages: by its function's name and its position in the list.
 *
 * @param index its position in `packages`
 */
export function emitterName({ name }: Emitter, index: number): string {
  return name === "" ? `packages[${index}]` : `${name} (packages[${index}])`;
}
