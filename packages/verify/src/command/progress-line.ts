import type { Progress } from "../report/report.ts";
import { counted, oneLine } from "../report/report-text.ts";

/** The output for progress: standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of a run: on a terminal in one line that is updated, elsewhere in ten lines. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  #tenths = 0;

  constructor(stream: ProgressStream) {
    this.#stream = stream;
  }

  show({ caseId, done, total, failures }: Progress): void {
    const found = counted(failures, "failure");
    if (this.#stream.isTTY === true) {
      const text = `${done}/${total}, ${found}: ${oneLine(caseId)}`;
      this.#stream.write(`\r\u001b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}`);
      return;
    }
    const tenths = Math.floor((done * 10) / total);
    if (tenths === this.#tenths) return;
    this.#tenths = tenths;
    this.#stream.write(`${done} of ${counted(total, "case")}, ${found}\n`);
  }

  /** Removes the line. */
  end(): void {
    if (this.#stream.isTTY === true) this.#stream.write("\r\u001b[K");
  }
}
