/** The most characters of a value that messages show. */
const mostShown = 60;

/** Any value that a program gives, in the words of an error: plain data as JSON, all else by what it is. */
export function shownValue(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (isPromise(value)) return "a promise";
  if (isModule(value)) return "a module";
  const text = jsonOf(value) ?? String(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

/** True for what `await` waits for. */
export function isPromise(value: unknown): boolean {
  return value instanceof Object && "then" in value && typeof value.then === "function";
}

/** True for what `import * as` gives. */
export function isModule(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Module]";
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // It contains itself, or a bigint.
    return "an object";
  }
}
