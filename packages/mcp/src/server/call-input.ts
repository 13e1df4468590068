import type { JsonSchema, Schemas, ServedOperation } from "../operation.ts";
import { isRecord, listOf, resolve, set } from "../schema/resolve.ts";
import {
  resultArguments,
  toolArguments,
  type ArgumentPlace,
  type ToolArgument,
} from "../tools/flat-input.ts";

/** The input of a client's call, and descriptions of invalid arguments. */
export interface GivenInput {
  readonly input: Readonly<Partial<Record<ArgumentPlace, unknown>> & { contentType?: string }>;
  readonly problems: readonly string[];
  readonly all: readonly ToolArgument[];
}

/** Distributes flat arguments to the parts of an operation's input. The contract validates their values. */
export function callInput(
  operation: ServedOperation,
  schemas: Schemas,
  given: Readonly<Record<string, unknown>>,
): GivenInput {
  const all = toolArguments(operation, schemas);
  const byName = new Map(all.map((argument) => [argument.name, argument]));
  const reserved: readonly string[] = Object.values(resultArguments);
  const problems: string[] = [];
  const input: Partial<Record<ArgumentPlace, unknown>> & { contentType?: string } = {};
  for (const [name, raw] of Object.entries(given)) {
    if (raw === undefined || reserved.includes(name)) continue;
    const argument = byName.get(name);
    if (argument === undefined) {
      problems.push(
        `${name} is not an argument: there are ${[...byName.keys()].join(", ") || "none"}`,
      );
      continue;
    }
    const value = asValue(argument, operation, schemas, raw);
    if (argument.member === undefined) input.body = value;
    else set((input[argument.place] ??= {}) as object, argument.member, value);
  }
  for (const { name, required } of all)
    if (required && given[name] === undefined) problems.push(`${name} is missing`);
  const { body } = operation;
  if (body?.required === true && all.some(({ member, place }) => place === "body" && member))
    input.body ??= {};
  if (input.body !== undefined && body?.contentType !== undefined)
    input.contentType = body.contentType;
  return { input, problems, all };
}

/** Converts a value for the client: models sometimes write objects as text, and write bytes in base64. */
function asValue(
  { place, member, schema }: ToolArgument,
  { body }: ServedOperation,
  schemas: Schemas,
  value: unknown,
): unknown {
  if (place === "body" && member === undefined && body?.kind === "binary") return bytesOf(value);
  const { schema: plain } = resolve(schema, schemas);
  if (place === "body" && body?.kind === "parts" && Array.isArray(value)) {
    const prefix = listOf(plain, "prefixItems");
    return value.map((part: unknown, position) => {
      const own = prefix[position] ?? ((plain["items"] ?? {}) as JsonSchema);
      return resolve(own, schemas).schema["format"] === "binary" ? bytesOf(part) : part;
    });
  }
  if (place === "body" && body?.kind === "multipart") {
    if (plain["format"] === "binary") return bytesOf(value);
    const { schema: items } = resolve((plain["items"] ?? {}) as JsonSchema, schemas);
    if (items["format"] === "binary" && Array.isArray(value)) return value.map(bytesOf);
  }
  return typeof value === "string" && !takesText(schema, schemas) ? parsed(value) : value;
}

/** True if the types of a schema allow a text. */
function takesText(schema: JsonSchema, schemas: Schemas): boolean {
  const { schema: plain } = resolve(schema, schemas);
  const alternatives = [...listOf(plain, "oneOf"), ...listOf(plain, "anyOf")];
  if (alternatives.length > 0) return alternatives.some((one) => takesText(one, schemas));
  const types: unknown[] = [plain["type"] ?? (isRecord(plain["properties"]) ? "object" : "string")];
  return !types.flat().every((type) => type === "object" || type === "array" || type === "null");
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function bytesOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return new Blob([Uint8Array.from(atob(value), (character) => character.charCodeAt(0))]);
  } catch {
    return value;
  }
}

/** A violation that the contract finds in an input. */
export interface InputIssue {
  readonly in: string;
  readonly pointer: string;
  readonly message: string;
}

/** Describes an issue in terms of the tool's arguments. */
export function issueText(all: readonly ToolArgument[], issue: InputIssue): string {
  const [, first = "", ...rest] = issue.pointer.split("/");
  const member = first.replaceAll("~1", "/").replaceAll("~0", "~");
  const found = all.find((one) => one.place === issue.in && one.member === member);
  const whole = all.find((one) => one.place === issue.in && one.member === undefined);
  if (found !== undefined) return `${[found.name, ...rest].join("/")} ${issue.message}`;
  return `${whole?.name ?? issue.in}${issue.pointer} ${issue.message}`;
}
