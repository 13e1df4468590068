import type { ClientDefaults } from "../emit/client/client-defaults.ts";
import type { OperationFilters } from "@openapi-packages/description/load/filter/filter-operations";
import type { Config, MockConfig, ScaffoldConfig, VerifyConfig } from "./config-types.ts";
import type { FunctionOption, ValueOf } from "@openapi-packages/cli/options/option";
import type { configOptions, Section } from "@openapi-packages/cli/options/option-table";

/** An object whose members are all required. */
type Defined<Object> = { [Name in keyof Object]-?: Exclude<Object[Name], undefined> };

/** The same, with a prefix before the names of the members: `mock.port`. */
type Prefixed<Prefix extends Section, Object> = {
  [Name in keyof Object & string as `${Prefix}.${Name}`]-?: Exclude<Object[Name], undefined>;
};

/** Every member of a configuration by its key in the table of options. */
type Members = Defined<Omit<Config, Section | FunctionOption>> &
  Prefixed<"client", ClientDefaults> &
  Prefixed<"filters", OperationFilters> &
  Prefixed<"scaffold", ScaffoldConfig> &
  Prefixed<"mock", MockConfig> &
  Prefixed<"verify", VerifyConfig>;

type Table = typeof configOptions;

/** The values of the table's options. */
type Values = { [Key in keyof Table]: ValueOf<Table[Key]> };

/** Fails to compile if the first type is not assignable to the second. */
type Check<_Right extends Expected, Expected> = never;

/** Every member of `Config`, so also every option of `GenerateOptions`, has a row in the table of options. */
export type EveryMemberHasARow = Check<keyof Members, keyof Values>;

/** Every row of the table is a member of `Config`, or is in `run-options.ts`. */
export type EveryRowIsAMember = Check<keyof Values, keyof Members>;

/** The values of a row are values of its member. */
export type ValuesAgree = Check<Values, { [Key in keyof Values & keyof Members]: Members[Key] }>;
