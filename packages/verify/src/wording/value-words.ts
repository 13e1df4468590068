/** The longest text that is shown whole. A part of a text could be a part of a secret. */
const longestText = 60;

/** Shows a value in a message: short ones whole, others by their kind and size. */
export function valueWords(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    return text.length <= longestText ? text : `a string of ${Array.from(value).length} characters`;
  }
  if (Array.isArray(value)) return `an array of ${counted(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

/** Names types of JSON Schema: `a string`, `an integer or null`. */
export function typeWords(types: readonly string[]): string {
  const names = types.map((type) => (Object.hasOwn(articles, type) ? articles[type] : type));
  return [names.slice(0, -1).join(", "), ...names.slice(-1)]
    .filter((one) => one !== "")
    .join(" or ");
}

const articles: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** The most values of an enum in a message. */
const mostChoices = 8;

/** Lists the values that a schema allows: `"cat", "dog"`. */
export function choiceWords(values: readonly unknown[]): string {
  const others = values.length - mostChoices;
  const shown = values.slice(0, mostChoices).map((one) => JSON.stringify(one));
  return [...shown, ...(others > 0 ? [`${others} more`] : [])].join(", ");
}

/** Formats a number with its noun: `1 item`, `2 items`. */
export const counted = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;
