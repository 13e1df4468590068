import { toIssues, type Issue, type Validator } from "@openapi-packages/runtime";
import type { Description } from "@openapi-packages/compiler";
import type { SchemaPlace } from "@openapi-packages/description";
import { firstOf, inWords } from "../wording/issue-words.ts";
import { placeIn } from "../wording/place-words.ts";

/** The schema and the validator that check an answer, or an item of it. */
export interface AnswerSchema {
  readonly description: Description;
  readonly schema: SchemaPlace | undefined;
  /** Default: everything is valid. */
  readonly validator: Validator | undefined;
}

/**
 * Returns why a value does not match its schema, in words; `undefined` if it does.
 *
 * @param whole its name in messages: `the answer 200`
 * @param real leaves out what only this process takes for a violation. Default: nothing
 */
export function schemaIssues(
  { description, schema, validator }: AnswerSchema,
  whole: string,
  value: unknown,
  real: (issues: readonly Issue[]) => readonly Issue[] = (issues) => issues,
): { readonly message: string; readonly issues: readonly Issue[] } | undefined {
  if (validator === undefined || validator(value)) return undefined;
  const subject = (pointer: string): string => placeIn(whole, pointer);
  const found = real(toIssues("body", validator.errors));
  if (found.length === 0) return undefined;
  const issues = inWords({ description, schema, value, subject }, found);
  return { message: firstOf(issues, `${whole} does not match its schema`), issues };
}
