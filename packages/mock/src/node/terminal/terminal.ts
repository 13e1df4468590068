import type { MockExchange } from "../../types.ts";
import { painter, wantsColors, type Paint } from "./colors.ts";
import { printable } from "./printable.ts";
import { exchangeLines } from "./exchange-lines.ts";

/** The output of lines for people, such as `process.stdout`. */
export interface TerminalOutput {
  write(text: string): void;
  readonly isTTY?: boolean;
}

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
    if (text !== "") this.#output.write(text);
  }
}
