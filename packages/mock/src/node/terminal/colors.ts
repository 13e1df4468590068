/** The styles of text on a terminal (ECMA-48, section 8.3.117, SGR). */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The name of a colour or weight. */
export type Style = keyof typeof codes;

/** Applies a style to text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/** Returns a function that styles text, or one that does not. */
export function painter(isWanted: boolean): Paint {
  if (!isWanted) return (_, text) => text;
  return (style, text) => `\u001B[${codes[style]}m${text}\u001B[0m`;
}

/**
 * True if output should be coloured: if `FORCE_COLOR` is set, or else unless `NO_COLOR` (https://no-color.org)
 * is set, the terminal has the type `dumb`, or the output is not a terminal.
 */
export function wantsColors(
  environment: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: refused = "", TERM: terminal } = environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && refused === "" && terminal !== "dumb";
}
