import type { Json, JsonObject } from "../../json.ts";

/** A body that a mock answers with. */
export type MockBody =
  | {
      readonly kind: "value";
      readonly value: Json;
      /** Its name in `components.examples`, as a JSON pointer has it, where it stands there. */
      readonly component?: string;
    }
  /** Items to stream one by one. */
  | { readonly kind: "stream"; readonly items: readonly Json[] }
  | { readonly kind: "file"; readonly text: string; readonly mediaType: string };

/** An answer of a mock by itself. */
export interface MockAnswer {
  readonly status: number;
  /** True if the body is the description's own example, not one that was made from the schema. */
  readonly isExample: boolean;
  /** Set where the operation documents several media types. */
  readonly contentType?: string;
  /** The headers that the response must have. */
  readonly headers?: JsonObject;
  /** Left out: the response has no body. */
  readonly body?: MockBody;
}

/** One of the answers that an operation may give. */
export interface DocumentedAnswer {
  /** The name of the example in the description (`examples`). Left out: it has none. */
  readonly name?: string;
  /** The status as the description writes it: `200`, `4XX`, `default`. */
  readonly status: string;
  /** The component that it follows from, as others do that are the same. Left out: it is the operation's own. */
  readonly component?: string;
  readonly answer: MockAnswer;
}

/** An example that its own validator refuses. */
export interface RefusedExample {
  readonly pointer: string;
  /** A name of the example's place, for messages. */
  readonly of: string;
  /** Why, in words. */
  readonly reason: string;
}
