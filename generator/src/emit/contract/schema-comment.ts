import { isObject, type Json, type JsonObject } from "../../json.ts";
import { unknownForm } from "./unknown-form.ts";

/**
 * The comment that openapi-typescript writes of a schema's annotations, before a line that is indented
 * as given; empty where there is nothing to say.
 *
 * @throws {unknownForm} for text whose lines would be broken otherwise than here
 */
export function schemaComment(schema: Json, indent: string): string {
  if (!isObject(schema)) return "";
  const said = annotationsOf(schema);
  const [only] = said;
  if (only === undefined) return "";
  const isLine = said.length === 1 && !only.includes("\n");
  const text = isLine ? `/** ${only} */` : `/**\n * ${said.join("\n * ")}\n */`;
  // TypeScript breaks lines at these too; it trims what comes then, which has no star before it.
  if (/[\r\u2028\u2029]/.test(text)) throw unknownForm;
  const safe = `${text.slice(0, -2).replaceAll("*/", "*\\/")}*/`;
  if (isLine) return `${indent}${safe}\n`;
  const [first = "", ...rest] = safe.split("\n");
  return `${indent}${first}\n${rest.map((line) => `${indent} ${line.trim()}\n`).join("")}`;
}

/** What is said of a schema beside its type. */
function annotationsOf(schema: JsonObject): string[] {
  const { title, format, deprecated, examples } = schema;
  const said: string[] = [];
  if (Boolean(title) && typeof title !== "string") throw unknownForm;
  if (typeof title === "string" && title !== "") said.push(linesOf(title));
  if (format) said.push(`Format: ${String(format)}`);
  if (deprecated) said.push("@deprecated");
  for (const name of ["description", "default", "example"] as const) {
    const value = schema[name];
    if (value === undefined || (value === "" && name === "description")) continue;
    said.push(`@${name} ${linesOf(serialized(value))}`);
  }
  if (Array.isArray(examples))
    for (const example of examples as readonly Json[])
      said.push(`@example ${linesOf(serialized(example))}`);
  if (schema["const"] !== undefined) said.push("@constant");
  if (schema["enum"] !== undefined) said.push(`@enum {${typeWords(schema["type"])}}`);
  return said;
}

function typeWords(type: Json | undefined): string {
  if (Array.isArray(type)) return type.join("|");
  return typeof type === "string" ? type : "unknown";
}

function serialized(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

function linesOf(text: string): string {
  return text.trim().replace(/\r?\n/g, "\n *     ");
}
