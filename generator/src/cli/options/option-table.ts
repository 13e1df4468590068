import { clientOptions } from "./client-options.ts";
import type { Config } from "../config/config-types.ts";
import { descriptionOptions } from "./description-options.ts";
import type { FunctionOption } from "./function-options.ts";
import { generateOptions } from "./generate-options.ts";
import { handlerOptions } from "./handler-options.ts";
import { mockOptions } from "./mock-options.ts";
import type { Command, Option, ValueOf } from "./option.ts";
import { runOptions } from "./run-options.ts";
import { verifyOptions } from "./verify-options.ts";

/** The options that a configuration may have too, by their keys there. */
export const configOptions = {
  ...descriptionOptions,
  ...generateOptions,
  ...clientOptions,
  ...handlerOptions,
  ...mockOptions,
  ...verifyOptions,
};

/** All options: flags, help, messages and the configuration are made of them. */
export const optionTable = { ...configOptions, ...runOptions };

type Table = typeof optionTable;

/** A key of {@link optionTable}. */
export type OptionKey = keyof Table;

/** The values of options by their keys; what is left out was not given. */
export type OptionValues = { readonly [Key in OptionKey]?: ValueOf<Table[Key]> } & Pick<
  Config,
  FunctionOption
>;

/** The options that a command takes, with their keys, in the order of the table. */
export function optionsOf(command: Command): [key: OptionKey, option: Option][] {
  const rows = Object.entries(optionTable) as [OptionKey, Option][];
  return rows.filter(([, { commands }]) => commands.includes(command));
}
