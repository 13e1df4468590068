import { isObject, type Json } from "@openapi-packages/description/json/json";
import { subschemas } from "@openapi-packages/description/json/subschemas";
import { literal } from "@openapi-packages/description/text/escape";
import { localName } from "@openapi-packages/description/names/names";
import { planPattern, slowPatternCode } from "@openapi-packages/description/patterns/pattern-plan";
import type { TraitReader } from "@openapi-packages/description/model/unions/trait-reader";
import type { ValueKind } from "@openapi-packages/description/model/unions/traits";
import type { RuntimeValue } from "../../symbols/runtime-symbols.ts";
import type { CodePartBuilder } from "../code/code-part.ts";
import type { Scope } from "../code/scope.ts";
import type { Statement } from "../code/statement.ts";
import { memberCode } from "../schema-reader.ts";
import type { UnlistedValues } from "./unlisted-values.ts";

/** A code part with checks. */
export type CheckPart = CodePartBuilder<RuntimeValue<"/validation">>;

/** A value under check, and the function that checks it. */
export interface Checked {
  /** The code part of the function. */
  readonly part: CheckPart;
  /** The function's name, which is the prefix of its constants. */
  readonly functionName: string;
  /** True if integers with `format: int64` beyond 2^53 are given as `bigint`. */
  readonly hasBigInts: boolean;
  /** True if the results for a referenced schema are remembered. */
  readonly isRepeated: (reference: string) => boolean;
  /** Reads the traits that tell alternatives apart. */
  readonly traits: TraitReader;
  /** Returns the name of the function that checks a referenced schema. */
  readonly reference: (reference: string, isTracking: boolean) => string;
  /** Returns the schema that a reference points to. */
  readonly target: (reference: string) => Json;
  /** True if checking a schema may find read-only members. */
  readonly mayMark: (schema: Json) => boolean;
  /** Finds where values may pass that are not listed. */
  readonly unlisted: UnlistedValues;
  /** Returns the checks of a schema. */
  readonly checks: (schema: Json, checked: Checked) => Statement[];
  /** The names of the current block. */
  readonly scope: Scope;
  /** Code for the value. */
  readonly value: string;
  /** Code for the JSON pointer of the value. */
  readonly path: PathParts;
  /** The place of the value in words, for the names of constants. */
  readonly place: readonly string[];
  /**
   * The variable that tracks the evaluated members and items (JSON Schema 2020-12 core, section
   * 11); `undefined` if no keyword needs them.
   */
  readonly seen: string | undefined;
}

/** A JSON pointer as code: string literals and expressions to concatenate. */
export type PathParts = readonly string[];

/** Appends a part to a path; adjacent string literals are merged. */
export function pathBelow(path: PathParts, part: string): PathParts {
  const last = path.at(-1) ?? "";
  if (!part.startsWith('"') || !last.startsWith('"')) return [...path, part];
  return [...path.slice(0, -1), last.slice(0, -1) + part.slice(1)];
}

/** Returns the same value in a nested block. */
export function innerBlock(checked: Checked): Checked {
  return { ...checked, scope: checked.scope.inner() };
}

/** Returns a value within another. Its evaluated members are tracked separately. */
export function below(
  checked: Checked,
  value: string,
  path: readonly string[],
  word: string,
): Checked {
  return {
    ...checked,
    value,
    path: path.reduce(pathBelow, checked.path),
    place: [...checked.place, word],
    seen: undefined,
  };
}

/** True if the checks of a schema read a value often enough to put it into a variable. */
export function takesVariable(schema: Json): boolean {
  return isObject(schema) && (schema["enum"] !== undefined || subschemas(schema).length > 0);
}

/** A type name of the keyword `type`. */
export type TypeName = ValueKind | "integer" | "int64";

/** Returns code that tests the type of the value. */
export function typeTest(type: TypeName, { part, value }: Checked): string {
  switch (type) {
    case "object":
      return `${part.use("isObject")}(${value})`;
    case "array":
      return `Array.isArray(${value})`;
    case "number":
      return `Number.isFinite(${value})`;
    case "integer":
      // `JSON.parse` rounds larger integers, so the value may not be the one that was sent.
      return `Number.isSafeInteger(${value})`;
    case "int64":
      return `${part.use("isInt64OrBigInt")}(${value})`;
    case "null":
      return `${value} === null`;
    default:
      return `typeof ${value} === "${type}"`;
  }
}

