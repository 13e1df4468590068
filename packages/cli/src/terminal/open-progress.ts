import { basename } from "node:path";
import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import type { ProgressTerminal } from "./progress-line.ts";

/** Shows how far a run is. */
export interface Progress {
  /** Shows a stage, and how much of it is done. */
  show(this: void, stage: string, done?: number, total?: number): void;
  /** Removes what is shown, before other text is written. */
  clear(this: void): void;
}

const noProgress: Progress = { show: () => {}, clear: () => {} };

/** What decides whether progress is shown. */
export interface ProgressOptions {
  /** The description of the run: a path or a URL. */
  readonly description: string;
  /** The format of the report; only people look at progress. */
  readonly format?: string | undefined;
}

/**
 * Opens the progress of a run. It shows nothing, and loads nothing, unless standard error is a terminal and somebody
 * looks at it.
 */
export async function openProgress(
  { description, format = "pretty" }: ProgressOptions,
  terminal: ProgressTerminal & { readonly isTTY?: boolean } = process.stderr,
  { CI = "", TERM }: NodeJS.ProcessEnv = process.env,
): Promise<Progress> {
  const isWatched = terminal.isTTY === true && TERM !== "dumb" && (CI === "" || CI === "false");
  if (!isWatched || format !== "pretty") return noProgress;
  const { ProgressLine } = await import("./progress-line.ts");
  const line = new ProgressLine(terminal);
  const subject = visible(basename(description));
  return {
    show: (...stage) => line.show(subject, ...stage),
    clear: () => line.clear(),
  };
}
