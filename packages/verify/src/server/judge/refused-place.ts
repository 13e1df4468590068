import { isObject } from "@openapi-packages/runtime/internals";
import type { Description } from "@openapi-packages/compiler";
import {
  itemPlaces,
  member,
  memberPlaces,
  numbersOf,
  toPointer,
  type AppliedSchema,
  type Json,
  type JsonObject,
} from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { appliedSchemas } from "../../schema/applied-schemas.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { sentencesOf } from "../../description/said.ts";
import type { Exchange } from "../../wire/exchange.ts";
import { requestPlaceWords } from "../../wording/place-words.ts";

/** A valid value that a service refuses. */
export interface RefusedPlace {
  /** For example `` `name` of the body `` or `` the query parameter `limit` ``. */
  readonly text: string;
  readonly pointer: string;
  readonly value: unknown;
  /** The text of the answer that says so. */
  readonly words: string;
}

/** The places of one value, by the names that answers may use. */
interface NamedPlace {
  readonly names: readonly string[];
  readonly text: string;
  readonly schemas: readonly AppliedSchema[];
  readonly value: Json;
}

/**
 * Finds the place that the text of a refusal names together with a reason that schemas express: a type, a
 * length, a bound, a choice, a format, or an unknown member. All other reasons may be rules outside of the
 * schemas, such as a missing record, and are undecided.
 */
export function refusedPlace(
  api: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  { response, value }: Exchange,
): RefusedPlace | undefined {
  if (response?.status !== 400 && response?.status !== 422) return undefined;
  const places = namedPlaces(api.description, operation, input);
  for (const words of complaints(value)) {
    const place = firstNamed(words, places);
    if (place === undefined || !isAboutSchema(words, place)) continue;
    // A record may need a member that it does not have yet, and that a change may leave out otherwise.
    if (operation.model.method === "PATCH" && isOfAbsent(words, place)) continue;
    if (isBoundElsewhere(operation, words, place)) continue;
    // An identifier from the service may violate the schema of the path.
    if (!place.schemas.every(({ json: schema }) => api.description.holds(schema, place.value)))
      continue;
    const at = place.schemas[0]?.pointer ?? operation.model.pointer;
    return { text: place.text, pointer: at, value: place.value, words: words.slice(0, 200) };
  }
  return undefined;
}

/**
 * Returns the texts of an answer. Those of one object are joined, because place and message are often separate.
 */
function complaints(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (depth > 6 || typeof value !== "object" || value === null) return [];
  const own = Object.entries(value).flatMap(([name, one]) => {
    const key = Array.isArray(value) ? "" : `${name}: `;
    if (typeof one === "string") return [key + one];
    const isPath = Array.isArray(one) && one.every((part) => typeof part !== "object");
    return isPath ? [key + one.join(".")] : [];
  });
  const inner = Object.values(value)
    .filter((one) => typeof one === "object")
    .flatMap((one) => complaints(one, depth + 1));
  // Inner texts are more specific than outer ones.
  return [...inner, ...(own.length > 0 ? [own.join("; ")] : [])];
}

/**
 * Returns the place that a text names first. What comes later may be the rule: a complaint of Ajv about `bbox` has
 * `"params":{"limit":4}`, which is no parameter.
 */
function firstNamed(words: string, places: readonly NamedPlace[]): NamedPlace | undefined {
  const named = places.flatMap((place) => {
    const at = place.names.map((name) => indexOfName(words, name)).filter((index) => index >= 0);
    return at.length === 0 ? [] : [{ place, at: Math.min(...at) }];
  });
  return named.toSorted((one, other) => one.at - other.at)[0]?.place;
}

