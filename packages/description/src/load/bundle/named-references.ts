import {
  arrayMember,
  isObject,
  member,
  objectMember,
  pointerParts,
  toPointer,
  type JsonObject,
} from "../../json/json.ts";
import type { ObjectName } from "../openapi/openapi-objects.ts";

/**
 * Resolves a reference at a place of its file, and returns the reference to the same target in the bundled
 * document, or `undefined` if it has no target.
 */
export type Refer = (reference: string, name: ObjectName, place: string) => string | undefined;

/**
 * Rewrites a discriminator's `mapping` and `defaultMapping`, whose values are references or names (OpenAPI
 * 3.1, section 4.8.25).
 */
export function referDiscriminator(schema: JsonObject, place: string, refer: Refer): void {
  const discriminator = objectMember(schema, "discriminator");
  if (discriminator === undefined) return;
  const mapping = objectMember(discriminator, "mapping") ?? {};
  const below = `${place}/discriminator`;
  for (const value of Object.keys(mapping)) referSchema(mapping, value, `${below}/mapping`, refer);
  referSchema(discriminator, "defaultMapping", below, refer);
}

function referSchema(holder: JsonObject, key: string, place: string, refer: Refer): void {
  const reference = holder[key];
  if (typeof reference !== "string" || !/[#/]/.test(reference)) return;
  const found = refer(reference, "Schema", place + toPointer([key]));
  if (found === undefined) delete holder[key];
  else holder[key] = found;
}

/**
 * Replaces references in security requirements by the names of their schemes (OpenAPI 3.2, Security
 * Requirement Object). A key that is both a name and a reference is a name.
 */
export function referSecurity(
  holder: JsonObject,
  document: JsonObject,
  place: string,
  refer: Refer,
): void {
  const declared = member(member(document, "components"), "securitySchemes");
  const isReference = (key: string): boolean =>
    /[#/]/.test(key) && !(isObject(declared) && Object.hasOwn(declared, key));
  for (const [index, requirement] of arrayMember(holder, "security").entries()) {
    if (!isObject(requirement)) continue;
    for (const [key, scopes] of Object.entries(requirement)) {
      if (!isReference(key)) continue;
      const at = place + toPointer(["security", index, key]);
      const name = pointerParts(refer(key, "SecurityScheme", at)?.slice(1) ?? "").at(-1);
      if (name === undefined) continue;
      delete requirement[key];
      requirement[name] = scopes;
    }
  }
}
