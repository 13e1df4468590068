import { nounOf, plainName } from "@openapi-packages/compiler/mock/state/words";
import type { JsonObject } from "@openapi-packages/description";
import type { VerifiedApi } from "../description/verified-api.ts";

/** "Label of an address of the account", "The SKU of the product". */
const keyOf =
  /^(?:the |an? )?(?<key>[a-z][\w-]*) of (?:an?|the|one of the|its|their|some)\s+(?<noun>[a-z][\w -]*?)(?: (?:of|in|to|that|which|for|from|with)\b.*)?[.,;:]?$/i;

/** "An existing paper." */
const existing =
  /^(?:an?|the|one of the) (?:existing|known|registered) (?<noun>[a-z][\w -]*?)(?: (?:of|in|to|that|which|for|from|with)\b.*)?[.,;:]?$/i;

/** "Another course of the academy", "The id of another course". */
const another =
  /^(?:(?:the |an? )?(?:id|identifier|key) of )?another (?<noun>[a-z][\w -]*?)(?: (?:of|in|to|that|which|for|from|with)\b.*)?(?: \(.*\))?[.,;:]?$/i;

/** Words for the key of any record. */
const identifiers = new Set(["id", "identifier", "key", "uuid"]);

/**
 * Returns the resource whose records a member names, as its description says: "Label of an address of the account";
 * `undefined` if it says none, or names the one of the operation itself.
 *
 * @param schemas the schemas of the member
 */
export function resourceDescribed(
  { description }: VerifiedApi,
  schemas: readonly JsonObject[],
  own: string | undefined,
): string | undefined {
  for (const { description: text } of schemas) {
    const [sentence = ""] = typeof text === "string" ? text.split(/(?<=[.;])\s|\n/) : [];
    const found = keyOf.exec(sentence) ?? existing.exec(sentence);
    if (found === null) continue;
    const { key, noun = "" } = found.groups ?? {};
    const all = Object.entries(description.mock.state?.resources ?? {});
    const named = all.filter(
      ([resource, { key: member = "id" }]) =>
        resource !== own &&
        isNoun(noun, resource) &&
        (key === undefined || identifiers.has(key.toLowerCase()) || isSame(key, member)),
    );
    const [only, ...more] = named;
    if (only !== undefined && more.length === 0) return only[0];
  }
  return undefined;
}

/** True if a member names another record of the resource that it is a member of: "Another course of the academy". */
export const namesAnother = (schemas: readonly JsonObject[], own: string): boolean =>
  schemas.some(({ description: text }) => {
    const [sentence = ""] = typeof text === "string" ? text.split(/(?<=[.;])\s|\n/) : [];
    const { noun } = another.exec(sentence)?.groups ?? {};
    return noun !== undefined && isNoun(noun, own);
  });

/** True for `delivery address` and the resource `Address`. */
function isNoun(words: string, resource: string): boolean {
  const [wanted, own] = [nounOf(words), nounOf(resource)];
  return wanted === own || wanted.endsWith(`_${own}`);
}

const isSame = (one: string, other: string): boolean => plainName(one) === plainName(other);
