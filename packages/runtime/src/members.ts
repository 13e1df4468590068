/** A JSON object. */
export type JsonObject = { [name: string]: unknown };

/** True if the value is an object, neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Sets an own member of any name: an assignment to `__proto__` would change the object's prototype
 * instead.
 */
export function setMember(target: JsonObject, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[name] = value;
  }
}

/** Reads an own member; inherited ones, such as `constructor`, give `undefined`. */
export function getMember(source: object | undefined, name: string): unknown {
  if (source === undefined || !Object.hasOwn(source, name)) return undefined;
  return (source as JsonObject)[name];
}

/** The entries of an object whose value is not `undefined`. */
export function definedEntries(source: object): [string, unknown][] {
  return Object.entries(source).filter(([, value]) => value !== undefined);
}
