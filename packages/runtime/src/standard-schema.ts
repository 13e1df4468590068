import type { ValidatorError } from "./operation.ts";

/** The result of a Standard Schema: the value, or its issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One violation of a schema. */
export interface StandardIssue {
  readonly message: string;
  /** The keys that lead to the value, from the outermost. */
  readonly path: readonly PropertyKey[];
}

/**
 * A schema for libraries that accept Standard Schema (version 1, https://standardschema.dev). Validation is
 * synchronous and returns the value itself.
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

/** A compiled validator of a type, usable as a type guard and as a Standard Schema. */
export interface SchemaValidator<Value> extends StandardSchema<Value> {
  (value: unknown): value is Value;
  errors?: readonly ValidatorError[] | null;
  /** For a request: the places of read-only members (RFC 6901). */
  readOnly?: readonly string[] | undefined;
  /** As the validator, for an answer of a server that may be newer: unlisted values of open enums and unions pass. */
  readonly takesLater?: (value: unknown) => boolean;
}
