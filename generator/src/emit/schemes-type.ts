import { literal } from "../escape.ts";
import type { NamedScheme } from "../model/named-schemes.ts";

/** The names of schemes as a type. */
export const schemesType = (schemes: readonly NamedScheme[]): string =>
  schemes.length === 0 ? "never" : schemes.map(({ name }) => literal(name)).join(" | ");
