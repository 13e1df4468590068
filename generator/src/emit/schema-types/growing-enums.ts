import type { EnumSchema, UnionSchema } from "@openapi-packages/description/model/schema/schema";
import type { UnlistedVariant } from "./unlisted-variant.ts";

/** The enums and unions that may get more values, and the type parameter that represents these values. */
export interface GrowingEnums {
  /** The name of the type parameter; no type has this name. */
  readonly parameter: string;
  /** The default of the type parameter. Omitted: `never`. */
  readonly default?: string;
  /**
   * True if a component's type has the type parameter, because it contains such an enum or union at
   * any depth.
   */
  hasParameter(schema: string): boolean;
  /** True for an enum that may get more values. */
  isGrowing(schema: EnumSchema): boolean;
  /** Returns the alternative for values that a union does not list; `undefined` if it gets none. */
  unlisted(schema: UnionSchema): UnlistedVariant | undefined;
}
