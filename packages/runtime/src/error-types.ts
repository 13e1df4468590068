/** A value that a template takes from a problem or, inside of `each`, from one of its issues. */
export type ProblemSource =
  | ("status" | "statusText" | "code" | "type" | "title" | "detail" | "instance")
  | ("method" | "requestId" | "time" | "milliseconds" | "problem")
  | (
      | "issue"
      | "issueText"
      | "in"
      | "pointer"
      | "name"
      | "tokens"
      | "parameter"
      | "keyword"
      | "message"
    );

/**
 * A template that fills the schema of an error from a problem: plain data that the generator writes.
 * `value` is a fixed value, `from` a part of the problem (cut to `most` characters), `byStatus` a value for
 * each status, `members` an object, `each` a list with one item for each issue (`isNeeded`: with at least
 * one; `orEmpty`: an empty list stays), and `byName` an object with the messages of the issues by the names
 * of the members.
 */
export type ErrorTemplate =
  | { readonly value: unknown }
  | { readonly from: ProblemSource; readonly most?: number }
  | { readonly byStatus: { readonly [status: number]: unknown }; readonly otherwise?: unknown }
  | { readonly members: { readonly [name: string]: ErrorTemplate } }
  | {
      readonly each: ErrorTemplate;
      readonly isNeeded?: true;
      readonly orEmpty?: true;
      readonly most?: number;
    }
  | { readonly byName: ErrorTemplate };

/** A documented error body, as the server fills it in. */
export interface ErrorFill {
  readonly mediaType: string;
  readonly template: ErrorTemplate;
}

/** The error bodies of one operation, by status as in the description. */
export interface OperationErrorBodies {
  readonly [status: string]: ErrorFill;
}
