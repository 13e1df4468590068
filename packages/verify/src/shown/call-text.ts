import { usualSecrets, redacted, Places, isObject } from "@openapi-packages/runtime/internals";
import type { SensitiveParts, SensitiveTable } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import { literal, literalKey } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";

/** The longest call that is shown. */
const longest = 2000;

/**
 * Formats a call of the generated client: `client.pets.getPet({ path: { petId: "7" } })`.
 *
 * @returns `undefined` if it is too long
 */
export function callText(
  { description }: VerifiedApi,
  { id, model }: VerifiedOperation,
  input: CallInput,
): string | undefined {
  const group = description.model.groups.find(({ operations }) => operations.includes(model));
  if (group === undefined) return undefined;
  const { sensitive = {} } = description.mock;
  const parts = sensitive.operations?.[id] ?? {};
  // Callers only specify the media type if there are several.
  const hasChoice = (model.requestBody?.content.length ?? 0) > 1;
  const shown = Object.entries(input).filter(
    ([name, value]) => value !== undefined && (name !== "contentType" || hasChoice),
  );
  const members = shown.map(([name, value]) => {
    const own = name === "body" ? withoutSecrets(value, new Places(parts.body ?? [])) : value;
    const text = isLocation(name) ? located(name, value, sensitive, parts) : expression(own);
    return `${name}: ${text}`;
  });
  const argument = members.length === 0 ? "" : `{ ${members.join(", ")} }`;
  const text = `client.${group.name}.${model.methodName}(${argument})`;
  return text.length > longest ? undefined : text;
}

const isLocation = (name: string): name is "path" | "query" | "header" | "cookie" =>
  ["path", "query", "header", "cookie"].includes(name);

function located(
  location: "path" | "query" | "header" | "cookie",
  value: unknown,
  table: SensitiveTable,
  parts: SensitiveParts,
): string {
  if (!isObject(value)) return expression(value);
  const of = (one: { readonly [name: string]: unknown }): readonly string[] =>
    (one[location] ?? []) as readonly string[];
  const names = new Set([...of(table as never), ...of(parts as never)]);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => {
      const isSecret = names.has(name.toLowerCase()) || names.has(name) || names.has("*");
      const isUsual = location !== "path" && usualSecrets.test(name);
      return `${literalKey(name)}: ${isSecret || isUsual ? literal(redacted) : expression(one)}`;
    });
  return `{ ${members.join(", ")} }`;
}

/** Redacts a body. Values other than JSON stay. */
function withoutSecrets(body: unknown, places: Places): unknown {
  return merged(body, places.redact(body));
}

function merged(value: unknown, shown: unknown): unknown {
  if (shown === redacted) return shown;
  if (Array.isArray(value) && Array.isArray(shown))
    return value.map((one, index) => merged(one, shown[index]));
  const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain || !isObject(shown)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, merged(one, shown[name])]),
  );
}

/** Formats a value as an expression. Values other than JSON are shown by kind and size. */
function expression(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(expression).join(", ")}]`;
  if (value instanceof File) return `new File([${sizeOf(value.size)}], ${literal(value.name)})`;
  if (value instanceof Blob) return `new Blob([${sizeOf(value.size)}])`;
  if (value instanceof Uint8Array) return `new Uint8Array(${value.length})`;
  if (value instanceof Date) return `new Date(${literal(value.toISOString())})`;
  if (typeof value === "bigint") return `${value}n`;
  if (!isObject(value)) return literal(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{ ${entries.map(([key, one]) => `${literalKey(key)}: ${expression(one)}`).join(", ")} }`;
}

const sizeOf = (bytes: number): string => `/* ${bytes} bytes */`;
