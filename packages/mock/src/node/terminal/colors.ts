/** Colours and weights of text on a terminal (ECMA-48, 8.3.117, SGR). */
const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** The name of a colour or weight. */
export type Style = keyof typeof codes;

/** Gives text a style, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/** Paints text, where that is wanted. */
export function painter(isWanted: boolean): Paint {
  if (!isWanted) return (_, text) => text;
  return (style, text) => `\u001B[${codes[style]}m${text}\u001B[0m`;
}

/**
 * True if output is coloured: `FORCE_COLOR` says so, or else `NO_COLOR` (https://no-color.org), a
 * terminal of the type `dumb`, and what is no terminal at all say that it is not.
 */
export function wantsColors(
  environment: { readonly [name: string]: string | undefined },
  isTerminal: boolean,
): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: refused = "", TERM: terminal } = environment;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && refused === "" && terminal !== "dumb";
}
