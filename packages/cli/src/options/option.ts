/** A command of the command line that takes options. */
export type Command =
  | "init"
  | "generate"
  | "lint"
  | "scaffold"
  | "promote"
  | "mock"
  | "verify"
  | "diff"
  | "codemod"
  | "version"
  | "explain";

/** The headings of a command's help, in order. */
export const optionGroups = [
  "Description",
  "Output",
  "Client",
  "Verified",
  "Cases",
  "Operations",
  "Answers",
  "Requests",
  "Another server",
  "Access",
  "Your code",
  "Release",
  "Report",
  "Run",
] as const;

/** The members that all options have. */
interface OptionBase {
  /** Its flag on the command line, without dashes. Left out: only a configuration has it. */
  readonly flag?: string;
  /** Its flag of one letter. */
  readonly short?: string;
  /** The placeholder for its value in help: `<file>`. */
  readonly placeholder?: string;
  /** Describes the option; in one line if it has a flag. */
  readonly help: string;
  /** More sentences for `--help all` and the configuration's schema. */
  readonly details?: string;
  readonly group: (typeof optionGroups)[number];
  /** True for a path of a file or folder, which in a configuration is relative to its file. URLs and `-` are kept. */
  readonly isPath?: boolean;
  /** The commands that have the option. */
  readonly commands: readonly Command[];
}

/** On or off: `--flag` and `--no-flag`. */
export interface BooleanOption extends OptionBase {
  readonly type: "boolean";
  /** The default. If it is `true`, `help` describes `false`. Left out: `false`. */
  readonly default?: boolean;
}

/** Any text. */
interface TextOption extends OptionBase {
  readonly type: "text";
  /** An example for messages. An option with an example cannot be empty. */
  readonly example?: string;
  /** Describes `--no-flag`, which is `false` in a configuration. Left out: there is no such flag. */
  readonly negatedHelp?: string;
}

/** A whole number. */
interface NumberOption extends OptionBase {
  readonly type: "number";
  readonly minimum: number;
  readonly maximum: number;
  /** The unit of the number: `milliseconds`. */
  readonly unit?: string;
}

/** A number or range of milliseconds: `200` or `"200..800"`. */
interface MillisecondsOption extends OptionBase {
  readonly type: "milliseconds";
}

/** A time with its unit: `500ms`, `90s`, `5m` or `1h`. */
interface DurationOption extends OptionBase {
  readonly type: "duration";
}

/** One of a few texts. */
interface ChoiceOption extends OptionBase {
  readonly type: "choice";
  readonly values: readonly string[];
}

/** A list of texts; the flag can be repeated. */
interface ListOption extends OptionBase {
  readonly type: "list";
}

/** A list of texts out of a few, separated by commas on the command line. */
interface ChoicesOption extends OptionBase {
  readonly type: "choices";
  readonly values: readonly string[];
  /** Says why an item of the list is wrong, such as "is a promise". Without it only texts are allowed. */
  readonly itemProblem?: (value: unknown) => string | undefined;
  /** Says why a value that is not a list is wrong. An option has it together with `itemProblem`. */
  readonly listProblem?: (value: unknown) => string;
}

/** On, off, or on for a list of names: `--flag`, `--no-flag`, `--flag=a,b`. */
interface BooleanOrListOption extends OptionBase {
  readonly type: "booleanOrList";
}

/** Names with values: `--flag name=value`; the flag can be repeated. */
interface EntriesOption extends OptionBase {
  readonly type: "entries";
  /** The type of the values; with `texts`, a name can be repeated. */
  readonly of: "number" | "choice" | "text" | "texts";
  /** The allowed values of `choice`. */
  readonly values?: readonly string[];
  /** The separator between a name and its value. Left out: `=`. */
  readonly separator?: string;
  /** An example of an entry, for messages about the flag. */
  readonly example?: string;
}

/** An option of the configuration, of the command line, or of both. */
export type Option =
  | BooleanOption
  | TextOption
  | NumberOption
  | MillisecondsOption
  | DurationOption
  | ChoiceOption
  | ListOption
  | ChoicesOption
  | BooleanOrListOption
  | EntriesOption;

/** Options by their keys in a configuration; a key in a section is written with a dot: `mock.port`. */
export type OptionTable = Readonly<Record<string, Option>>;

/** A number or range of milliseconds: `200` or `"200..800"`. */
export type Milliseconds = number | `${number}..${number}`;

/** A time with its unit: `"90s"`. */
export type Duration = `${number}${"ms" | "s" | "m" | "h"}`;

/** The type of an option's value. */
export type ValueOf<One extends Option> = One extends { readonly type: "boolean" }
  ? boolean
  : One extends { readonly type: "number" }
    ? number
    : One extends { readonly type: "milliseconds" }
      ? Milliseconds
      : One extends { readonly type: "duration" }
        ? Duration
        : One extends { readonly type: "choice"; readonly values: readonly (infer Value)[] }
          ? Value
          : One extends { readonly type: "choices"; readonly values: readonly (infer Value)[] }
            ? readonly Value[]
            : One extends { readonly type: "list" }
              ? readonly string[]
              : One extends { readonly type: "booleanOrList" }
                ? boolean | readonly string[]
                : One extends { readonly type: "entries" }
                  ? Readonly<Record<string, EntryValueOf<One>>>
                  : One extends { readonly negatedHelp: string }
                    ? string | false
                    : string;

type EntryValueOf<One extends Option> = One extends { readonly of: "number" }
  ? number
  : One extends { readonly of: "choice"; readonly values: readonly (infer Value)[] }
    ? Value
    : One extends { readonly of: "texts" }
      ? string | readonly string[]
      : string;

/** The options that are functions, which only a configuration in a module can have. */
export const functionOptions = ["operationName"] as const;

/** One of {@link functionOptions}. */
export type FunctionOption = (typeof functionOptions)[number];
