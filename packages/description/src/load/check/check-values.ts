import { isDeepStrictEqual } from "node:util";
import { isObject, toPointer, valueAt, type Json, type JsonObject } from "../../json/json.ts";
import type { Warn } from "./check-fields.ts";
import { shown } from "./report.ts";

/**
 * Warns about a `default` that its schema does not allow, and removes it, because a server would insert it.
 * Also warns about values of `enum` that `type` excludes (JSON Schema 2020-12 validation, sections 6.1.2 and
 * 9.2).
 *
 * @param document the document that references of the schema lead into
 */
export function checkValues(node: JsonObject, document: Json, warn: Warn): void {
  checkEnum(node, warn);
  const value = node["default"];
  if (value === undefined) return;
  const fault = new Values(document).faultOf(value, node);
  if (fault === undefined) return;
  warn(
    "default-invalid",
    `default ${shown(value)} ${fault}, so it is ignored`,
    correction(value, node),
    "/default",
  );
  delete node["default"];
}

/** Checks that the default of a server variable is one of the values of `enum` (Server Variable Object). */
export function checkServerVariables({ variables }: JsonObject, warn: Warn): void {
  for (const [name, variable] of Object.entries(isObject(variables) ? variables : {})) {
    const { enum: values, default: value } = isObject(variable) ? variable : {};
    if (!Array.isArray(values) || typeof value !== "string" || values.includes(value)) continue;
    const message = `default ${shown(value)} of the server variable ${JSON.stringify(name)} is not one of the values of enum`;
    const below = toPointer(["variables", name, "default"]);
    warn("default-invalid", message, `the values are ${values.join(", ")}`, below);
  }
}

function checkEnum({ enum: values, type }: JsonObject, warn: Warn): void {
  if (!Array.isArray(values) || type === undefined) return;
  // A null that `type` excludes is harmless: it is left out.
  const others = (values as readonly Json[]).filter(
    (value) => value !== null && !hasType(value, type),
  );
  const [first] = others;
  if (first === undefined) return;
  const message = `enum has values that are not of type ${typeText(type)}, so they are ignored: ${shown(others)}`;
  warn("enum-invalid", message, quoting(first, type), "/enum");
}

/** Looks for a fault in a value, by the keywords that defaults break most often. */
class Values {
  readonly #document: Json;
  /** The number of schemas still to look at; beyond it, values count as valid. */
  #left = 200;

  constructor(document: Json) {
    this.#document = document;
  }

  /** Returns what is wrong with a value, as the end of a sentence, or `undefined` if nothing is. */
  faultOf(value: Json, schema: Json | undefined): string | undefined {
    this.#left -= 1;
    if (this.#left < 0 || schema === true || schema === undefined) return undefined;
    if (!isObject(schema)) return schema === false ? "does not match a schema" : undefined;
    return (
      ownFault(value, schema) ??
      this.#faultOfParts(value, schema) ??
      this.#faultOfItems(value, schema)
    );
  }

  #faultOfParts(value: Json, { $ref: reference, allOf, anyOf, oneOf }: JsonObject) {
    if (typeof reference === "string" && /^#(\/|$)/.test(reference)) {
      const fault = this.faultOf(value, valueAt(this.#document, reference.slice(1)));
      if (fault !== undefined) return fault;
    }
    for (const part of listOf(allOf)) {
      const fault = this.faultOf(value, part);
      if (fault !== undefined) return fault;
    }
    for (const branches of [anyOf, oneOf].map(listOf)) {
      const isRefused =
        branches.length > 0 &&
        branches.every((branch) => this.faultOf(value, branch) !== undefined);
      if (isRefused) return "matches none of the schemas that apply";
    }
    return undefined;
  }

  #faultOfItems(value: Json, { items }: JsonObject): string | undefined {
    if (!Array.isArray(value) || !isObject(items)) return undefined;
    for (const item of value as readonly Json[]) {
      const fault = this.faultOf(item, items);
      if (fault !== undefined) return `has the item ${shown(item)}, which ${fault}`;
    }
    return undefined;
  }
}

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

function ownFault(value: Json, schema: JsonObject): string | undefined {
  const { type, enum: values } = schema;
  if (type !== undefined && !hasType(value, type)) return `is not of type ${typeText(type)}`;
  const isEqual = (other: Json | undefined): boolean => isDeepStrictEqual(value, other);
  if (Array.isArray(values) && !values.some(isEqual)) return "is not one of the values of enum";
  if (schema["const"] !== undefined && !isEqual(schema["const"])) return "is not the const";
  if (typeof value === "number") return boundFault(value, schema, numberBounds);
  if (typeof value === "string") return boundFault([...value].length, schema, textBounds);
  return undefined;
}

type Bounds = readonly (readonly [
  keyword: string,
  isKept: (value: number, bound: number) => boolean,
])[];

const numberBounds: Bounds = [
  ["minimum", (value, bound) => value >= bound],
  ["maximum", (value, bound) => value <= bound],
  ["exclusiveMinimum", (value, bound) => value > bound],
  ["exclusiveMaximum", (value, bound) => value < bound],
];
const textBounds: Bounds = [
  ["minLength", (value, bound) => value >= bound],
  ["maxLength", (value, bound) => value <= bound],
];

function boundFault(value: number, schema: JsonObject, bounds: Bounds): string | undefined {
  const broken = bounds.find(([keyword, isKept]) => {
    const bound = schema[keyword];
    return typeof bound === "number" && !isKept(value, bound);
  });
  return broken && `breaks ${broken[0]}: ${String(schema[broken[0]])}`;
}

function hasType(value: Json, type: Json): boolean {
  if (Array.isArray(type)) return (type as readonly Json[]).some((one) => hasType(value, one));
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "null") return value === null;
  return typeof value === type;
}

function typeText(type: Json): string {
  return Array.isArray(type) ? type.join(" or ") : String(type);
}

function correction(value: Json, { type }: JsonObject): string {
  if (value === null)
    return "remove it, or allow null: type: [string, null] since OpenAPI 3.1, nullable: true before";
  return type === undefined || hasType(value, type)
    ? "correct the default, or the schema"
    : quoting(value, type);
}

/** Returns the hint for a value that has another type in YAML and JSON than it seems to have. */
function quoting(value: Json, type: Json): string {
  if (hasType("", type) && typeof value !== "object")
    return `put it in quotes: ${JSON.stringify(String(value))}`;
  const unquoted = typeof value === "string" ? parsed(value) : undefined;
  return unquoted !== undefined && hasType(unquoted, type)
    ? `write ${String(unquoted)}, without quotes`
    : "correct the value, or the type";
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text.toLowerCase()) as Json;
  } catch {
    return undefined;
  }
}
