/** The most characters of a value that a message shows. */
const mostShown = 60;

/** Describes any value in an error message: plain data as JSON, everything else by its kind. */
export function shownValue(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (isPromise(value)) return "a promise";
  if (isModule(value)) return "a module";
  const text = jsonOf(value) ?? String(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

/** Returns true for a value that `await` waits for. */
export function isPromise(value: unknown): boolean {
  return value instanceof Object && "then" in value && typeof value.then === "function";
}

/** Returns true for the namespace object of a module. */
export function isModule(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Module]";
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // The object contains itself or a bigint.
    return "an object";
  }
}
