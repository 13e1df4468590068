import type { Json } from "openapi-packages/description";
import type { removed } from "./change-input.ts";

/** A way in which a value at a place does not conform. */
export interface Violation {
  /** `above-maximum`: part of the identifier of its case. */
  readonly kind: string;
  /** What stands at the place instead; `removed` for nothing. */
  readonly value: Json | typeof removed;
  /** JSON pointer of the rule that is broken. */
  readonly pointer: string;
}
