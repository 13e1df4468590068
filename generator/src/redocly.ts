import type { Rule } from "./redocly/redocly-types.ts";
import { builtInRules, presetRules, type RuleSeverity } from "./redocly/rules.ts";

/** A configuration of a plugin: rules with their severities. */
export interface RedoclyConfig {
  readonly rules: Readonly<Record<string, RuleSeverity>>;
}

/** A plugin of Redocly CLI 2. */
export interface RedoclyPlugin {
  readonly id: "openapi-packages";
  readonly rules: { readonly oas3: Readonly<Record<string, Rule>> };
  readonly configs: {
    /** What breaks generated code is an error, what worsens it a warning. */
    readonly recommended: RedoclyConfig;
    /** All rules, as errors. */
    readonly strict: RedoclyConfig;
  };
}

/**
 * The plugin of Redocly CLI with rules about what breaks or worsens generated code: `plugins: [openapi-packages/redocly]` and
 * `extends: [openapi-packages/recommended]` in `redocly.yaml`.
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
