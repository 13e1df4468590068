import type { Json } from "../../json.ts";

/** The type of members that are not named. */
export interface Rest {
  /** The prefix of their names; empty for any name. */
  readonly prefix: string;
  readonly shape: Json;
}

/** One of the things that a schema says of a value; all of them hold. */
export type Part =
  | {
      readonly kind: "shape";
      readonly shape: Json;
      /** True if it names the types of values, and says nothing more of them. */
      readonly isBare?: boolean;
    }
  | ObjectPart;

/** The members of an object, as one schema declares them. */
export interface ObjectPart {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, Json>;
  readonly required: ReadonlySet<Json>;
  readonly rest: readonly Rest[];
  /** True if no other members are allowed. */
  readonly isClosed: boolean;
  readonly isExplicit: boolean;
  /** True if it has members, but none in this variant. */
  readonly isHollow: boolean;
}
