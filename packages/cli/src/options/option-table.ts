import { clientOptions } from "./client-options.ts";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import { descriptionOptions } from "./description-options.ts";
import { generateOptions } from "./generate-options.ts";
import { handlerOptions } from "./handler-options.ts";
import { mockOptions } from "./mock-options.ts";
import type { Command, FunctionOption, Option, ValueOf } from "./option.ts";
import { runOptions } from "./run-options.ts";
import { verifyOptions } from "./verify-options.ts";

/** The options that a configuration may contain, by their keys in it. */
export const configOptions = {
  ...descriptionOptions,
  ...generateOptions,
  ...clientOptions,
  ...handlerOptions,
  ...mockOptions,
  ...verifyOptions,
};

/** All options: the source of flags, help, messages and the configuration's schema. */
export const optionTable = { ...configOptions, ...runOptions };

type Table = typeof optionTable;

/** A key of {@link optionTable}. */
export type OptionKey = keyof Table;

/** The values of options by their keys; an option that was not given is absent. */
export type OptionValues = { readonly [Key in OptionKey]?: ValueOf<Table[Key]> } & Pick<
  LoadOptions,
  FunctionOption
>;

/** An option with its key. */
export type OptionRow = readonly [key: OptionKey, option: Option];

/** Lists all options with their keys, in the order of the table. */
export const optionRows = Object.entries(optionTable) as unknown as readonly OptionRow[];

/** Returns the options of a command, in the order of the table. */
export function optionsOf(command: Command): readonly OptionRow[] {
  return optionRows.filter(([, { commands }]) => commands.includes(command));
}

/** An option that has a flag on the command line. */
export type FlagOption = Option & { readonly flag: string };

/** True for an option of the command line, false for one that only a configuration has. */
export const hasFlag = (option: Option): option is FlagOption => option.flag !== undefined;

/** A key of a configuration whose value is an object of options. */
export type Section = "client" | "filters" | "scaffold" | "mock" | "verify";

/** The options of a section by their keys without the prefix: `port` for `mock.port`. */
export type SectionValues<Name extends Section> = {
  readonly [Key in OptionKey as Key extends `${Name}.${infer Own}` ? Own : never]?: ValueOf<
    Table[Key]
  >;
};
