import { getMember, isObject } from "@openapi-packages/runtime/internals";

/**
 * True if a value that is shown is the one that was given, as far as a service has to keep it: texts may differ in case,
 * spaces at their ends and Unicode's normal form; times in notation; objects have more members; lists may be in any
 * order and name each item once.
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
      // Members of members that are not shown may be shown elsewhere.
      return other === undefined || isSameValue(value, other);
    })
  );
}

/** True of what stands for no value: absent, `null`, an empty text, list or object. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** Texts of numbers count as numbers: forms and some databases have no others. */
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
