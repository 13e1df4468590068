import type { Property, Schema } from "./schema.ts";

/** The members of an object without a property of their own, as one keyword declares them. */
export interface OtherMembers {
  /** What their names start with; empty for any name. */
  readonly prefix: string;
  readonly schema: Schema;
}

/** One of the things that a schema says of a value; all of them hold. */
export type Part =
  | {
      readonly kind: "schema";
      readonly schema: Schema;
      /** True if it names the types of values, and says nothing more of them. */
      readonly isBare?: boolean;
    }
  | ObjectPart;

/** The members of an object, as one schema declares them. */
export interface ObjectPart {
  readonly kind: "members";
  readonly properties: ReadonlyMap<string, Omit<Property, "isRequired">>;
  readonly required: ReadonlySet<string>;
  readonly others: readonly OtherMembers[];
  /** True if no other members are allowed. */
  readonly isClosed: boolean;
  /** True if the schema says that the value is an object. */
  readonly isExplicit: boolean;
  /** True if it has members, but none in this direction. */
  readonly isHidden: boolean;
}
