import type { EnumSchema } from "@openapi-packages/description/model/schema/schema";

/** The enums that may get more values, and the type parameter that represents these values. */
export interface GrowingEnums {
  /** The name of the type parameter; no type has this name. */
  readonly parameter: string;
  /** The default of the type parameter. Omitted: `never`. */
  readonly default?: string;
  /**
   * True if a component's type has the type parameter, because it contains such an enum at any
   * depth.
   */
  hasParameter(schema: string): boolean;
  /** True for an enum that may get more values. */
  isGrowing(schema: EnumSchema): boolean;
}
