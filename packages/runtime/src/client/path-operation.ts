import type { JsonOf } from "../conversion/json-of.ts";
import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";

/**
 * An operation in the shape that openapi-fetch expects, by the types of its descriptor. Media types
 * play no part in openapi-fetch's types, so that one stands for all.
 */
export type PathOperation<Descriptor extends OperationDescriptor> =
  Descriptor extends OperationDescriptor<infer Input, infer Result, unknown>
    ? ParametersAndResponses<Input, Result> & RequestBody<Input>
    : never;

/** As {@link PathOperation}, for an operation whose values have others than those of JSON: openapi-fetch converts none. */
export type JsonPathOperation<Descriptor extends OperationDescriptor> = JsonOf<
  PathOperation<Descriptor>
>;

interface ParametersAndResponses<Input, Result extends AnyResult> {
  parameters: Pick<Input, Extract<keyof Input, "path" | "query" | "header" | "cookie">>;
  responses: {
    [Answer in Result as ResponseKey<Answer["status"]>]: { content: Content<Answered<Answer>> };
  };
}

interface Content<Body> {
  "application/json": Body;
}

/** Nothing where the input has no body; an input of any name and no value, that of an operation that takes nothing, has none. */
type RequestBody<Input> = string extends keyof Input
  ? unknown
  : "body" extends keyof Input
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
