import type { SchemaPlace } from "../../model/api-model.ts";
import type { Direction, ValueCode } from "../change-kinds.ts";
import type { RenamedName } from "../change-types.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** A change of one schema, without what is in it. */
export interface SchemaDifference {
  readonly code: ValueCode;
  readonly message: string;
  /** JSON pointers into both documents. */
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  /** The names of a property that is called otherwise. */
  readonly renamed?: RenamedName;
}

/** Schemas that are compared: each side is those that hold all at once. */
export interface SchemaPair {
  readonly base: readonly SchemaPlace[];
  readonly head: readonly SchemaPlace[];
  /** What messages call it: `Pet.name`. */
  readonly label: string;
  /** True where `null` has been compared already. */
  readonly isNullTold?: boolean;
}

/** What is found in a schema, and what is to be compared within it. */
export interface Compared {
  readonly differences: readonly SchemaDifference[];
  readonly below: readonly SchemaPair[];
}

/** Both sides of a comparison, read. */
export interface FlatPair {
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  readonly label: string;
  readonly direction: Direction;
}

/** Texts as messages list them. */
export function listed(texts: Iterable<string>): string {
  return [...texts].map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)).join(", ");
}
