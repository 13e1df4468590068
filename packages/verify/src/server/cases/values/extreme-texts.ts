import { boundOf, type ValuePlace } from "./value-places.ts";

/** A kind of text that services lose, with the kinds that it combines. */
export interface TextKind {
  /** For a message: `characters beyond U+FFFF`. */
  readonly what: string;
  readonly text: string;
  /** Tried one by one where this one is refused or changed. */
  readonly parts?: readonly TextKind[];
  /** True to look into the list, too: lists are often read by other means. */
  readonly isListed?: boolean;
}

/** A text without anything special, of 40 characters. Members that it does not come back from are not tried. */
export const plainText: TextKind = {
  what: "40 letters and digits",
  text: "Verify 40 plain characters Aa Bb Cc 0123",
};

const scripts = [
  // The second e has a combining accent: texts must not be normalized (Unicode, UAX #15).
  { what: "accents", text: "Gr\u00fc\u00dfe, caf\u00e9 e\u0301 \u0141\u00f3d\u017a \u20ac" },
  {
    what: "other scripts",
    text: "\u4e2d\u6587 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0e44\u0e17\u0e22",
  },
  {
    what: "characters beyond U+FFFF",
    text: "clef \u{1d11e} and \u{1f600}\u{1f469}\u200d\u{1f467}!",
  },
  {
    what: "quotes, backslashes and signs",
    text: `it's "so" \\ back & 100% + {1} ; 5 < 6 > 4 / ?x=#y`,
  },
].map((one): TextKind => ({ ...one, isListed: true }));

const unicode: TextKind = {
  what: "characters beyond ASCII, quotes and signs",
  text: scripts.map(({ text }) => text).join(" "),
  parts: scripts,
  isListed: true,
};

/** The kinds of texts, apart from long ones. */
export const textKinds: readonly TextKind[] = [
  unicode,
  { what: "NUL (U+0000)", text: "before\u0000after" },
  { what: "digits with leading zeros", text: "00420" },
];

/** A text that services take for one that was left out. */
export const emptyText: TextKind = { what: "an empty text", text: "" };

/** The lengths that are tried where nothing bounds a text, until one is accepted. */
export const longLengths = [4096, 256] as const;

/** Returns a text of exactly so many characters, whose end is different from its beginning. */
export function longText(length: number): TextKind {
  const text = `Long text of ${length} characters: `.padEnd(length, "abcdefghij ");
  const what = `${length.toLocaleString("en")} characters`;
  return { what, text: `${text.slice(0, length - 1)}.`, isListed: true };
}

/**
 * Returns a text of a kind for a member: cut off at its largest length, filled up to its smallest.
 *
 * @returns `undefined` if the member has no room for it
 */
export function textFor({ text }: TextKind, { schemas }: ValuePlace): string | undefined {
  const least = boundOf(schemas, "minLength", Math.max) ?? 0;
  if (text === "") return least === 0 ? text : undefined;
  const most = boundOf(schemas, "maxLength", Math.min) ?? Infinity;
  const characters = Array.from(text).slice(0, most);
  if (characters.length < least) characters.push(..."x".repeat(least - characters.length));
  const cut = characters.join("").trim();
  return cut === "" ? undefined : cut;
}
