import { absentMember } from "@openapi-packages/description/model/variants/derive-variants";
import type { Issue } from "@openapi-packages/runtime";
import { resolvePointer } from "@openapi-packages/runtime";
import type { Description } from "@openapi-packages/compiler";
import { isObject, pointerParts, type SchemaPlace } from "@openapi-packages/description";
import { schemaPlaceOf } from "../schema/schema-place.ts";
import { around } from "./place-words.ts";
import { choiceWords, counted, typeWords, valueWords } from "./value-words.ts";

/** What issues are about, to say them in the words of a developer. */
export interface Judged {
  readonly description: Description;
  /** The schema of the whole value. Default: what only it knows is not said. */
  readonly schema?: SchemaPlace | undefined;
  /** The whole value. Default: messages show no values. */
  readonly value?: unknown;
  /** Names a place in the value: `` `name` of the answer 200 ``. */
  readonly subject: (pointer: string) => string;
}

/**
 * Says issues in words: `` the answer 200 lacks `name`, which is required ``. Types that several alternatives ask for at
 * one place are one issue.
 */
export function inWords(judged: Judged, issues: readonly Issue[]): Issue[] {
  const types = Map.groupBy(
    issues.filter(({ keyword }) => keyword === "type"),
    ({ pointer }) => pointer,
  );
  return issues
    .filter((one) => one.keyword !== "type" || types.get(one.pointer)?.[0] === one)
    .map((one) => {
      const alike = one.keyword === "type" ? (types.get(one.pointer) ?? [one]) : [one];
      return { ...one, message: words(judged, one, alike) };
    });
}

/** Puts the first of some issues into a message, with the number of the others. */
export function firstOf(issues: readonly Issue[], otherwise: string): string {
  const others = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${issues[0]?.message ?? otherwise}${others}`;
}

function words(judged: Judged, issue: Issue, alike: readonly Issue[]): string {
  const { pointer, keyword, message } = issue;
  const name = pointerParts(pointer).at(-1) ?? "";
  const outside = (what: string): string => `${judged.subject(around(pointer))} ${what}`;
  switch (keyword) {
    case "required":
      if (pointer === "") break;
      return outside(`lacks \`${name}\`, which is required`);
    case "additionalProperties":
    case "unevaluatedProperties":
      if (pointer === "") break;
      return outside(`has \`${name}\`, which its schema does not describe (${keyword}: false)`);
    case "not":
    case "false schema":
      if (pointer === "") break;
      if (isWriteOnly(judged, pointer)) return outside(`shows \`${name}\`, which is writeOnly`);
      if (keyword === "false schema") return outside(`has \`${name}\`, which its schema forbids`);
  }
  const should = ruleWords(judged, issue, alike);
  return should === undefined
    ? `${judged.subject(pointer)} ${message}`
    : `${judged.subject(pointer)} ${shown(judged, issue)}${should}`;
}

/** Says what a value is, before what it should be; nothing of an unknown value. */
function shown({ value }: Judged, { pointer, keyword }: Issue): string {
  const own = value === undefined ? undefined : resolvePointer(value, pointer);
  if (own === undefined) return "";
  if (/^m(?:ax|in)Length$/.test(keyword) && typeof own === "string")
    return `has ${counted(Array.from(own).length, "character")}, and `;
  if (/^m(?:ax|in)Items$/.test(keyword) && Array.isArray(own))
    return `has ${counted(own.length, "item")}, and `;
  if (/^m(?:ax|in)Properties$/.test(keyword) && isObject(own))
    return `has ${counted(Object.keys(own).length, "member")}, and `;
  return `is ${valueWords(own)}, and `;
}

/** Says what a value should be; `undefined` if only the runtime's message does. */
function ruleWords(judged: Judged, issue: Issue, alike: readonly Issue[]): string | undefined {
  const { keyword, message } = issue;
  const [limit = ""] = /-?[\d.]+(?:e[+-]?\d+)?(?=\D*$)/i.exec(message) ?? [];
  switch (keyword) {
    case "type": {
      const named = alike.map((one) => /^must be ([a-z,]+)/.exec(one.message)?.[1] ?? "");
      return `should be ${typeWords([...new Set(named.flatMap((one) => one.split(",")))])}${rangeOf(judged, issue)}`;
    }
    case "enum": {
      const values = ruleOf(judged, issue);
      return Array.isArray(values)
        ? `should be one of ${choiceWords(values)}`
        : "should be one of the values in enum";
    }
    case "const": {
      const value = ruleOf(judged, issue);
      return value === undefined
        ? "should be the value in const"
        : `should be ${JSON.stringify(value)}`;
    }
    case "format":
      return `should be a valid ${/"(.*)"/.exec(message)?.[1] ?? "value"} (format)`;
    case "pattern":
      return `should match the pattern ${/"(.*)"$/s.exec(message)?.[1] ?? ""}`.trimEnd();
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return `should have at most ${counted(Number(limit), thingOf(keyword))}`;
    case "minLength":
    case "minItems":
    case "minProperties":
      return `should have at least ${counted(Number(limit), thingOf(keyword))}`;
    case "maximum":
      return `should be at most ${limit}`;
    case "minimum":
      return `should be at least ${limit}`;
    case "exclusiveMaximum":
      return `should be below ${limit}`;
    case "exclusiveMinimum":
      return `should be above ${limit}`;
    case "multipleOf":
      return `should be a multiple of ${limit}`;
    case "uniqueItems":
      return "should have each item once (uniqueItems)";
    case "not":
      return "should not match the schema in `not`";
    case "anyOf":
    case "oneOf":
    case "discriminator":
      return choice(message, keyword);
    default:
      return undefined;
  }
}

/** Returns what a keyword such as `maxLength` counts. */
const thingOf = (keyword: string): string =>
  keyword.endsWith("Length") ? "character" : keyword.endsWith("Items") ? "item" : "member";

/** Says the bounds of integers that JavaScript reads exactly, of a whole number beyond them. */
function rangeOf({ value }: Judged, { pointer, message }: Issue): string {
  const own = value === undefined ? undefined : resolvePointer(value, pointer);
  const isBeyond = typeof own === "number" && Math.abs(own) > Number.MAX_SAFE_INTEGER;
  return isBeyond ? (/ between .*/.exec(message)?.[0] ?? "") : "";
}

function choice(message: string, keyword: string): string {
  const [, name, values] = /^must have as (".*?") one of (.*)$/s.exec(message) ?? [];
  if (name !== undefined) return `should have as ${name} one of ${values}`;
  return keyword === "oneOf"
    ? "should match exactly one of the schemas in oneOf"
    : `should match one of the schemas in ${keyword}`;
}

/** Returns the value of the violated keyword in the description. */
function ruleOf({ description, schema }: Judged, issue: Issue): unknown {
  if (schema === undefined) return undefined;
  const pointer = schemaPlaceOf(description, schema, issue);
  return pointer.endsWith(`/${issue.keyword}`)
    ? resolvePointer(description.model.document, pointer)
    : undefined;
}

/** True for a member that responses must not have. */
function isWriteOnly({ description, schema }: Judged, pointer: string): boolean {
  if (schema === undefined) return false;
  const issue = { pointer, keyword: absentMember };
  return schemaPlaceOf(description, schema, issue).endsWith(`/${absentMember}`);
}
