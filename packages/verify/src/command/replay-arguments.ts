import {
  hasFlag,
  optionsOf,
  type FlagOption,
  type OptionValues,
} from "@openapi-packages/cli/options/option-table";

/**
 * The options that format reports, and what the identifier says. Those that select cases stay: a replay may have to run
 * the cases before.
 */
const omitted: readonly string[] = [
  "verify.seed",
  "verify.minCoverage",
  "verify.reports",
  "verify.format",
  "firstExpectations",
  "overwrite",
];

/**
 * Returns the arguments after the identifier in a command that replays a failure: the description and the options of the
 * command line, without secrets. Options of the configuration apply to the replay anyway.
 */
export function replayArguments(description: string | undefined, values: OptionValues): string[] {
  const options = optionsOf("verify")
    .filter(([key]) => !omitted.includes(key))
    .flatMap(([key, option]) => (hasFlag(option) ? flagTexts(option, values[key]) : []));
  return [...(description === undefined ? [] : [description]), ...options];
}

function flagTexts(option: FlagOption, value: unknown): string[] {
  const flag = `--${option.flag}`;
  if (value === undefined) return [];
  if (typeof value === "boolean") return [value ? flag : `--no-${option.flag}`];
  if (Array.isArray(value)) return value.flatMap((one) => [flag, String(one)]);
  if (typeof value !== "object") return [flag, String(value)];
  const { separator = "=" } = option as { readonly separator?: string };
  return Object.entries(value ?? {}).flatMap(([name, one]) => [
    flag,
    `${name}${separator === "=" ? "=" : `${separator} `}${withoutSecret(name, String(one))}`,
  ]);
}

/** Replaces a secret by a variable that should contain it: `${API_KEY}`. A text that names a variable stays. */
function withoutSecret(name: string, text: string): string {
  if (/\$\{\w+\}/.test(text)) return text;
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/\W+/g, "_");
  return `\${${words.toUpperCase()}}`;
}
