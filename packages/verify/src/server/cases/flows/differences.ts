import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import { applicableSchemas, memberSchemas } from "../../../schema/members.ts";

/** A difference between a written and a returned value. */
export interface Difference {
  /** JSON pointer into the written value. */
  readonly pointer: string;
  readonly written: unknown;
  /** `undefined` if it is not returned. */
  readonly shown: unknown;
}

/** What is needed to compare values. */
export interface Shapes {
  readonly document: JsonObject;
  /** The schema of the written value. */
  readonly written: Json | undefined;
  /** The schema of the returned value. */
  readonly shown: Json | undefined;
  /** True if a value conforms to a schema of the document. */
  readonly holds: (schema: Json, value: Json) => boolean;
  /** Members that the service may set or change. */
  readonly ignored: ReadonlySet<string>;
}

/** Members that change by themselves, or that services hide for good reason. */
export const ownWays =
  /^(status|state|phase|version|revision|etag|.*(password|passwd|secret|token|credential|api_?key|private_?key|cvc|cvv|card_?number|(created|updated|modified)(_?(at|on|date|time))?))$/i;

/**
 * Returns the written members that the answer's schema has, but that are not returned as written. Secrets
 * (`writeOnly`, `format: password`), members that the service sets (`readOnly`), and different notations of the
 * same text (times, addresses, numbers) are not compared. Lists may have additional items, in any order.
 */
export function differences(written: unknown, shown: unknown, shapes: Shapes): Difference[] {
  return isObject(written) && isObject(shown) ? membersOf(written, shown, shapes, "") : [];
}

function membersOf(
  written: JsonObject,
  shown: JsonObject,
  shapes: Shapes,
  pointer: string,
): Difference[] {
  const { document, ignored } = shapes;
  const isMap = pointer !== "" && areMaps(shapes);
  return Object.entries(written).flatMap(([name, value]): Difference[] => {
    if (ignored.has(name) || ownWays.test(name)) return [];
    const asked = isMap
      ? mapped(document, shapes.written)
      : memberSchemas(document, shapes.written, name);
    const answered = isMap
      ? mapped(document, shapes.shown)
      : memberSchemas(document, shapes.shown, name);
    if (answered.length === 0 || [...asked, ...answered].some(isNotShown)) return [];
    const place = `${pointer}/${name}`;
    // The answer's schema does not allow the value.
    if (!isObject(value) && !notationsOf(value).some((one) => shapes.holds(anyOf(answered), one)))
      return [];
    const own = getMember(shown, name);
    if (own === undefined || own === null) {
      const mayBeShown = shapes.holds(anyOf(answered), value);
      const isKept = pointer === "" ? isAlwaysThere(shapes, name) : isMap;
      const isLost = mayBeShown && !isEmpty(value) && isKept;
      return isLost ? [{ pointer: place, written: value, shown: own }] : [];
    }
    const inside = { ...shapes, written: anyOf(asked), shown: anyOf(answered) };
    return valuesOf(value, own, inside, place);
  });
}

/** Returns a value and, for a time with an offset, the same instant in UTC, as some services always show it. */
function notationsOf(value: Json): readonly Json[] {
  const isZoned = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:\d{2}$/i.test(value);
  const time = isZoned ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? [value] : [value, new Date(time).toISOString()];
}

function valuesOf(written: unknown, shown: unknown, shapes: Shapes, pointer: string): Difference[] {
  const difference = [{ pointer, written, shown }];
  if (Array.isArray(written))
    return Array.isArray(shown) && !hasAll(written, shown, shapes, pointer) ? difference : [];
  if (isObject(written)) return isObject(shown) ? membersOf(written, shown, shapes, pointer) : [];
  if (typeof written !== typeof shown || isEmpty(written)) return [];
  if (typeof written === "string" && typeof shown === "string")
    return isSameText(written, shown, shapes) ? [] : difference;
  return isSameScalar(written, shown, isWhole(shapes)) ? [] : difference;
}

/** True if a list contains each item of another. */
function hasAll(
  written: readonly unknown[],
  shown: readonly unknown[],
  shapes: Shapes,
  pointer: string,
): boolean {
  const itemsOf = (schema: Json | undefined): Json =>
    anyOf(applicableSchemas(shapes.document, schema).flatMap((one) => member(one, "items") ?? []));
  const inside = { ...shapes, written: itemsOf(shapes.written), shown: itemsOf(shapes.shown) };
  return written.every((item) =>
    shown.some((one) => valuesOf(item, one, inside, `${pointer}/*`).length === 0),
  );
}

