import { getMember } from "@openapi-packages/runtime/internals";
import { isObject, member, type Json, type JsonObject } from "openapi-packages/description";
import { applicableSchemas, memberSchemas } from "../../../schema/members.ts";

/** A place where what is shown is not what was written. */
export interface Difference {
  /** JSON pointer into what was written. */
  readonly pointer: string;
  readonly written: unknown;
  /** `undefined` where nothing is shown. */
  readonly shown: unknown;
}

/** What values are compared by. */
export interface Shapes {
  readonly document: JsonObject;
  /** The schema of what was written. */
  readonly written: Json | undefined;
  /** The schema of what is shown. */
  readonly shown: Json | undefined;
  /** True if a value conforms to a schema of the document. */
  readonly holds: (schema: Json, value: Json) => boolean;
  /** Members that the service may write, or take as something else. */
  readonly ignored: ReadonlySet<string>;
}

/** Members that change by themselves, or that services rightly keep to themselves. */
const ownWays =
  /^(status|state|phase|version|revision|etag|.*(password|passwd|secret|token|credential|api_?key|private_?key|cvc|cvv|card_?number|(created|updated|modified)(_?(at|on|date|time))?))$/i;

/**
 * The members that were written, and that the schema of what is shown has, but that are not shown as they were written.
 * Not compared are secrets (`writeOnly`, `format: password`), what the service writes (`readOnly`), and texts of which
 * the same is written in two ways: times, addresses, numbers. Lists may have more than was written, in any order.
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
  return Object.entries(written).flatMap(([name, value]): Difference[] => {
    if (ignored.has(name) || ownWays.test(name)) return [];
    const asked = memberSchemas(document, shapes.written, name);
    const answered = memberSchemas(document, shapes.shown, name);
    if (answered.length === 0 || [...asked, ...answered].some(isNotShown)) return [];
    const place = `${pointer}/${name}`;
    // What the answer's schema does not allow cannot be shown.
    if (!isObject(value) && !shapes.holds(anyOf(answered), value)) return [];
    const own = getMember(shown, name);
    if (own === undefined || own === null) {
      const mayBeShown = shapes.holds(anyOf(answered), value);
      const isLost = mayBeShown && pointer === "" && !isEmpty(value) && isAlwaysThere(shapes, name);
      return isLost ? [{ pointer: place, written: value, shown: own }] : [];
    }
    const inside = { ...shapes, written: anyOf(asked), shown: anyOf(answered) };
    return valuesOf(value, own, inside, place);
  });
}

function valuesOf(written: unknown, shown: unknown, shapes: Shapes, pointer: string): Difference[] {
  const difference = [{ pointer, written, shown }];
  if (Array.isArray(written))
    return Array.isArray(shown) && !hasAll(written, shown, shapes, pointer) ? difference : [];
  if (isObject(written)) return isObject(shown) ? membersOf(written, shown, shapes, pointer) : [];
  if (typeof written !== typeof shown || isEmpty(written)) return [];
  if (typeof written === "string" && typeof shown === "string")
    return isSameText(written, shown, applicableSchemas(shapes.document, shapes.shown))
      ? []
      : difference;
  return isSameScalar(written, shown) ? [] : difference;
}

/** True if each item of a list is among those of another. */
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

/** True if a member is of the object whichever of its alternatives it is. */
function isAlwaysThere({ document, shown }: Shapes, name: string): boolean {
  const plain = applicableSchemas(document, shown).filter(
    (one) => member(one, "anyOf") === undefined && member(one, "oneOf") === undefined,
  );
  const hasAlternatives = plain.length < applicableSchemas(document, shown).length;
  return (
    !hasAlternatives && plain.some((one) => member(member(one, "properties"), name) !== undefined)
  );
}

const isNotShown = (schema: JsonObject): boolean =>
  schema["writeOnly"] === true ||
  schema["readOnly"] === true ||
  schema["deprecated"] === true ||
  schema["x-sensitive"] === true ||
  ["password", "binary", "byte"].includes(String(schema["format"]));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

const isSameScalar = (written: unknown, shown: unknown): boolean =>
  written === shown ||
  (typeof written === "number" &&
    typeof shown === "number" &&
    Math.abs(written - shown) <= 1e-6 * Math.max(1, Math.abs(written)));

/** Formats of texts of which services rightly write the same in another way. */
const foldable = ["email", "idn-email", "hostname", "idn-hostname", "uri", "uuid", "iri"];

function isSameText(written: string, shown: string, schemas: readonly JsonObject[]): boolean {
  if (written.normalize() === shown.normalize()) return true;
  const formats = schemas.map(({ format }) => String(format));
  const plain = (text: string): string => text.trim().toLowerCase().replace(/\/$/, "");
  if (formats.some((format) => foldable.includes(format)) || /@|:\/\//.test(written))
    return plain(written) === plain(shown);
  const isTime = /^\d{4}-\d{2}-\d{2}/.test(written) && /^\d{4}-\d{2}-\d{2}/.test(shown);
  if (isTime) return Math.abs(Date.parse(written) - Date.parse(shown)) < 1000;
  const isNumber = written.trim() !== "" && shown.trim() !== "";
  return isNumber && Number(written) === Number(shown);
}
