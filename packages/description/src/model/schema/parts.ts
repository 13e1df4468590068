import type { Property, Schema } from "./schema.ts";

/** The undeclared members of an object, as one keyword describes them. */
export interface OtherMembers {
  /** The prefix of the members' names; empty for all names. */
  readonly prefix: string;
  readonly schema: Schema;
}

/** One constraint of a schema on a value. A value must meet all parts. */
export type Part =
  | {
      readonly kind: "schema";
      readonly schema: Schema;
      /** True if the part only names the types of values. */
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
  /** True if the schema has members, but none in this direction. */
  readonly isHidden: boolean;
}
