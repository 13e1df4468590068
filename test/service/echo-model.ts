import type { Clock } from "./clock.ts";
import type { Model } from "./runs.ts";

/** How long a word takes, in milliseconds. */
const wordTime = 100;

/** A model that says what it was told, word by word. */
export const echoModel = (clock: Clock): Model =>
  async function* (input, signal) {
    for (const word of input.split(" ")) {
      await clock.wait(wordTime, signal);
      yield `${word} `;
    }
  };
