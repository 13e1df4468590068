import { isObject, type Json } from "../../json.ts";
import { subschemas } from "../../subschemas.ts";
import { literal } from "../../escape.ts";
import { localName } from "../../names.ts";
import { planPattern, slowPatternCode } from "../../pattern-plan.ts";
import type { TraitReader } from "../../model/unions/trait-reader.ts";
import type { ValueKind } from "../../model/unions/traits.ts";
import type { RuntimeValue } from "../../runtime-symbols.ts";
import type { CodePartBuilder } from "../code/code-part.ts";
import type { Scope } from "../code/scope.ts";
import type { Statement } from "../code/statement.ts";
import { memberCode } from "../schema-reader.ts";

/** A part of code with checks. */
export type CheckPart = CodePartBuilder<RuntimeValue<"/validation">>;

/** A value that a function checks, and the function. */
export interface Checked {
  /** The part of the code that the function is in. */
  readonly part: CheckPart;
  /** The function's name, which those of its constants begin with. */
  readonly functionName: string;
  /** True if checks of what a reference leads to are remembered. */
  readonly isRepeated: (reference: string) => boolean;
  /** Reads the traits by which alternatives are told apart. */
  readonly traits: TraitReader;
  /** The function that checks what a reference leads to. */
  readonly reference: (reference: string, isTracking: boolean) => string;
  /** The schema that a reference leads to. */
  readonly target: (reference: string) => Json;
  /** True if checks of a schema may find members that are read-only. */
  readonly mayMark: (schema: Json) => boolean;
  /** The checks of a schema. */
  readonly checks: (schema: Json, checked: Checked) => Statement[];
  /** The names of the block at hand. */
  readonly scope: Scope;
  /** Code for the value. */
  readonly value: string;
  /** Code for the place of the value. */
  readonly path: PathParts;
  /** Words for the place of the value. */
  readonly place: readonly string[];
  /**
   * The variable that keeps track of the members and items that some keyword has looked at (JSON
   * Schema 2020-12 core, section 11). Left out: nobody asks.
   */
  readonly seen: string | undefined;
}

/** A JSON pointer as code: texts in quotes and expressions, to be joined. */
export type PathParts = readonly string[];

/** The path of a place beneath another; texts next to each other become one. */
export function pathBelow(path: PathParts, part: string): PathParts {
  const last = path.at(-1) ?? "";
  if (!part.startsWith('"') || !last.startsWith('"')) return [...path, part];
  return [...path.slice(0, -1), last.slice(0, -1) + part.slice(1)];
}

/** The same value within a block of its own. */
export function innerBlock(checked: Checked): Checked {
  return { ...checked, scope: checked.scope.inner() };
}

/** A value within another: what it has looked at is its own. */
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

/** Tells whether checks of a schema look at a value so often that a variable is better than code for it. */
export function takesVariable(schema: Json): boolean {
  return isObject(schema) && (schema["enum"] !== undefined || subschemas(schema).length > 0);
}

/** A type as `type` has it. */
export type TypeName = ValueKind | "integer";

/** Code that tells whether the value has a type. */
export function typeTest(type: TypeName, { part, value }: Checked): string {
  switch (type) {
    case "object":
      return `${part.use("isObject")}(${value})`;
    case "array":
      return `Array.isArray(${value})`;
    case "number":
      return `Number.isFinite(${value})`;
    case "integer":
      // `JSON.parse` rounds a larger one, so that it may not be the one that was written.
      return `Number.isSafeInteger(${value})`;
    case "null":
      return `${value} === null`;
    default:
      return `typeof ${value} === "${type}"`;
  }
}

/** Code for a member of the value, own or none. */
export function memberOf(name: string, { part, value }: Checked): string {
  return memberCode(value, name, () => part.use("getMember"));
}

/** A variable for a member. Functions of schemas are called `check…`. */
export function memberVariable(name: string, { scope }: Checked): string {
  const variable = localName(name);
  return scope.declare(variable.startsWith("check") ? `_${variable}` : variable);
}

/** Code for a member that is required and not there. */
export function reportMissing({ part, path }: Checked, name: string): string {
  return `${part.use("reportMissing")}(errors, ${path.join(" + ")}, ${literal(name)});`;
}

/** Code for a value of another type. */
export function reportType({ part, path }: Checked, types: readonly string[]): string {
  const expected = literal(types.length === 1 ? types[0] : types);
  return `${part.use("reportType")}(errors, ${path.join(" + ")}, ${expected});`;
}

/** Code for a value that does not conform to any other keyword. */
export function report({ part, path }: Checked, keyword: string, parameters?: string): string {
  const rest = parameters === undefined ? "" : `, { ${parameters} }`;
  return `${part.use("report")}(errors, ${path.join(" + ")}, ${literal(keyword)}${rest});`;
}

/** Code for the number of members found so far that are read-only. */
export function countMarks({ part }: Checked): string {
  return `${part.use("countReadOnly")}(errors)`;
}

/** Code that forgets the read-only members found since they were counted. */
export function removeMarks({ part }: Checked, count: string): string {
  return `${part.use("removeReadOnly")}(errors, ${count});`;
}

/** Code that tells whether a text matches a pattern. */
export function patternTest(checked: Checked, pattern: string, text: string): string {
  const { part, path } = checked;
  const plan = planPattern(pattern);
  if (plan.isLinear)
    return `${constant(checked, "pattern", `new RegExp(${literal(pattern)}, "u")`)}.test(${text})`;
  const code = slowPatternCode(part.use("slowPattern"), plan);
  return `${constant(checked, "pattern", code)}.test(${text}, errors, ${path.join(" + ")})`;
}

/** A constant with a set of texts and numbers. */
export function setConstant(
  checked: Checked,
  kind: "names" | "values",
  values: readonly Json[],
): string {
  return constant(checked, kind, `new Set(${literal(values)})`);
}

/** A constant with a JSON value. */
export function valueConstant(checked: Checked, value: Json): string {
  return constant(checked, "value", literal(value));
}

/** No name of a description has a `$`, so that constants differ from functions, and those of one function from those of another. */
function constant({ part, functionName, place }: Checked, kind: string, code: string): string {
  return part.constant(`${functionName}$${localName([...place, kind].join(" "))}`, code);
}
