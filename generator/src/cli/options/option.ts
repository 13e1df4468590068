/** A command of the command line that takes options. */
export type Command =
  | "init"
  | "generate"
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

/** What every option has, whatever its values. */
interface OptionBase {
  /** Its long form on the command line, without dashes. Left out: only a configuration has it. */
  readonly flag?: string;
  /** Its form of one letter. */
  readonly short?: string;
  /** The value of its flag in help: `<file>`. */
  readonly placeholder?: string;
  /** What it does: in one line where it has a flag. */
  readonly help: string;
  /** Further sentences, for `--help all` and the configuration. */
  readonly details?: string;
  readonly group: (typeof optionGroups)[number];
  /** True for paths of files and folders, which a configuration has relative to itself; URLs and `-` stay as they are. */
  readonly isPath?: boolean;
  /** The commands that take it. */
  readonly commands: readonly Command[];
}

/** On or off: `--flag` and `--no-flag`. */
interface BooleanOption extends OptionBase {
  readonly type: "boolean";
  /** What it is when it is left out; `help` is about `false` where that is `true`. Left out: `false`. */
  readonly default?: boolean;
}

/** Any text. */
interface TextOption extends OptionBase {
  readonly type: "text";
  /** A value that makes sense, for messages; then it cannot be empty. */
  readonly example?: string;
  /** What `--no-flag` does, which is `false` in a configuration. Left out: there is no such flag. */
  readonly negatedHelp?: string;
}

/** A whole number. */
interface NumberOption extends OptionBase {
  readonly type: "number";
  readonly minimum: number;
  readonly maximum: number;
  /** What is counted: `milliseconds`. */
  readonly unit?: string;
}

/** Milliseconds, so many or from and up to: `200` or `"200..800"`. */
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

/** Any texts; the flag is repeated. */
interface ListOption extends OptionBase {
  readonly type: "list";
}

/** Some of a few texts, separated by commas on the command line. */
interface ChoicesOption extends OptionBase {
  readonly type: "choices";
  readonly values: readonly string[];
  /** Says why an item of the list is wrong, such as "is a promise". Without it only texts are allowed. */
  readonly itemProblem?: (value: unknown) => string | undefined;
  /** Says why a value that is no list is wrong. An option has it together with `itemProblem`. */
  readonly listProblem?: (value: unknown) => string;
}

/** On, off, or on for some: `--flag`, `--no-flag`, `--flag=a,b`. */
interface BooleanOrListOption extends OptionBase {
  readonly type: "booleanOrList";
}

/** Names with a value each; the flag is repeated: `--flag name=value`. */
interface EntriesOption extends OptionBase {
  readonly type: "entries";
  /** `texts`: a name may come several times. */
  readonly of: "number" | "choice" | "text" | "texts";
  /** The values of `choice`. */
  readonly values?: readonly string[];
  /** What stands between a name and its value. Left out: `=`. */
  readonly separator?: string;
  /** An entry that makes sense, for messages about the flag. */
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

/** Milliseconds, so many or from and up to. */
export type Milliseconds = number | `${number}..${number}`;

/** A time with its unit. */
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

/** The options that are functions: only a configuration that is a module has them. */
export const functionOptions = ["operationName"] as const;

/** One of {@link functionOptions}. */
export type FunctionOption = (typeof functionOptions)[number];