/** @returns -1 if a text does not have the name as a word */
const indexOfName = (words: string, name: string): number =>
  words.search(new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`));

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** True if a text names a member of an object that the object does not have: `/queen/year` of `queen: { marked: true }`. */
const isOfAbsent = (words: string, { names, value }: NamedPlace): boolean =>
  isObject(value) &&
  names.some((name) => new RegExp(`(?<![\\w-])${escaped(name)}[./][\\w-]`).test(words));

/** Words of a reason, and what the schema must say so that the refusal contradicts it. */
const reasons: readonly {
  readonly words: RegExp;
  readonly isAbout: (place: NamedPlace) => boolean;
}[] = [
  {
    words:
      /\b(too long|too short|at (least|most) \d+ (characters?|items?|elements?)|(min|max)[_ ]?(imum)? ?(length|items)|longer than|shorter than|fewer than \d+ (characters?|items?))/i,
    isAbout: (place) =>
      Array.isArray(place.value) || (typeof place.value === "string" && !isShortTrimmed(place)),
  },
  {
    words:
      /(must|should|has to|is expected to) be (an? )?(string|number|integer|boolean|object|array|list)\b|invalid[_ ]type|expected (string|number|integer|boolean|object|array)\b/i,
    isAbout: ({ schemas }) =>
      schemas.some(({ json: schema }) => member(schema, "type") !== undefined),
  },
  {
    words:
      /(greater|less|larger|smaller|more|fewer) than|at (least|most) -?\d|exceeds?\b|out of range|too (large|small|big|high|low)|[<>]=/i,
    isAbout: ({ value, schemas }) =>
      typeof value === "number" && bounds.some((one) => numbersOf(schemas, one).length > 0),
  },
  {
    words: /\bone of\b|allowed values|permitted values|\benum\b|not a valid choice/i,
    isAbout: ({ schemas }) =>
      schemas.some(({ json: schema }) => member(schema, "enum") !== undefined),
  },
  {
    words: /\bpattern\b|\bregex|not match|\bformat\b|must be a valid/i,
    isAbout: ({ value, schemas }) =>
      !isFarTime(value, schemas) &&
      schemas.some(({ json: schema }) =>
        ["pattern", "format"].some((one) => member(schema, one) !== undefined),
      ),
  },
  {
    words:
      /unknown (member|field|property|parameter|key)|unrecognized|additional propert|unexpected (member|field|property|parameter)|extra (fields?|inputs?)/i,
    isAbout: ({ schemas }) =>
      schemas.some(({ pointer }) => !pointer.endsWith("/additionalProperties")),
  },
  {
    words: /\bascii\b|\bunicode\b|\bemojis?\b|(invalid|illegal|unsupported|special) characters?/i,
    isAbout: ({ value, schemas }) =>
      typeof value === "string" &&
      schemas.every(({ json: schema }) =>
        ["pattern", "format", "enum"].every((one) => member(schema, one) === undefined),
      ),
  },
];

/** True for a text that is too short without the white space around it, which a service may remove first. */
const isShortTrimmed = ({ value, schemas }: NamedPlace): boolean =>
  typeof value === "string" &&
  numbersOf(schemas, "minLength").some((least) => Array.from(value.trim()).length < least.value);

/** True for a time of another century, which a service may have no use for whatever the format allows. */
const isFarTime = (value: Json, schemas: readonly AppliedSchema[]): boolean =>
  typeof value === "string" &&
  !value.startsWith("20") &&
  schemas.some(({ json: schema }) =>
    ["date", "date-time"].includes(String(member(schema, "format"))),
  );

/** Words that compare a number with another one. */
const compares =
  /\b(?:lower|higher|less|greater|more|fewer|larger|smaller|below|above|beyond|exceed\w*|at (?:least|most))\b/i;

/**
 * True for a number that is refused for a bound which the schema does not have, where the description compares it with what
 * is elsewhere: "`bay` must not be higher than the `bays` of the settings".
 */
function isBoundElsewhere(
  { model }: VerifiedOperation,
  words: string,
  { names, value, schemas }: NamedPlace,
): boolean {
  const own = bounds.flatMap((one) => numbersOf(schemas, one).map((bound) => bound.value));
  const named = (words.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  if (typeof value !== "number" || named.some((one) => own.includes(one))) return false;
  const said = schemas.map(({ json: schema }) => member(schema, "description"));
  const isSaid = said.some((one) => typeof one === "string" && compares.test(one));
  const sentences = sentencesOf(model.description);
  const isNamed = (sentence: string | undefined): boolean =>
    sentence !== undefined && names.some((one) => indexOfName(sentence, one) >= 0);
  return (
    isSaid ||
    sentences.some(
      (one, index) => compares.test(one) && (isNamed(one) || isNamed(sentences[index - 1])),
    )
  );
}

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

const isAboutSchema = (words: string, place: NamedPlace): boolean =>
  reasons.some((one) => one.words.test(words) && one.isAbout(place));

function namedPlaces(
  description: Description,
  { model }: VerifiedOperation,
  input: CallInput,
): NamedPlace[] {
  const found: NamedPlace[] = [];
  for (const { in: location, name, schema } of model.parameters) {
    const value = member(input[location] as JsonObject | undefined, name);
    if (value === undefined) continue;
    const schemas = appliedSchemas(description, [schema], value);
    found.push({
      names: [name],
      text: requestPlaceWords(location, toPointer([name])),
      schemas,
      value,
    });
  }
  const media =
    model.requestBody?.content.find((one) => one.mediaType === input.contentType) ??
    model.requestBody?.content[0];
  const walk = (
    value: Json,
    schemas: readonly AppliedSchema[],
    tokens: readonly string[],
  ): void => {
    const last = tokens.at(-1);
    if (last !== undefined && !/^\d+$/.test(last))
      found.push({
        names: [tokens.join("."), toPointer(tokens), last],
        text: requestPlaceWords("body", toPointer(tokens)),
        schemas,
        value,
      });
    if (tokens.length > 5) return;
    if (Array.isArray(value))
      for (const [index, item] of (value as readonly Json[]).entries())
        walk(item, appliedSchemas(description, itemPlaces(schemas, index), item), [
          ...tokens,
          String(index),
        ]);
    else if (isObject(value))
      for (const [name, one] of Object.entries(value as JsonObject))
        walk(one, appliedSchemas(description, memberPlaces(schemas, name), one), [...tokens, name]);
  };
  const isParsed = media?.kind === "json" || media?.kind === "form";
  if (media?.schema !== undefined && isParsed && input.body !== undefined)
    walk(input.body as Json, appliedSchemas(description, [media.schema], input.body as Json), []);
  // A longer name is more specific: `owner.name` comes before `name`.
  return found.toSorted(
    (one, other) => (other.names[0] ?? "").length - (one.names[0] ?? "").length,
  );
}
