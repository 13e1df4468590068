/** Which of two values comes first. */
export type Direction = "asc" | "desc";

/** How texts are compared, as far as a description says it. Default: in any way. */
export type Comparison = "without case" | "by code points" | "as numbers";

/** True if a value certainly comes before the one in front of it. */
export function isOutOfOrder(
  before: unknown,
  value: unknown,
  direction: Direction,
  comparison?: Comparison,
): boolean {
  const sign = direction === "asc" ? 1 : -1;
  return comparisons(before, value, comparison).every((order) => order * sign > 0);
}

/** Compares two values in each way that a service may: texts by code units, whatever their case, or by language. */
function comparisons(one: unknown, other: unknown, comparison: Comparison | undefined): number[] {
  if (typeof one === "number" && typeof other === "number") return [one - other];
  if (typeof one === "boolean" && typeof other === "boolean") return [Number(one) - Number(other)];
  if (typeof one !== "string" || typeof other !== "string") return [0];
  const isTime = [one, other].every((text) => /^\d{4}-\d\d-\d\d/.test(text));
  if (isTime) return [Date.parse(one) - Date.parse(other)];
  const units = (left: string, right: string): number =>
    Number(left > right) - Number(left < right);
  // Amounts such as "149.00" may be sorted as numbers, whatever is said of texts.
  const numbers = [Number(one), Number(other)];
  const asNumbers = numbers.some(Number.isNaN) ? [] : [(numbers[0] ?? 0) - (numbers[1] ?? 0)];
  if (comparison === "as numbers" && asNumbers.length > 0) return asNumbers;
  // UTF-8 is in the order of code points, and few services compare characters beyond U+FFFF by them.
  if (comparison === "by code points")
    return [units(one, other), Buffer.compare(Buffer.from(one), Buffer.from(other)), ...asNumbers];
  return [
    ...(comparison === "without case" ? [] : [units(one, other)]),
    units(one.toLowerCase(), other.toLowerCase()),
    one.localeCompare(other, "en"),
    one.localeCompare(other, "en", { numeric: true, sensitivity: "base" }),
    ...asNumbers,
  ];
}
