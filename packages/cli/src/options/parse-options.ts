import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { nearestName } from "@openapi-packages/description/names/nearest-name";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { didYouMean } from "./check-value.ts";
import type { Command, Option } from "./option.ts";
import {
  hasFlag,
  optionsOf,
  type FlagOption,
  type OptionKey,
  type OptionValues,
} from "./option-table.ts";
import { readValue } from "./read-value.ts";

/** The parsed arguments of a command. */
export interface Arguments {
  /** The options that were given. */
  readonly values: OptionValues;
  readonly positionals: readonly string[];
}

/** A flag of an option. */
interface Flag {
  readonly key: OptionKey;
  readonly option: FlagOption;
  /** True for `--no-flag`. */
  readonly isNegated: boolean;
}

/** An option on the command line, as `parseArgs` reads it. */
interface Token {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/**
 * Parses the arguments of a command.
 *
 * @throws {UsageError} for an unknown option or an invalid value
 */
export function parseOptions(command: Command, args: readonly string[]): Arguments {
  const flags = flagsOf(command);
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: argumentsConfig(flags),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const texts = new Map<OptionKey, string[]>();
  const values = new Map<OptionKey, unknown>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const flag = flags.get(token.name);
    if (flag === undefined) throw unknownOption(command, token, flags.keys());
    const { key, option, isNegated } = flag;
    if (isSwitch(flag, token)) {
      values.set(key, !isNegated);
      continue;
    }
    texts.set(key, [...(texts.get(key) ?? []), valueOf(token, option)]);
  }
  for (const [key, given] of texts) {
    const option = [...flags.values()].find((flag) => flag.key === key)?.option;
    if (option === undefined) continue;
    if (values.get(key) === false)
      throw new UsageError(
        `--${option.flag} and --no-${option.flag} contradict each other: choose one`,
      );
    values.set(key, readValue(option, given));
  }
  // The functions above read each value with the type that the table gives it.
  return { values: Object.fromEntries(values) as OptionValues, positionals };
}

/** Maps the long flags of a command to their options. */
function flagsOf(command: Command): Map<string, Flag> {
  const flags = new Map<string, Flag>();
  for (const [key, option] of optionsOf(command)) {
    if (!hasFlag(option)) continue;
    flags.set(option.flag, { key, option, isNegated: false });
    if (isNegatable(option)) flags.set(`no-${option.flag}`, { key, option, isNegated: true });
  }
  return flags;
}

function isNegatable(option: Option): boolean {
  if (option.type === "text") return option.negatedHelp !== undefined;
  return option.type === "boolean" || option.type === "booleanOrList";
}

function argumentsConfig(flags: ReadonlyMap<string, Flag>): ParseArgsOptionsConfig {
  const config: ParseArgsOptionsConfig = {};
  for (const [name, flag] of flags) {
    const { short } = flag.option;
    config[name] = {
      type: isAlwaysSwitch(flag) || flag.option.type === "booleanOrList" ? "boolean" : "string",
      ...(short === undefined || name !== flag.option.flag ? {} : { short }),
    };
  }
  return config;
}

const isAlwaysSwitch = ({ option, isNegated }: Flag): boolean =>
  isNegated || option.type === "boolean";

function isSwitch(flag: Flag, token: Token): boolean {
  if (!isAlwaysSwitch(flag))
    return flag.option.type === "booleanOrList" && token.value === undefined;
  if (token.value === undefined) return true;
  throw new UsageError(`${token.rawName} takes no value, such as ${JSON.stringify(token.value)}`);
}

/** @throws {UsageError} when the value is missing, or is another option */
function valueOf({ rawName, value, inlineValue }: Token, option: Option): string {
  if (value !== undefined && (inlineValue === true || !/^-./.test(value))) return value;
  const example = option.placeholder ?? "<value>";
  const hint =
    value === undefined ? "" : `; write a value that starts with - as ${rawName}=${value}`;
  throw new UsageError(`${rawName} needs a value: ${rawName} ${example}${hint}`);
}

function unknownOption(
  command: Command,
  { name, rawName }: Token,
  known: Iterable<string>,
): UsageError {
  const forms = optionsOf(command).flatMap(([key, option]) =>
    hasFlag(option) ? [] : flagsLike(key).map((form) => [form, key] as const),
  );
  // If several keys have the same form, the first one wins.
  const keys = new Map(forms.toReversed());
  const key = keys.get(name);
  if (key !== undefined)
    return new UsageError(`${rawName} is a key of the configuration: ${nested(key.split("."))}`);
  if (!rawName.startsWith("--")) return new UsageError(`there is no option ${rawName}`);
  const nearest = keys.get(nearestName(name, keys.keys()) ?? "");
  const otherwise = nearest === undefined ? "" : `; did you mean the key ${nearest}?`;
  return new UsageError(
    `there is no option ${rawName}${didYouMean(name, known, "--") || otherwise}`,
  );
}

/** Lists flags that a user may guess for a key: `allow-host` or `mock-allow-hosts` for `mock.allowHosts`. */
function flagsLike(key: string): string[] {
  const dashed = (name: string): string =>
    name.replace(".", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [key, key.replace(/^.*\./, "")]
    .map(dashed)
    .flatMap((name) => [name, name.replace(/s$/, "")])
    .flatMap((name) => [name, `no-${name}`]);
}

/** Formats a key as a configuration contains it: `{ "mock": { "latency": … } }`. */
function nested([key, ...rest]: readonly string[]): string {
  return key === undefined ? "…" : `{ ${JSON.stringify(key)}: ${nested(rest)} }`;
}
