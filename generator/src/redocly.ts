import type { Rule } from "./redocly/redocly-types.ts";
import { builtInRules, presetRules, type RuleSeverity } from "./redocly/rules.ts";

/** A configuration of the plugin: the severities of its rules. */
export interface RedoclyConfig {
  readonly rules: Readonly<Record<string, RuleSeverity>>;
}

/** A plugin of Redocly CLI 2. */
export interface RedoclyPlugin {
  readonly id: "openapi-packages";
  readonly rules: { readonly oas3: Readonly<Record<string, Rule>> };
  readonly configs: {
    /** Reports what breaks generated code as an error, and what makes it worse as a warning. */
    readonly recommended: RedoclyConfig;
    /** Reports all rules as errors. */
    readonly strict: RedoclyConfig;
  };
}

/**
 * Creates the plugin for Redocly CLI. Its rules find what breaks generated code or makes it worse.
 * Enable it with `plugins: [openapi-packages/redocly]` and `extends:
 * [openapi-packages/recommended]` in `redocly.yaml`.
 */
export default function redoclyPlugin(): RedoclyPlugin {
  return {
    id: "openapi-packages",
    rules: {
      oas3: Object.fromEntries(
        Object.entries(presetRules).map(([name, { rule }]) => [name, rule] as const),
      ),
    },
    configs: { recommended: config("recommended"), strict: config("strict") },
  };
}

function config(name: "recommended" | "strict"): RedoclyConfig {
  const own = Object.entries(presetRules).map(
    ([rule, severities]) => [`openapi-packages/${rule}`, severities[name]] as const,
  );
  const builtIn = Object.entries(builtInRules).map(
    ([rule, severities]) => [rule, severities[name]] as const,
  );
  return { rules: Object.fromEntries([...builtIn, ...own]) };
}
