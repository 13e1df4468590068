/** A JSON object: a value with named members that is no array. */
export type JsonObject = { [name: string]: unknown };

/** Whether the value is an object with members: neither `null` nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Sets an own member, whatever its name: a plain assignment to `__proto__` would change the
 * object's prototype instead.
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

/** Reads an own member; what the prototype has, such as `constructor`, is not one. */
export function getMember(source: object | undefined, name: string): unknown {
  if (source === undefined || !Object.hasOwn(source, name)) return undefined;
  return (source as JsonObject)[name];
}

/** The own members that have a value, as pairs. */
export function definedEntries(source: object): [string, unknown][] {
  return Object.entries(source).filter(([, value]) => value !== undefined);
}
