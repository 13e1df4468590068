import type { Paint } from "./colors.ts";
import { printable } from "./printable.ts";

/** The lines at the start of a mock. */
export interface StartSummary {
  readonly title: string;
  readonly url: string;
  readonly operations: number;
  /** True if what is created is remembered. */
  readonly isRemembering: boolean;
  readonly consoleUrl?: string | undefined;
  readonly stateFile?: string | undefined;
  /** A command to try. */
  readonly example?: string | undefined;
}

/** The lines at the start of a mock: what listens where, and how to try it. */
export function startLines(summary: StartSummary, paint: Paint): string {
  const { title, url, operations, isRemembering, consoleUrl, stateFile, example } = summary;
  const count = `${operations} ${operations === 1 ? "operation" : "operations"}`;
  const rows: [string, string | undefined][] = [
    ["listening", paint("green", url)],
    ["mocking", isRemembering ? `${count}, with a memory` : count],
    ["console", consoleUrl],
    ["state", stateFile === undefined ? undefined : printable(stateFile)],
    ["try", example === undefined ? undefined : printable(example, 2000)],
  ];
  const lines = rows
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `  ${paint("dim", name.padEnd(9))}  ${text}\n`);
  return `${paint("bold", printable(title))}\n${lines.join("")}`;
}
