import { isObject, type Json } from "@openapi-packages/description/json/json";
import type { Parameter } from "@openapi-packages/description/model/api-model";

/** A name and its value in a query or a form, not encoded yet. */
export type NamedText = readonly [name: string, value: string];

/** Prints a value as text; objects and lists become JSON. */
export const plainText = (value: Json): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** Returns a path parameter, encoded (OpenAPI 3.1, Style Values). */
export function pathText(
  { name, style, explode, content, multiSegment }: Parameter,
  value: Json,
): string {
  if (multiSegment) return String(value).split("/").map(encodeURIComponent).join("/");
  if (content !== undefined) return encodeURIComponent(plainText(value));
  const list = Array.isArray(value) ? (value as readonly Json[]).map(encoded) : undefined;
  const members = isObject(value) ? Object.entries(value) : [];
  const isExploded = explode === true;
  const pairs = (mark: string): string[] =>
    members.map(([key, own]) => `${encodeURIComponent(key)}${mark}${encoded(own)}`);
  const texts =
    list ?? (isObject(value) ? (isExploded ? pairs("=") : pairs(",")) : [encoded(value)]);
  if (style === "label") return `.${texts.join(isExploded ? "." : ",")}`;
  if (style !== "matrix") return texts.join(",");
  if (isObject(value) && isExploded) return texts.map((text) => `;${text}`).join("");
  return isExploded
    ? texts.map((text) => `;${name}=${text}`).join("")
    : `;${name}=${texts.join(",")}`;
}

const encoded = (value: Json): string => encodeURIComponent(plainText(value));

/** Returns the names and values by which a query parameter or form member is sent. */
export function queryTexts(
  {
    name,
    style = "form",
    explode,
    content,
  }: Pick<Parameter, "name" | "style" | "explode" | "content">,
  value: Json,
): readonly NamedText[] {
  if (content !== undefined) return [[name, plainText(value)]];
  if (style === "deepObject") return deepTexts(name, value);
  const isExploded = explode ?? style === "form";
  if (Array.isArray(value)) {
    const texts = (value as readonly Json[]).map(plainText);
    if (isExploded) return texts.map((text) => [name, text]);
    const mark = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    return [[name, texts.join(mark)]];
  }
  if (!isObject(value)) return [[name, plainText(value)]];
  const members = Object.entries(value).map(([key, own]): NamedText => [key, plainText(own)]);
  return isExploded ? members : [[name, members.flat().join(",")]];
}

function deepTexts(name: string, value: Json): readonly NamedText[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) =>
      deepTexts(`${name}[${index}]`, item),
    );
  if (!isObject(value)) return [[name, plainText(value)]];
  return Object.entries(value).flatMap(([key, own]) => deepTexts(`${name}[${key}]`, own));
}