const anyOf = (schemas: readonly Json[]): Json => ({ anyOf: schemas });

/** True if all alternatives of the object have a member. */
function isAlwaysThere({ document, shown }: Shapes, name: string): boolean {
  const plain = applicableSchemas(document, shown).filter(
    (one) => member(one, "anyOf") === undefined && member(one, "oneOf") === undefined,
  );
  const hasAlternatives = plain.length < applicableSchemas(document, shown).length;
  return (
    !hasAlternatives && plain.some((one) => member(member(one, "properties"), name) !== undefined)
  );
}

/** True if both objects are described as having any members, which are the client's own. */
const areMaps = ({ document, written, shown }: Shapes): boolean =>
  [written, shown].every((schema) => {
    const all = applicableSchemas(document, schema);
    const isPlain = all.every((one) => member(one, "properties") === undefined);
    return isPlain && mapped(document, schema).length > 0;
  });

/** Returns the schemas of the members of a map. */
const mapped = (document: JsonObject, schema: Json | undefined): JsonObject[] =>
  applicableSchemas(document, schema).flatMap((one) => {
    const others = member(one, "additionalProperties");
    return isObject(others) ? applicableSchemas(document, others) : [];
  });

/** "Empty when listing keys", "omitted in lists", "never returned". */
const isHidden =
  /\b(?:empty|blank|omitted|absent|left out|not (?:shown|returned|included))\b[^.]*\b(?:lists?|listing|listed)\b|\bnever (?:shown|returned)\b|\b(?:is|are) (?:masked|redacted|hidden)\b/i;

/** True for members that a service need not show as they were written. */
export const isNotShown = (schema: JsonObject): boolean =>
  schema["writeOnly"] === true ||
  schema["readOnly"] === true ||
  schema["deprecated"] === true ||
  schema["x-sensitive"] === true ||
  sentencesOf(String(schema["description"] ?? "")).some((one) => isHidden.test(one)) ||
  ["password", "binary", "byte"].includes(String(schema["format"]));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** True if the schemas only allow integers, which are never rounded. */
const isWhole = ({ document, shown }: Shapes): boolean =>
  applicableSchemas(document, shown).some((one) => one["type"] === "integer");

const isSameScalar = (written: unknown, shown: unknown, isExact: boolean): boolean =>
  written === shown ||
  (!isExact &&
    typeof written === "number" &&
    typeof shown === "number" &&
    Math.abs(written - shown) <= 1e-6 * Math.max(1, Math.abs(written)));

/** Formats whose texts services may normalize. */
const foldable = ["email", "idn-email", "hostname", "idn-hostname", "uri", "uuid", "iri"];

/** Words by which a sentence promises the milliseconds of times, which services may cut otherwise. */
const keepsMilliseconds =
  /\b(?:to the (?:full )?millisecond\b|(?:with|in|at|of) (?:full )?millisecond (?:precision|accuracy|resolution)\b|(?:precise|accurate|exact) to (?:a |one )?milliseconds?\b)/i;

/** True if the description says, of the schemas or of all times, that milliseconds are kept. */
function saysMilliseconds(document: JsonObject, schemas: readonly JsonObject[]): boolean {
  const texts = [...schemas, member(document, "info")].map((one) => member(one, "description"));
  return sentencesOf(...texts.filter((one) => typeof one === "string")).some(
    (one) => keepsMilliseconds.test(one) && !/\b(?:not|never|second)\b/i.test(one),
  );
}

function isSameText(written: string, shown: string, { document, shown: own }: Shapes): boolean {
  if (written.normalize() === shown.normalize()) return true;
  const schemas = applicableSchemas(document, own);
  const formats = schemas.map(({ format }) => String(format));
  const plain = (text: string): string => text.trim().toLowerCase().replace(/\/$/, "");
  if (formats.some((format) => foldable.includes(format)) || /@|:\/\//.test(written))
    return plain(written) === plain(shown);
  const isTime = /^\d{4}-\d{2}-\d{2}/.test(written) && /^\d{4}-\d{2}-\d{2}/.test(shown);
  if (isTime) {
    const apart = Math.abs(Date.parse(written) - Date.parse(shown));
    return apart <= (saysMilliseconds(document, schemas) ? 1 : 999);
  }
  const isNumber = written.trim() !== "" && shown.trim() !== "";
  return isNumber && Number(written) === Number(shown);
}
