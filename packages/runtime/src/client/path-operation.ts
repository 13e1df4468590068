import type { AnyResult } from "../result.ts";

/**
 * An operation as the types of openapi-fetch want it, by what a caller sends to it and what it may
 * answer. Media types play no part in them, so that one stands for all.
 */
export type PathOperation<Input, Result extends AnyResult> = {
  parameters: Pick<Input, Extract<keyof Input, "path" | "query" | "header" | "cookie">>;
  responses: {
    [Answer in Result as ResponseKey<Answer["status"]>]: { content: Content<Answered<Answer>> };
  };
} & RequestBody<Input>;

interface Content<Body> {
  "application/json": Body;
}

type RequestBody<Input> = "body" extends keyof Input
  ? {
      [Name in keyof Pick<Input, "body"> as "requestBody"]: {
        content: Content<Exclude<Input["body"], undefined>>;
      };
    }
  : unknown;

/** `default` for a range of statuses with 511 in it, which only a default response leaves; else the status. */
type ResponseKey<Status extends number> = 511 extends Status ? "default" : Status;

/** The body of a response; that of a stream is its text, as openapi-fetch reads it. */
type Answered<Answer> = Answer extends { body?: infer Body }
  ? [Body] extends [AsyncIterable<unknown>]
    ? string
    : Body
  : undefined;
