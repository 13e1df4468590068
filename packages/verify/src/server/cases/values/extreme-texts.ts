import { boundOf, type ValuePlace } from "./value-places.ts";

/** A kind of text that services lose, with the kinds that it combines. */
export interface TextKind {
  /** For a message: `characters beyond U+FFFF`. */
  readonly what: string;
  readonly text: string;
  /** Tried one by one where this one is refused or changed. */
  readonly parts?: readonly TextKind[];
  /** True for white space around the text, which a service may refuse. */
  readonly isPadded?: boolean;
  /** What a service may remove from the text. Default: nothing. */
  readonly mayLose?: RegExp;
  /** True to try it no more where it is refused. */
  readonly isOptional?: boolean;
  /** True to look into the list, too: lists are often read by other means. */
  readonly isListed?: boolean;
}

/** A text without anything special, of 40 characters. Members that it does not come back from are not tried. */
export const plainText: TextKind = {
  what: "40 letters and digits",
  text: "Verify 40 plain characters Aa Bb Cc 0123",
};

/** Characters that stand for others in JSON, HTML, SQL and URLs. */
export const quotes: TextKind = {
  what: "quotes, backslashes and signs",
  text: `it's "so" \\ back & 100% + {1} ; 5 < 6 > 4 / ?x=#y`,
};

const scripts = [
  // The second e has a combining accent: texts must not be normalized (Unicode, UAX #15). Two spaces may become one.
  {
    what: "accents",
    text: "Gr\u00fc\u00dfe,  caf\u00e9 e\u0301 \u0141\u00f3d\u017a \u20ac",
    mayLose: /(?<=\s)\s+/g,
  },
  {
    what: "other scripts",
    text: "\u4e2d\u6587 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0e44\u0e17\u0e22",
  },
  {
    what: "characters beyond U+FFFF",
    text: "clef \u{1d11e} and \u{1f600}\u{1f469}\u200d\u{1f467}!",
  },
  quotes,
].map((one): TextKind => ({ ...one, isListed: true }));

const unicode: TextKind = {
  what: "characters beyond ASCII, quotes and signs",
  text: scripts.map(({ text }) => text).join(" "),
  parts: scripts,
  isListed: true,
  isPadded: true,
  mayLose: /^\s+|\s+$|(?<=\s)\s+/g,
};

/** Characters that JSON has no place for unless they are escaped (RFC 8259, section 7). */
export const controls: TextKind = {
  what: "a tab, line ends, quotes and U+0001",
  text: 'tab\tline\n"quoted" \\ and\u0001!',
  mayLose: /[\u0000-\u0020]/g,
  isOptional: true,
};

const nul: TextKind = { what: "NUL (U+0000)", text: "before\u0000after" };

/** The kinds of texts, apart from long ones. */
export const textKinds: readonly TextKind[] = [
  unicode,
  {
    what: "control characters",
    text: `${nul.text} ${controls.text}`,
    parts: [nul, controls],
    mayLose: /[\u0001-\u0020]/g,
  },
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
 * Returns a text of a kind for a member: cut off at its largest length, filled up to its smallest, with white space
 * around it if there has to be.
 *
 * @returns `undefined` if the member has no room for it
 */
export function textFor(kind: TextKind, { schemas }: ValuePlace): string | undefined {
  const least = boundOf(schemas, "minLength", Math.max) ?? 0;
  if (kind.text === "") return least === 0 ? kind.text : undefined;
  const most = boundOf(schemas, "maxLength", Math.min) ?? Infinity;
  const isPadded = kind.isPadded === true && most > 2;
  const characters = Array.from(kind.text).slice(0, isPadded ? most - 2 : most);
  if (characters.length < least) characters.push(..."x".repeat(least - characters.length));
  const cut = characters.join("").trim();
  if (cut === "") return undefined;
  return isPadded ? ` ${cut} ` : cut;
}
