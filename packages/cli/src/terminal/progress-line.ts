import { clipped } from "./paint.ts";

/** The terminal that shows progress. */
export interface ProgressTerminal {
  readonly columns?: number;
  write(text: string): unknown;
}

/** What the line says of each stage; others are named as they are. */
const words: Readonly<Record<string, string>> = {
  load: "reading",
  model: "understanding operations and schemas",
  emit: "planning files",
  validators: "compiling validators",
  serializers: "compiling serializers",
  "error plan": "planning errors",
  "received plan": "planning requests",
  "mock plan": "planning mocks",
  contract: "planning the contract",
  client: "planning the client",
  server: "planning the server",
  mocks: "planning mocks",
  types: "declaring types",
  readmes: "writing READMEs",
  agents: "writing AGENTS.md",
  print: "writing code",
  write: "comparing and saving files",
};

/** Shows the progress of a run in one line of a terminal, which is overwritten and finally removed. */
export class ProgressLine {
  readonly #terminal: ProgressTerminal;
  readonly #now: () => number;
  #shownAt = -Infinity;
  #isShown = false;

  /** @param now reads a clock, in milliseconds */
  constructor(terminal: ProgressTerminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /**
   * Shows a stage, and how much of it is done.
   *
   * @param subject what the run is about: the name of the description
   */
  show(subject: string, stage: string, done?: number, total?: number): void {
    const now = this.#now();
    // A terminal cannot show more, and each write waits for it.
    if (now - this.#shownAt < leastMilliseconds) return;
    this.#shownAt = now;
    this.#isShown = true;
    const count = done === undefined || total === undefined ? "" : ` ${done}/${total}`;
    const text = `${subject}: ${words[stage] ?? stage}${count}`;
    this.#terminal.write(`\r\u001B[K${clipped(text, (this.#terminal.columns ?? 80) - 1)}`);
  }

  /** Removes the line, so that other text can be written. A later stage shows it again. */
  clear(): void {
    if (this.#isShown) this.#terminal.write("\r\u001B[K");
    this.#isShown = false;
  }
}

/** The milliseconds between two changes of the line. */
const leastMilliseconds = 60;
