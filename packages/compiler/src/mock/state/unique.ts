import { isObject, stringMember, type Json } from "@openapi-packages/description/json/json";
import type { OperationResponse } from "@openapi-packages/description/model/api-model";
import type { DocumentedSchema } from "@openapi-packages/description/model/schema/schema";
import type { OperationView } from "./operation-view.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { Shape, Shapes } from "./shapes.ts";
import { plainName, wordsOf } from "./words.ts";

/** Names of members that are unique in most APIs, the likeliest first. */
const usual = ["email", "email_address", "username", "user_name", "login", "slug", "handle", "sku"];

/** Words that describe a conflict with an existing record. */
const isOfDuplicates = /already|exist|taken|duplicate|unique|in use|same|registered|reserved/i;

/**
 * Returns the members of a request that no two records may share, each with those that it is unique
 * together with. Only operations that document a conflict (409) have them: members that the conflict's
 * description or examples name, and members described as unique (`x-unique`, or in words). A creation
 * without these has one that is unique in most APIs.
 */
export function uniqueIn(
  { operation, request }: OperationView,
  draft: ResourceDraft,
  { many, isChange = false }: { readonly many?: string | undefined; readonly isChange?: boolean },
  shapes: Shapes,
): { readonly unique?: readonly (readonly string[])[] } {
  const response = operation.responses.find(({ status }) => status === "409");
  const body = many === undefined ? request : undefined;
  if (response === undefined || body === undefined) return {};
  const names = [...body.properties.keys()].filter(
    (name) =>
      name !== draft.key &&
      draft.shape.properties.has(name) &&
      isIdentifying(shapes.of(draft.shape.properties.get(name))),
  );
  const texts = textsOf(response);
  const named = namedIn(texts, names);
  const marked = names.filter((name) => isMarked(draft, body.properties.get(name), name));
  const found = [...named, ...marked.filter((name) => !named.flat().includes(name)).map(alone)];
  if (found.length > 0) return { unique: found };
  // A change may conflict for any reason, so no member is guessed.
  if (isChange) return {};
  const isOpen = texts.every((text) => wordsOf(text).length <= 2) || texts.some(isDuplicate);
  const candidates = new Map(names.map((name) => [plainName(name), name]));
  const first = [...usual, "name"].find((name) => candidates.has(name));
  const own = isOpen && first !== undefined ? candidates.get(first) : undefined;
  return own === undefined ? {} : { unique: [[own]] };
}

const alone = (name: string): readonly string[] => [name];

const isDuplicate = (text: string): boolean => isOfDuplicates.test(text);

/** True for free text and integers: a boolean or an enum cannot be unique to each record. */
function isIdentifying({ types, values }: Shape): boolean {
  const isAny = values === undefined && !types.has("boolean");
  return isAny && (types.has("string") || types.has("integer"));
}

function isMarked(
  draft: ResourceDraft,
  given: DocumentedSchema | undefined,
  name: string,
): boolean {
  return [given, draft.shape.properties.get(name)].some(
    (property) =>
      property?.annotations["x-unique"] === true ||
      /\bunique\b(?! id)/i.test(stringMember(property?.annotations, "description") ?? ""),
  );
}

/** Returns the texts that explain the conflict: the description, and those in the examples. */
function textsOf({ description, content }: OperationResponse): string[] {
  const examples = content.flatMap(({ example, examples: others }) => [
    example,
    ...Object.values(others),
  ]);
  return [description, ...examples.flatMap(textsIn)].filter((text) => text !== "");
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsIn(item));
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the members that texts name; members that one text joins with `and` are unique together. */
function namedIn(texts: readonly string[], names: readonly string[]): (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const text of texts.filter((one) => isDuplicate(one) || wordsOf(one).length <= 2)) {
    const words = ` ${wordsOf(text).join(" ")} `;
    const named = names.filter((name) =>
      [wordsOf(name).join(" "), wordsOf(name).join("")].some((one) => words.includes(` ${one} `)),
    );
    const isJoint = named.length > 1 && /\b(?:and|combination)\b/i.test(text);
    for (const members of isJoint ? [named] : named.map(alone))
      found.set(members.join("\n"), members);
  }
  return [...found.values()];
}
