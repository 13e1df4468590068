import type { Json, JsonObject } from "@openapi-packages/description/json/json";

/** A body that a mock answers with. */
export type MockBody =
  | {
      readonly kind: "value";
      readonly value: Json;
      /**
       * The example's name in `components.examples`, escaped as in a JSON pointer, if it is defined
       * there.
       */
      readonly component?: string;
    }
  /** Items to stream one by one. */
  | { readonly kind: "stream"; readonly items: readonly Json[] }
  | { readonly kind: "file"; readonly text: string; readonly mediaType: string };

/** An answer that a mock can give. */
export interface MockAnswer {
  readonly status: number;
  /** True if the body is the description's own example, and not made from the schema. */
  readonly isExample: boolean;
  /** Set if the response documents several media types. */
  readonly contentType?: string;
  /** The headers that the response must have. */
  readonly headers?: JsonObject;
  /** Left out if the response has no body. */
  readonly body?: MockBody;
}

/** One of the answers that an operation may give. */
export interface DocumentedAnswer {
  /** The name of the example in `examples`, if it has one. */
  readonly name?: string;
  /** The status as the description writes it: `200`, `4XX`, `default`. */
  readonly status: string;
  /** The component that the answer comes from, if several operations share it. */
  readonly component?: string;
  readonly answer: MockAnswer;
}

/** An example that its own validator refuses. */
export interface RefusedExample {
  readonly pointer: string;
  /** The example's operation, status and media type, for messages. */
  readonly of: string;
  /** The reason, for messages. */
  readonly reason: string;
  /** True if it would be a constant of the mocks, and no answer. */
  readonly isConstant?: true;
}
