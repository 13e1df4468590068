/** What a template takes of a problem, or inside of `each` of one of its errors. */
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
 * How a problem fills the schema of an error: plain data that the generator makes. `value` stands for
 * itself, `from` for a part of the problem (with at most `most` characters), `byStatus` for what belongs to
 * its status, `members` for an object, `each` for a list with an item per error (`isNeeded`: one at
 * least; `orEmpty`: it is there without any), and `byName` for an object with the texts of the errors by the names of the members.
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

/** A documented body of errors, as the problems of the server fill it. */
export interface ErrorFill {
  readonly mediaType: string;
  readonly template: ErrorTemplate;
}

/** The bodies of errors of one operation, by status as in the description. */
export interface OperationErrorBodies {
  readonly [status: string]: ErrorFill;
}
