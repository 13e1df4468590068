import { getMember, isObject } from "@openapi-packages/runtime/internals";

/**
 * True if a returned value equals the given one, apart from differences that a service may introduce: case,
 * outer spaces and Unicode normalization of texts; the notation of times; additional members of objects; the
 * order of lists and repeated items.
 */
export function isSameValue(given: unknown, shown: unknown): boolean {
  if (isNothing(given)) return isNothing(shown);
  if (typeof given === "number" || typeof shown === "number") return isSameNumber(given, shown);
  if (typeof given === "string") return typeof shown === "string" && isSameText(given, shown);
  if (Array.isArray(given))
    return (
      Array.isArray(shown) &&
      given.every((item) => shown.some((other) => isSameValue(item, other))) &&
      shown.every((other) => given.some((item) => isSameValue(item, other)))
    );
  if (!isObject(given)) return given === shown;
  return (
    isObject(shown) &&
    Object.entries(given).every(([name, value]) => {
      const other = getMember(shown, name);
      // Hidden nested members may be returned elsewhere.
      return other === undefined || isSameValue(value, other);
    })
  );
}

/** True for values that represent none: absent, `null`, an empty text, list or object. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Texts of numbers count as numbers, because forms and some databases only have texts. */
function isSameNumber(given: unknown, shown: unknown): boolean {
  const [one, other] = [Number(given), Number(shown)];
  if (Number.isNaN(one) || Number.isNaN(other)) return false;
  return Math.abs(one - other) <= Math.abs(one) * 1e-9;
}

function isSameText(given: string, shown: string): boolean {
  if (plain(given) === plain(shown)) return true;
  const [one, other] = [Date.parse(given), Date.parse(shown)];
  return /^\d{4}-\d\d/.test(given) && Math.abs(one - other) < 1000;
}

const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
