import { hasFlag, optionsOf, type FlagOption, type OptionValues } from "./options/option-table.ts";

/** The options that say which cases are run and what is told of them: a replay is about one case. */
const left: readonly string[] = [
  "operations",
  "tags",
  "statuses",
  "verify.seed",
  "verify.maxTime",
  "verify.minCoverage",
  "verify.reports",
  "verify.format",
];

/**
 * What follows the identifier on the command line that replays a failure: the options that were given on the command line,
 * without secrets, and the description. What a configuration says is known without them.
 */
export function replayArguments(description: string | undefined, values: OptionValues): string[] {
  const options = optionsOf("verify")
    .filter(([key]) => !left.includes(key))
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

/** A text that names a variable is no secret; of another one the name of a variable is told that should have it. */
function withoutSecret(name: string, text: string): string {
  if (/\$\{\w+\}/.test(text)) return text;
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/\W+/g, "_");
  return `\${${words.toUpperCase()}}`;
}
