import { decodePunycode } from "./punycode.ts";

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const separators = /[.\u3002\uff0e\uff61]/;

/**
 * Code points whose validity in labels differs from their Unicode properties (RFC 5892, section 2.6), and
 * those of ASCII.
 */
const allowed = /[-\da-z\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/;
/** Code points whose validity depends on their neighbours, without Arabic digits (RFC 5892, appendix A). */
const contextual = /[\u00b7\u0375\u05f3\u05f4\u30fb]|\u200c|\u200d/;
const exceptions = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/;
/** Old Hangul jamo, marks for symbols, and notes of music (RFC 5892, sections 2.4 and 2.9). */
const ignored =
  /[\u{20d0}-\u{20ff}\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}\u{1d100}-\u{1d24f}]/u;
const unstable = /\p{Changes_When_NFKC_Casefolded}/u;
const letterOrDigit = /[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]/u;

/** Invalid neighbours of the contextual code points. The engine knows the rules for joiners. */
const misplaced = [
  /(?<!l)\u00b7|\u00b7(?!l)/,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
];
const rightToLeft =
  /(?!\p{Nd})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * True if a text is a host name (RFC 1123, section 2.1) whose Punycode labels represent valid ones (RFC
 * 5891, section 4.4).
 */
export function isHostname(text: string): boolean {
  return (
    isAsciiHostname(text) && (!/(?:^|\.)xn--/i.test(text) || hasAllowedLabels(text.toLowerCase()))
  );
}

/** True if a text is an ASCII host name (RFC 1123, section 2.1). Punycode is not decoded. */
export function isAsciiHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((part) => label.test(part));
}

/**
 * True if a text is a host name with labels in any script (RFC 5890, section 2.3.2.3), in upper or lower
 * case, composed or not (RFC 5895, section 2).
 */
export function isInternationalHostname(text: string): boolean {
  // Each character takes at least one character of Punycode, and at most two UTF-16 units.
  if (text.length > 2 * 253 || /(?:^|[.\u3002\uff0e\uff61])(?!xn)[^][^]--/i.test(text))
    return false;
  const capital = /(?=\p{Changes_When_NFKC_Casefolded})\p{Lu}/gu;
  return hasAllowedLabels(text.replace(capital, (letter) => letter.toLowerCase()).normalize("NFC"));
}

function hasAllowedLabels(text: string): boolean {
  const labels = text.split(separators).map(decoded);
  if (!labels.every(isLabel)) return false;
  // RFC 5893, section 2, rule 1: engines do not apply it to labels that begin with a digit.
  if (rightToLeft.test(labels.join("")) && labels.some((one) => /^\p{Nd}/u.test(one))) return false;
  const ascii = inPunycode(labels.join("."));
  return ascii !== undefined && isAsciiHostname(ascii);
}

/** Decodes a label from Punycode. Empty if the Punycode is invalid or unnecessary. */
function decoded(text: string): string {
  if (!text.startsWith("xn--")) return text;
  const letters = label.test(text) ? decodePunycode(text.slice(4)) : undefined;
  return letters === undefined || /^[\0-\x7f]*$/.test(letters) ? "" : letters;
}

/** True if a text is a valid label (RFC 5891, section 4.2), apart from its length, joiners and direction. */
function isLabel(text: string): boolean {
  if (text === "" || /^[-\p{M}]|-$/u.test(text) || text.normalize("NFC") !== text) return false;
  if (/[^\0-\x7f]/.test(text) && /^..--/u.test(text)) return false;
  if (!Array.from(text).every(isAllowed) || misplaced.some((one) => one.test(text))) return false;
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text);
  if (text.includes("\u30fb") && !isJapanese) return false;
  return !/[\u0660-\u0669]/.test(text) || !/[\u06f0-\u06f9]/.test(text);
}

/** True if a character is allowed in labels (RFC 5892, section 3). */
function isAllowed(character: string): boolean {
  if (allowed.test(character) || contextual.test(character)) return true;
  const isExcluded = [exceptions, ignored, unstable].some((one) => one.test(character));
  return !isExcluded && letterOrDigit.test(character);
}

/**
 * Converts the labels of a host name to Punycode. `undefined` if joiners or directions are invalid (RFC
 * 5892, appendix A.1; RFC 5893).
 */
function inPunycode(text: string): string | undefined {
  // The additional label keeps a trailing number from being parsed as part of an IPv4 address.
  return URL.canParse(`https://${text}.x`)
    ? new URL(`https://${text}.x`).hostname.slice(0, -2)
    : undefined;
}
