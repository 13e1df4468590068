import type { CallbackDelivery, MockExchange } from "../../types.ts";
import { callbackLine } from "./callback-line.ts";
import { painter, wantsColors, type Paint } from "./colors.ts";
import { printable } from "./printable.ts";
import { exchangeLines } from "./exchange-lines.ts";

/** The output for messages to the user, such as `process.stdout`. */
export interface TerminalOutput {
  write(text: string): void;
  readonly isTTY?: boolean;
  /** The number of characters that wait for a reader. Default: none. */
  readonly writableLength?: number;
}

/** The maximum number of characters that wait for a reader of the output. */
const mostWaiting = 4 * 1024 * 1024;

/** The terminal output of a mock. Lines are buffered, so that many requests cost few writes. */
export class Terminal {
  readonly paint: Paint;
  readonly #output: TerminalOutput;
  #waiting = "";

  constructor(output: TerminalOutput, environment = process.env) {
    this.#output = output;
    this.paint = painter(wantsColors(environment, output.isTTY === true));
  }

  /** Writes text without control characters. */
  say(text: string): void {
    if (this.#waiting === "") setImmediate(() => this.flush());
    this.#waiting += text;
  }

  /** Writes a warning in one line. */
  warn(line: string): void {
    this.say(`${this.paint("yellow", printable(line, 2000))}\n`);
  }

  /** Writes a line for an exchange. */
  readonly report = (exchange: MockExchange): void => {
    this.say(exchangeLines(exchange, this.paint));
  };

  /** Writes a line for a callback, unless the request had no address for it. */
  readonly reportCallback = (delivery: CallbackDelivery): void => {
    this.say(callbackLine(delivery, this.paint));
  };

  /** Writes the buffered text. */
  flush(): void {
    const text = this.#waiting;
    this.#waiting = "";
    // If nobody reads the output, text is dropped instead of filling the memory.
    if (text !== "" && (this.#output.writableLength ?? 0) < mostWaiting) this.#output.write(text);
  }
}
