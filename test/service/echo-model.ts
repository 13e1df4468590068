import type { Clock } from "./clock.ts";
import type { Model } from "./runs.ts";

/** The delay of each word in milliseconds. */
const wordDelay = 100;

/** A model that repeats its input word by word. */
export const echoModel = (clock: Clock): Model =>
  async function* (input, signal) {
    for (const word of input.split(" ")) {
      await clock.wait(wordDelay, signal);
      yield `${word} `;
    }
  };
