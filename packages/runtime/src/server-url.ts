import { definedEntries, getMember } from "./members.ts";
import type { ApiDescriptor, ServerVariableDescriptor } from "./operation.ts";

/**
 * Substitutes the variables of a server's URL (OpenAPI 3.1, Server Object, `url`), or their defaults.
 * Values are not encoded, so that a variable may be a whole host or path.
 *
 * @throws {TypeError} if the description does not have the server or a variable, or does not allow a value
 */
export function serverUrl(api: ApiDescriptor, url: string, variables: object = {}): string {
  const declared = getMember(api.serverVariables, url) as
    { readonly [name: string]: ServerVariableDescriptor } | undefined;
  if (declared === undefined) throw new TypeError(`there is no server ${JSON.stringify(url)}`);
  const values = new Map<string, string>();
  for (const [name, value] of definedEntries(variables)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (variable === undefined) {
      throw new TypeError(`the server ${url} has no variable ${JSON.stringify(name)}`);
    }
    const text = String(value);
    if (variable.values && !variable.values.includes(text)) {
      throw new TypeError(`the variable "${name}" must be one of ${variable.values.join(", ")}`);
    }
    values.set(name, text);
  }
  return url.replace(/\{([^{}]+)\}/g, (expression, name: string) => {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    return values.get(name) ?? variable?.default ?? expression;
  });
}
