import { styleText } from "node:util";

/** The name of a colour or weight. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Applies a style to text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/** An output that may be a terminal, such as `process.stdout`. */
export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** How text for an output is styled, and how long its lines may be. */
export interface Screen {
  readonly paint: Paint;
  /** The columns of the terminal; `Infinity` for files and pipes, where nothing is cut. */
  readonly columns: number;
}

/** Returns text as it is. */
export const unpainted: Paint = (_style, text) => text;

/**
 * Returns the screen of an output. It has colours if `FORCE_COLOR` is set, or else on a terminal unless `NO_COLOR`
 * (https://no-color.org) is set or its type is `dumb`.
 */
export function screenOf(
  { isTTY = false, columns = 80 }: TerminalStream,
  environment: NodeJS.ProcessEnv = process.env,
): Screen {
  return {
    paint: wantsColors(environment, isTTY) ? painted : unpainted,
    columns: isTTY ? columns : Infinity,
  };
}

/** The output itself is not asked: Node before 22.13 would not read the environment. */
const painted: Paint = (style, text) => styleText(style, text, { validateStream: false });

function wantsColors(
  { FORCE_COLOR: forced = "", NO_COLOR: refused = "", TERM: type }: NodeJS.ProcessEnv,
  isTerminal: boolean,
): boolean {
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && refused === "" && type !== "dumb";
}

/** Shortens a line that is longer than the columns it has. */
export function clipped(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, Math.max(0, columns - 1))}…`;
}
