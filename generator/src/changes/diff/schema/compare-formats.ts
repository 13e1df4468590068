import { formatChecks } from "@openapi-packages/compiler/compile/format-checks";
import { compareChecks } from "./compare-checks.ts";
import { textsOf, type FlatSchema } from "./flat-schema.ts";
import { listed, type SchemaDifference, type CreateDifference } from "./schema-difference.ts";

/** Compares formats. A format that no validator checks, such as `color`, only gives a note. */
export function compareFormats(
  base: FlatSchema,
  head: FlatSchema,
  difference: CreateDifference,
): SchemaDifference[] {
  const [before, after] = [textsOf(base, "format"), textsOf(head, "format")];
  if (before.size === after.size && [...before].every((one) => after.has(one))) return [];
  const message = `has format ${listed(after) || "none"} instead of ${listed(before) || "none"}`;
  if (before.has("binary") !== after.has("binary")) return [difference("binary-changed", message)];
  if (before.has("int64") && after.has("int32")) return [difference("bound-tightened", message)];
  if (before.has("int32") && after.has("int64")) return [difference("bound-loosened", message)];
  const checked = compareChecks(checkedOnly(before), checkedOnly(after), "format", difference);
  return checked.length > 0 ? checked : [difference("format-note-changed", message)];
}

function checkedOnly(formats: ReadonlySet<string>): Set<string> {
  const isChecked = (format: string): boolean =>
    Object.values(formatChecks).some((checks) => Object.hasOwn(checks, format));
  return new Set([...formats].filter(isChecked));
}
