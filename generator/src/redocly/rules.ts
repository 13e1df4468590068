import { bodySchemaNamed } from "./body-schema-named.ts";
import { examplePresent } from "./example-present.ts";
import { jsonBodySchema } from "./json-body-schema.ts";
import { operationIdDistinct } from "./operation-id-distinct.ts";
import { operationOneTag } from "./operation-one-tag.ts";
import { paginationDeclared } from "./pagination-declared.ts";
import { paginationValid } from "./pagination-valid.ts";
import type { Rule } from "./redocly-types.ts";
import { schemaNameDistinct } from "./schema-name-distinct.ts";
import { tagNameDistinct } from "./tag-name-distinct.ts";

/** The severity of a rule's findings. */
export type RuleSeverity = "error" | "warn" | "off";

/** A rule of the plugin, with its severity in each configuration. */
export interface PresetRule {
  readonly rule: Rule;
  readonly recommended: RuleSeverity;
  readonly strict: RuleSeverity;
}

const always = (rule: Rule): PresetRule => ({ rule, recommended: "error", strict: "error" });
const advised = (rule: Rule): PresetRule => ({ rule, recommended: "warn", strict: "error" });
const strictOnly = (rule: Rule): PresetRule => ({ rule, recommended: "off", strict: "error" });

/**
 * The rules of the plugin by name. They find what breaks or worsens the code generated from a description.
 */
export const presetRules = {
  "operation-id-distinct": always(operationIdDistinct),
  "schema-name-distinct": always(schemaNameDistinct),
  "tag-name-distinct": always(tagNameDistinct),
  "pagination-valid": always(paginationValid),
  "json-body-schema": advised(jsonBodySchema),
  "pagination-declared": advised(paginationDeclared),
  "body-schema-named": strictOnly(bodySchemaNamed),
  "example-present": strictOnly(examplePresent),
  "operation-one-tag": strictOnly(operationOneTag),
} as const satisfies Readonly<Record<string, PresetRule>>;

/** Redocly's own rules about what the generator would otherwise have to assume or rename. */
export const builtInRules: Readonly<
  Record<string, Readonly<Record<"recommended" | "strict", RuleSeverity>>>
> = {
  struct: { recommended: "error", strict: "error" },
  "no-unresolved-refs": { recommended: "error", strict: "error" },
  "operation-operationId": { recommended: "warn", strict: "error" },
  "operation-operationId-unique": { recommended: "error", strict: "error" },
  "operation-parameters-unique": { recommended: "error", strict: "error" },
  "path-parameters-defined": { recommended: "error", strict: "error" },
  "no-identical-paths": { recommended: "error", strict: "error" },
  "no-ambiguous-paths": { recommended: "warn", strict: "error" },
  "path-declaration-must-exist": { recommended: "error", strict: "error" },
  "path-not-include-query": { recommended: "error", strict: "error" },
  "no-enum-type-mismatch": { recommended: "error", strict: "error" },
  "no-schema-type-mismatch": { recommended: "error", strict: "error" },
  "no-required-schema-properties-undefined": { recommended: "warn", strict: "error" },
  "no-invalid-media-type-examples": { recommended: "warn", strict: "error" },
  "no-invalid-schema-examples": { recommended: "off", strict: "error" },
  "no-invalid-parameter-examples": { recommended: "off", strict: "error" },
  "operation-2xx-response": { recommended: "warn", strict: "error" },
  "no-illogical-composition-keywords": { recommended: "warn", strict: "error" },
};
