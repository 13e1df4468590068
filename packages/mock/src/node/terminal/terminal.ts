import type { MockExchange } from "../../types.ts";
import { painter, wantsColors, type Paint } from "./colors.ts";
import { printable } from "./printable.ts";
import { exchangeLines } from "./exchange-lines.ts";

/** The output of lines for people, such as `process.stdout`. */
export interface TerminalOutput {
  write(text: string): void;
  readonly isTTY?: boolean;
  /** The characters that wait for a reader. Left out: none do. */
  readonly writableLength?: number;
}

/** The characters that may wait for a reader of the output. */
const mostWaiting = 4 * 1024 * 1024;

/** The terminal's output of a mock. Lines are gathered, so that many requests cost few writes. */
export class Terminal {
  readonly paint: Paint;
  readonly #output: TerminalOutput;
  #waiting = "";

  constructor(output: TerminalOutput, environment = process.env) {
    this.#output = output;
    this.paint = painter(wantsColors(environment, output.isTTY === true));
  }

  /** Writes text, of which the caller knows that it commands no terminal. */
  say(text: string): void {
    if (this.#waiting === "") setImmediate(() => this.flush());
    this.#waiting += text;
  }

  /** Says what went wrong, in a line. */
  warn(line: string): void {
    this.say(`${this.paint("yellow", printable(line, 2000))}\n`);
  }

  /** Reports a request. */
  readonly report = (exchange: MockExchange): void => {
    this.say(exchangeLines(exchange, this.paint));
  };

  /** Writes what is waiting. */
  flush(): void {
    const text = this.#waiting;
    this.#waiting = "";
    // Nobody reads: what is not said is lost, rather than the memory.
    if (text !== "" && (this.#output.writableLength ?? 0) < mostWaiting) this.#output.write(text);
  }
}
