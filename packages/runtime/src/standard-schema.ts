import type { ValidatorError } from "./operation.ts";

/** What Standard Schema says of a value: the value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  /** The keys on the way to the place, from the outermost on. */
  readonly path: readonly PropertyKey[];
}

/**
 * What libraries take as a schema (Standard Schema, version 1, https://standardschema.dev). It answers
 * at once, with the value itself.
 */
export interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Value>;
    /** For the compiler only. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

/** A compiled validator of a type: a type guard, and a schema of Standard Schema. */
export interface SchemaValidator<Value> extends StandardSchema<Value> {
  (value: unknown): value is Value;
  errors?: readonly ValidatorError[] | null;
  /** Of a request: the places of members that are read-only (RFC 6901). */
  readOnly?: readonly string[] | undefined;
}
