import { decodePunycode } from "./punycode.ts";

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const separators = /[.\u3002\uff0e\uff61]/;

/** Code points of labels that Unicode's properties would tell otherwise (RFC 5892, section 2.6), and those of ASCII. */
const allowed = /[-\da-z\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/;
/** Those that depend on what is around them, digits of Arabic apart (RFC 5892, appendix A). */
const contextual = /[\u00b7\u0375\u05f3\u05f4\u30fb]|\u200c|\u200d/;
const exceptions = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/;
/** Old Hangul jamo, marks for symbols, and notes of music (RFC 5892, sections 2.4 and 2.9). */
const ignored =
  /[\u{20d0}-\u{20ff}\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}\u{1d100}-\u{1d24f}]/u;
const unstable = /\p{Changes_When_NFKC_Casefolded}/u;
const letterOrDigit = /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u;

/** What must not be around the contextual ones; the engine knows the rules of joiners. */
const misplaced = [
  /(?<!l)\u00b7|\u00b7(?!l)/,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
];
const rightToLeft =
  /(?!\p{Nd})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Tells whether a text is a host name (RFC 1123, section 2.1), of which a label in Punycode stands for
 * one that is allowed (RFC 5891, section 4.4).
 */
export function isHostname(text: string): boolean {
  return (
    isAsciiHostname(text) && (!/(?:^|\.)xn--/i.test(text) || hasAllowedLabels(text.toLowerCase()))
  );
}

/** Tells whether a text is a host name of ASCII, whatever its Punycode stands for (RFC 1123, section 2.1). */
export function isAsciiHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/**
 * Tells whether a text is a host name whose labels may be of any script (RFC 5890, section 2.3.2.3), in
 * upper or lower case, composed or not (RFC 5895, section 2).
 */
export function isInternationalHostname(text: string): boolean {
  // In Punycode a character is one at least, and it may be two units of `length`.
  if (text.length > 2 * 253 || /(?:^|[.\u3002\uff0e\uff61])(?!xn)[^][^]--/i.test(text))
    return false;
  const capital = /(?=\p{Changes_When_NFKC_Casefolded})\p{Lu}/gu;
  return hasAllowedLabels(text.replace(capital, (letter) => letter.toLowerCase()).normalize("NFC"));
}

function hasAllowedLabels(text: string): boolean {
  const labels = text.split(separators).map(decoded);
  if (!labels.every(isLabel)) return false;
  // RFC 5893, section 2, rule 1, which engines leave out for labels that begin with a digit.
  if (rightToLeft.test(labels.join("")) && labels.some((one) => /^\p{Nd}/u.test(one))) return false;
  const ascii = inPunycode(labels.join("."));
  return ascii !== undefined && isAsciiHostname(ascii);
}

/** A label in letters; an empty one where its Punycode is wrong, or not needed. */
function decoded(text: string): string {
  if (!text.startsWith("xn--")) return text;
  const letters = label.test(text) ? decodePunycode(text.slice(4)) : undefined;
  return letters === undefined || /^[\0-\x7f]*$/.test(letters) ? "" : letters;
}

/** Tells whether a text may be a label (RFC 5891, section 4.2), but for its length, joiners and direction. */
function isLabel(text: string): boolean {
  if (text === "" || /^[-\p{M}]|-$/u.test(text) || text.normalize("NFC") !== text) return false;
  if (/[^\0-\x7f]/.test(text) && /^..--/u.test(text)) return false;
  if (!Array.from(text).every(isAllowed) || misplaced.some((one) => one.test(text))) return false;
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);
  if (text.includes("\u30fb") && !isJapanese) return false;
  return !/[\u0660-\u0669]/.test(text) || !/[\u06f0-\u06f9]/.test(text);
}

/** Tells whether a character is allowed in labels (RFC 5892, section 3). */
function isAllowed(character: string): boolean {
  if (allowed.test(character) || contextual.test(character)) return true;
  const isExcluded = [exceptions, ignored, unstable].some((one) => one.test(character));
  return !isExcluded && letterOrDigit.test(character);
}

/** A host name with its labels in Punycode; `undefined` where joiners or directions are wrong (RFC 5892, appendix A.1; RFC 5893). */
function inPunycode(text: string): string | undefined {
  // The last label keeps a number at the end from being read as that of an IPv4 address.
  return URL.canParse(`https://${text}.x`)
    ? new URL(`https://${text}.x`).hostname.slice(0, -2)
    : undefined;
}
