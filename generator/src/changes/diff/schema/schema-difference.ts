import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import type { Direction, ValueCode } from "../change-kinds.ts";
import type { RenamedName } from "../change-types.ts";
import type { FlatSchema } from "./flat-schema.ts";

/** A change of one schema, without the schemas inside it. */
export interface SchemaDifference {
  readonly code: ValueCode;
  readonly message: string;
  /** JSON pointers into both documents. */
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  /** Both names of a renamed property. */
  readonly renamed?: RenamedName;
}

/** Two schemas to compare. A side with several schemas means that all apply at once. */
export interface SchemaPair {
  readonly base: readonly SchemaPlace[];
  readonly head: readonly SchemaPlace[];
  /** The name in messages: `Pet.name`. */
  readonly label: string;
  /** True if `null` has been compared already. */
  readonly isNullCompared?: boolean;
}

/** The differences of a schema, and the schemas inside it that remain to be compared. */
export interface Compared {
  readonly differences: readonly SchemaDifference[];
  readonly below: readonly SchemaPair[];
}

/** Both sides of a comparison as flat schemas. */
export interface FlatPair {
  readonly base: FlatSchema;
  readonly head: FlatSchema;
  readonly label: string;
  readonly direction: Direction;
}

/** Reads schemas of either side, and compares them. */
export interface SchemaReader {
  read(places: readonly SchemaPlace[], side: "base" | "head"): FlatSchema;
  /** True if two schemas do not differ, including the schemas inside them. */
  isSame(base: readonly SchemaPlace[], head: readonly SchemaPlace[]): boolean;
}

/** Joins texts for a message, each cut after 60 characters. */
export function listed(texts: Iterable<string>): string {
  return [...texts].map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)).join(", ");
}

/** Creates a difference between the two schemas that are compared. */
export type CreateDifference = (code: ValueCode, message: string) => SchemaDifference;

/** Returns a function that creates differences of a pair. Messages go on after the label of the pair. */
export function differenceOf({ base, head, label }: FlatPair): CreateDifference {
  return (code, message) => ({
    code,
    message: `${label} ${message}`,
    base: base.pointer,
    head: head.pointer,
  });
}