/** Returns code that reads an own member of the value. */
export function memberOf(name: string, { part, value }: Checked): string {
  return memberCode(value, name, () => part.use("getMember"));
}

/** Declares a variable for a member. The prefix `check` is reserved for functions of schemas. */
export function memberVariable(name: string, { scope }: Checked): string {
  const variable = localName(name);
  return scope.declare(variable.startsWith("check") ? `_${variable}` : variable);
}

/** Returns code that reports a missing required member. */
export function reportMissing({ part, path }: Checked, name: string): string {
  return `${part.use("reportMissing")}(errors, ${path.join(" + ")}, ${literal(name)});`;
}

/** Returns code that reports a value of the wrong type. */
export function reportType({ part, path }: Checked, types: readonly string[]): string {
  const names = types.map((type) => (type === "int64" ? "integer" : type));
  const expected = literal(names.length === 1 ? names[0] : names);
  return `${part.use("reportType")}(errors, ${path.join(" + ")}, ${expected});`;
}

/** Returns code that reports that the value fails a keyword. */
export function report({ part, path }: Checked, keyword: string, parameters?: string): string {
  const rest = parameters === undefined ? "" : `, { ${parameters} }`;
  return `${part.use("report")}(errors, ${path.join(" + ")}, ${literal(keyword)}${rest});`;
}

/**
 * Returns code that reports a value that is not listed, unless such values pass.
 *
 * @param isAlike code that tests whether the value is of the type of the listed ones
 */
export function reportUnlisted(
  { part, path }: Checked,
  keyword: string,
  isAlike: string,
  parameters?: string,
): string {
  const rest = parameters === undefined ? "" : `, { ${parameters} }`;
  return `${part.use("reportUnlisted")}(errors, ${path.join(" + ")}, ${literal(keyword)}, ${isAlike}${rest});`;
}

/** Returns code that counts the unlisted values that have passed. */
export function countUnlisted({ part }: Checked): string {
  return `${part.use("countUnlisted")}(errors)`;
}

/** Returns code that forgets the unlisted values that have passed since they were counted. */
export function removeUnlisted({ part }: Checked, count: string): string {
  return `${part.use("removeUnlisted")}(errors, ${count});`;
}

/** Returns code that counts the read-only members found so far. */
export function countMarks({ part }: Checked): string {
  return `${part.use("countReadOnly")}(errors)`;
}

/** Returns code that drops the read-only members found since they were counted. */
export function removeMarks({ part }: Checked, count: string): string {
  return `${part.use("removeReadOnly")}(errors, ${count});`;
}

/** Returns code that tests whether a text matches a pattern. */
export function patternTest(checked: Checked, pattern: string, text: string): string {
  const { part, path } = checked;
  const plan = planPattern(pattern);
  if (plan.isLinear)
    return `${constant(checked, "pattern", `new RegExp(${literal(pattern)}, "u")`)}.test(${text})`;
  const code = slowPatternCode(part.use("slowPattern"), plan);
  return `${constant(checked, "pattern", code)}.test(${text}, errors, ${path.join(" + ")})`;
}

/** Declares a constant with a set of primitives. */
export function setConstant(
  checked: Checked,
  kind: "names" | "values",
  values: readonly Json[],
): string {
  return constant(checked, kind, `new Set(${literal(values)})`);
}

/** Declares a constant with a JSON value. */
export function valueConstant(checked: Checked, value: Json): string {
  return constant(checked, "value", literal(value));
}

/**
 * Declares a constant. No name of a description has a `$`, so names of constants, such as
 * `checkPet$nameValues`, never collide with functions.
 */
function constant({ part, functionName, place }: Checked, kind: string, code: string): string {
  return part.constant(`${functionName}$${localName([...place, kind].join(" "))}`, code);
}
