import type { DiagnosticCode } from "../../diagnostics/diagnostic-codes.ts";
import { isObject, toPointer, type Json, type JsonObject } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { memberTables, type ObjectName } from "../openapi/object-members.ts";
import {
  fixedFields,
  objectTitle,
  type FieldKind,
  type FixedField,
} from "../openapi/fixed-fields.ts";
import { schemaKeywords } from "../openapi/schema-keywords.ts";
import { type Involved, shown } from "./report.ts";

/** Reports a warning about a place below an object. */
export type Warn = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  below: string,
  involved?: Involved,
) => void;

/** Reports about an object that is a member of another. */
export const warningBelow =
  (warn: Warn, place: string): Warn =>
  (code, message, hint, below, { misspelt, meant } = {}) =>
    warn(code, message, hint, place + below, {
      misspelt,
      meant: meant && { ...meant, below: place + meant.below },
    });

/**
 * Warns about unknown fields of an object, fields of a later OpenAPI version, values of the wrong kind and
 * missing REQUIRED fields. A value of the wrong kind is converted if its meaning is clear (`"true"` to
 * `true`), otherwise removed. Extensions (`x-…`) may have any name and value (OpenAPI 3.1, section 4.9).
 *
 * @param version the OpenAPI version of the document
 */
export function checkFields(name: string, node: JsonObject, version: string, warn: Warn): void {
  const fields = fixedFields.get(name);
  if (fields === undefined) return;
  if (typeof node["$ref"] === "string" && name !== "PathItem")
    return checkReferenceFields(node, version, warn);
  const lacking = [...fields].filter(([key, field]) => isMissing(name, node, key, field, version));
  const meant = new Set<string>();
  for (const key of Object.keys(node)) {
    if (key.startsWith("x-")) continue;
    const field = fields.get(key);
    if (field === undefined) meant.add(checkUnknown(name, node, key, warn));
    else {
      checkVersion(name, key, field, version, warn);
      checkValue(node, key, field, version, warn);
    }
  }
  if (meant.has("$ref")) return;
  for (const [key] of lacking)
    if (!meant.has(key))
      warn(
        "field-missing",
        `${objectTitle(name)} has no ${key}, which OpenAPI requires`,
        `add ${key}`,
        "",
      );
}

/** @returns the name that was probably meant, or the key itself */
function checkUnknown(name: string, node: JsonObject, key: string, warn: Warn): string {
  const fields = fixedFields.get(name) ?? new Map<string, FixedField>();
  const nearest = nearestName(key, [...fields.keys(), "$ref"]);
  const message = `${JSON.stringify(key)} is not a field of ${objectTitle(name)}, so it is ignored`;
  warn("field-unknown", message, wayOut(node, key, nearest, fields), toPointer([key]));
  return nearest ?? key;
}

function wayOut(
  node: JsonObject,
  key: string,
  nearest: string | undefined,
  fields: ReadonlyMap<string, FixedField>,
): string {
  if (fields.has("schema") && schemaKeywords.has(key))
    return "put it into schema, if it says what values there may be";
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  // In YAML { description: One, two } has two members.
  if (node[key] === null && /[\s.]/.test(key)) return "put a string with a comma in quotes";
  return `its fields are ${[...fields.keys()].join(", ")}; an extension starts with x-`;
}

/**
 * Warns about fields beside the `$ref` of a Reference Object, which OpenAPI ignores, except `summary` and
 * `description` since 3.1.
 */
function checkReferenceFields(node: JsonObject, version: string, warn: Warn): void {
  const isAllowed = (key: string): boolean =>
    !isEarlier(version, "3.1") && ["summary", "description"].includes(key);
  for (const key of Object.keys(node)) {
    if (key === "$ref" || key.startsWith("x-") || isAllowed(key)) continue;
    const message = `${JSON.stringify(key)} is next to $ref, so it is ignored`;
    const hint = "remove it, or write it where the reference leads";
    warn("field-ignored", message, hint, toPointer([key]));
  }
}

function checkVersion(
  name: string,
  key: string,
  { since }: FixedField,
  version: string,
  warn: Warn,
): void {
  if (since === undefined || !isEarlier(version, since)) return;
  const title = objectTitle(name).replace(/^an? /, "");
  const message = `${key} has been a field of the ${title} since OpenAPI ${since}, and the document is of ${version}`;
  warn("field-version", message, `write openapi: ${since}.0, or remove it`, toPointer([key]));
}

const isEarlier = (version: string, than: string): boolean => version.slice(0, 3) < than;

function checkValue(
  node: JsonObject,
  key: string,
  { kind, holds, isMap }: FixedField,
  version: string,
  warn: Warn,
): void {
  const value = node[key] as Json;
  // In YAML, a key without a value is null.
  if (value === null) return;
  const wanted = kind ?? (holds === undefined ? undefined : "object");
  if (wanted !== undefined && !fits(value, wanted)) {
    const meant = meantValue(value, wanted);
    const taken = meant === undefined ? "nothing is made of it" : `it is read as ${shown(meant)}`;
    const message = `${key} must be ${wantedText[wanted]}, but it is ${shown(value)}, so ${taken}`;
    const below = toPointer([key]);
    const involved = meant === undefined ? {} : { meant: { below, value: meant } };
    warn("field-invalid", message, correction(value, wanted), below, involved);
    if (meant === undefined) delete node[key];
    else node[key] = meant;
  } else if (holds !== undefined) {
    const held = isMap ? Object.entries(value) : [["", value] as const];
    for (const [entry, object] of held) {
      const below = toPointer(isMap ? [key, entry] : [key]);
      if (isObject(object)) checkFields(holds, object, version, warningBelow(warn, below));
    }
  }
}

const wantedText: Readonly<Record<FieldKind, string>> = {
  text: "a string",
  flag: "true or false",
  texts: "a list of strings",
  object: "an object",
};

function fits(value: Json, kind: FieldKind): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "object") return isObject(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

/** Converts a value of the wrong kind if its meaning is clear. */
function meantValue(value: Json, wanted: FieldKind): Json | undefined {
  if (typeof value === "object") return undefined;
  const text = String(value);
  if (wanted === "text") return text;
  if (wanted === "texts") return typeof value === "string" ? [value] : undefined;
  if (wanted !== "flag") return undefined;
  return isYes.test(text) ? true : isNo.test(text) ? false : undefined;
}

const isYes = /^(?:true|yes|on|y|1)$/i;
const isNo = /^(?:false|no|off|n|0)$/i;

function correction(value: Json, wanted: FieldKind): string {
  if (wanted === "flag" && isYes.test(String(value)))
    return "write true, without quotes: yes and on are strings in YAML 1.2";
  if (wanted === "flag" && isNo.test(String(value)))
    return "write false, without quotes: no and off are strings in YAML 1.2";
  if (wanted === "text" && typeof value !== "object") return "put it in quotes";
  if (wanted === "texts" && typeof value === "string") return `write a list: [${value}]`;
  return `write ${wantedText[wanted]}`;
}

function isMissing(
  name: string,
  node: JsonObject,
  key: string,
  { isRequired, requiredUntil = "" }: FixedField,
  version: string,
): boolean {
  if (!isRequired || (requiredUntil !== "" && requiredUntil < version.slice(0, 3))) return false;
  // An object that is null is already reported as one that is not an object.
  const isWalked = typeof memberTables.get(name as ObjectName)?.get(key) === "string";
  return node[key] === undefined || (node[key] === null && !isWalked);
}
