import type { Json } from "../../json.ts";

/** What a type says of members that are not named. */
export interface Rest {
  /** What the names start with; empty for any name. */
  readonly prefix: string;
  readonly shape: Json;
}

/** One of the things that a schema says of a value; all of them hold. */
export type Part =
  | {
      readonly kind: "shape";
      readonly shape: Json;
      /** Whether it names the types of values, and says nothing more of them. */
      readonly isBare?: boolean;
    }
  | ObjectPart;

/** What a schema says of an object. */
export interface ObjectPart {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<Json>;
  readonly rest: readonly Rest[];
  /** Whether no other members are allowed. */
  readonly isClosed: boolean;
  readonly isExplicit: boolean;
  /** Whether it has members, but none in this view. */
  readonly isHollow: boolean;
}
