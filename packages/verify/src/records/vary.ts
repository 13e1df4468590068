import type { CallInput } from "@openapi-packages/runtime/client";
import {
  isObject,
  type Json,
  type JsonObject,
  type MediaType,
} from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { seedOf } from "../run/seed.ts";

/** Members that services often require to be unique, and whose values are otherwise free. */
const naming =
  /^(.*[^a-z])?(name|title|slug|label|email|e_mail|mail|login|handle|domain|hostname|host|alias|key|code|description|subject)$/i;

/** Which texts are varied, and how. */
export interface VaryOptions {
  /** The members known to be unique. If there are none, those with suitable names are varied, else any text. */
  readonly names: readonly string[];
  /** The members that name records, of which another text names none. */
  readonly references: readonly string[];
  /** Determines the texts. */
  readonly seed: number;
  /** True to vary each text. Default: false. */
  readonly isThorough?: boolean;
}

/** Returns the media type of an input's body. */
export function bodyMedia(
  { model }: VerifiedOperation,
  { contentType }: CallInput,
): MediaType | undefined {
  const content = model.requestBody?.content ?? [];
  return content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
}

/**
 * Returns an input with other valid texts in members that may have to be unique; `undefined` if there are none.
 */
export function variedInput(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  { names, references, seed, isThorough = false }: VaryOptions,
): CallInput | undefined {
  const media = bodyMedia(operation, input);
  const { body } = input;
  if (!isObject(body) || (media?.kind !== "json" && media?.kind !== "form")) return undefined;
  const schema = media.schema?.json ?? true;
  const accepts = (value: JsonObject): boolean => api.description.holds(schema, value);
  const texts = Object.keys(body).filter(
    (name) => typeof body[name] === "string" && !references.includes(name),
  );
  const known = texts.filter((name) => names.includes(name));
  const named = texts.filter((name) => naming.test(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2")));
  let varied: JsonObject = body;
  for (const name of isThorough ? texts : firstFilled(known, named, texts)) {
    const candidates = variedTexts(String(body[name]), seed).map((text) => ({
      ...varied,
      [name]: text as Json,
    }));
    varied = candidates.find(accepts) ?? varied;
  }
  return varied === body ? undefined : { ...input, body: varied };
}

/** Returns variants of a text, the most likely to be valid first. */
export const variedTexts = (text: string, seed: number): string[] =>
  variants(text, lettersOf(seedOf(String(seed))));

const firstFilled = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.find(({ length }) => length > 0) ?? [];

/** Returns six letters, which most patterns for names accept. */
function lettersOf(number: number): string {
  const code = (place: number): number => Math.floor(number / 26 ** place) % 26;
  return String.fromCodePoint(...[0, 1, 2, 3, 4, 5].map((place) => 97 + code(place)));
}

function variants(text: string, suffix: string): string[] {
  const hex = seedOf(suffix).toString(16).padStart(12, "0").slice(-12);
  const at = text.indexOf("@");
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return [text.slice(0, -12) + hex];
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return [`${text.slice(0, at)}-${suffix}${text.slice(at)}`];
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [`${text.replace(/\/$/, "")}/${suffix}`];
  const digits = String(seedOf(suffix)).slice(-text.length);
  const ofNumbers = /^\d+$/.test(text) ? [digits] : [];
  const isHost = /^[^\s.]+(\.[^\s.]+)+$/.test(text);
  const whole = isHost ? [`${suffix}-${text}`] : [`${text}-${suffix}`, `${text} ${suffix}`];
  const cut = text.slice(0, Math.max(0, text.length - suffix.length)) + suffix;
  const others = [text + suffix, cut, suffix, suffix.toUpperCase()];
  return [...ofNumbers, ...whole, ...others, ...sameShape(text, suffix)];
}

/**
 * Returns a text with other digits in the place of digits, as patterns of numbers of contracts and devices ask for;
 * with other letters, too, where there are fewer than four digits. Dates are left as they are.
 */
function sameShape(text: string, suffix: string): string[] {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return [];
  const replaced = (text.match(/\d/g) ?? []).length < 4 ? /[0-9a-z]/gi : /\d/g;
  const digits = digitsOf(suffix, text.length);
  const other = text.replaceAll(replaced, (character, at: number) => {
    if (/\d/.test(character)) return digits.charAt(at);
    const letter = suffix.charAt(at % suffix.length);
    return character === character.toUpperCase() ? letter.toUpperCase() : letter;
  });
  return other === text ? [] : [other];
}

/** Returns so many digits, the last eight of each hash: the first ones of a hash are less evenly spread. */
function digitsOf(text: string, count: number): string {
  let digits = "";
  for (let part = 0; digits.length < count; part += 1)
    digits += String(seedOf(`${part} ${text}`))
      .padStart(8, "0")
      .slice(-8);
  return digits.slice(0, count);
}
