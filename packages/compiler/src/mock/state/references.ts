import type { OperationView } from "./operation-view.ts";
import type { ResourceIndex } from "./resource-index.ts";
import type { DocumentedSchema } from "@openapi-packages/description/model/schema/schema";
import type { Shape, Shapes } from "./shapes.ts";
import { keyTypeOf } from "./record-key.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { plainName, wordList, wordsOf } from "./words.ts";

/** A member of a body that names a record, and the record's resource. */
export interface Reference {
  readonly pointer: readonly string[];
  readonly resource: string;
}

/** How many values of one body are searched. */
const mostShapes = 500;

/** The depth to which bodies are searched. */
const deepest = 4;

/**
 * Returns the members of a request's body that name records. The resource decides whether the records
 * must exist.
 */
export function referencesOf(
  { request }: OperationView,
  index: ResourceIndex,
  shapes: Shapes,
): Reference[] {
  return request === undefined ? [] : referencesIn(request, index, shapes);
}

/** Returns the members of a body that name records. */
export function referencesIn(body: Shape, index: ResourceIndex, shapes: Shapes): Reference[] {
  const found: Reference[] = [];
  let left = mostShapes;
  const search = (shape: Shape, pointer: readonly string[], open: readonly unknown[]): void => {
    // References within another record belong to that record.
    if (left === 0 || (pointer.length > 0 && index.hasIdentity(shape))) return;
    left -= 1;
    const within = (schema: DocumentedSchema, own: readonly string[]): void => {
      if (own.length <= deepest && !open.includes(schema))
        search(shapes.of(schema), own, [...open, schema]);
    };
    if (shape.items !== undefined) within(shape.items, [...pointer, "*"]);
    for (const [name, schema] of shape.properties) {
      const property = shapes.of(schema);
      const own = [...pointer, name];
      const resource = named(name, property, index, shapes);
      if (resource === undefined) within(schema, own);
      else found.push({ pointer: property.items === undefined ? own : [...own, "*"], resource });
    }
  };
  search(body, [], []);
  return found;
}

/** Words before a key's name that say it belongs to another service: `stripe_customer_id`. */
const foreign = new Set(
  wordList(
    "external foreign remote client upstream provider vendor partner third aws amazon gcp google " +
      "azure microsoft github gitlab slack stripe paypal facebook apple idempotency correlation",
  ),
);

/** Nouns that are too common to identify a resource behind another word: `access_key_id`. */
const common = new Set(wordList("key token secret"));

/** How many words before a key's name may be ignored: `input_file_id` has the key of a file. */
const mostWords = 2;

/**
 * Finds the resource whose key has a name, or the name without its first words: `additional_tool_id`,
 * `input_file_id`.
 */
function resourceCalled(name: string, index: ResourceIndex): ResourceDraft | undefined {
  const words = wordsOf(name);
  for (let first = 0; first <= Math.min(mostWords, words.length - 2); first += 1) {
    const rest = words.slice(first);
    const isOwn = first === 0 || !(foreign.has(words[0] ?? "") || common.has(rest[0] ?? ""));
    const draft = isOwn ? index.named(rest.join("_")) : undefined;
    if (draft !== undefined) return draft;
  }
  return undefined;
}

/** Finds the resource whose key, or list of keys, a member holds by its name: `tool_id`, `tool_ids`. */
function named(
  name: string,
  shape: Shape,
  index: ResourceIndex,
  shapes: Shapes,
): string | undefined {
  const plain = plainName(name);
  if (!/_ids?$/.test(plain)) return undefined;
  const isList = shape.items !== undefined;
  if (isList !== plain.endsWith("s")) return undefined;
  const single = isList ? plain.slice(0, -1) : plain;
  const draft = resourceCalled(single, index);
  if (draft === undefined) return undefined;
  const value = isList ? shapes.of(shape.items) : shape;
  const keyType = keyTypeOf(draft.keyShape);
  const isFit = keyType === "integer" ? keyTypeOf(value) === keyType : value.types.has("string");
  return isFit ? draft.name : undefined;
}
