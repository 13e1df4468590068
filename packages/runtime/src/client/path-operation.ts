import type { JsonOf } from "../conversion/json-of.ts";
import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";

/**
 * An operation in the shape that openapi-fetch expects, by the types of its descriptor. openapi-fetch
 * ignores media types, so that one represents all.
 */
export type PathOperation<Descriptor extends OperationDescriptor> =
  Descriptor extends OperationDescriptor<infer Input, infer Result, unknown>
    ? ParametersAndResponses<Input, Result> & RequestBody<Input>
    : never;

/**
 * As {@link PathOperation}, for an operation with types beyond JSON, which openapi-fetch does not convert.
 */
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

/**
 * The body of the request. An input that accepts any name but no value belongs to an operation without one.
 */
type RequestBody<Input> = string extends keyof Input
  ? unknown
  : "body" extends keyof Input
    ? {
        [Name in keyof Pick<Input, "body"> as "requestBody"]: {
          content: Content<Exclude<Input["body"], undefined>>;
        };
      }
    : unknown;

/**
 * The key of a response: `default` for a union of statuses that contains 511, since only a default response
 * allows it.
 */
type ResponseKey<Status extends number> = 511 extends Status ? "default" : Status;

/** The body of a response. openapi-fetch reads that of a stream as text. */
type Answered<Answer> = Answer extends { body?: infer Body }
  ? [Body] extends [AsyncIterable<unknown>]
    ? string
    : Body
  : undefined;
