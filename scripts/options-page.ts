import { descriptionOf } from "../packages/cli/src/config/config-schema.ts";
import { commandNames } from "../packages/cli/src/help.ts";
import {
  optionGroups,
  type BooleanOption,
  type Option,
} from "../packages/cli/src/options/option.ts";
import { configOptions, optionRows } from "../packages/cli/src/options/option-table.ts";

const introduction = `# Options

This page lists all options. Options that are set once for a project are keys of the
[configuration](../generator/README.md#configuration), \`openapi-packages.config.*\`; a dot in a key separates its section:
\`mock.port\` is \`{ "mock": { "port": 4010 } }\`. Options of a single run are given on the command line, and override the
configuration. \`openapi-packages <command> --help\` lists the options of a command, \`--help all\` also its keys.
Where no default is named, there is none.

Only a configuration in TypeScript or JavaScript can contain functions: emitters in \`packages\`, and \`operationName\`.
`;

/** Returns the documentation page that lists all options, as unformatted Markdown. */
export function optionsPage(): string {
  const sections = optionGroups.map((group) => {
    const rows = optionRows.filter(([, option]) => option.group === group);
    const lines = rows.map(([key, option]) => {
      const own = key in configOptions ? `\`${key}\`` : "";
      const cells = [flagOf(option), own, valueOf(option), commandsOf(option)];
      return `| ${[...cells, helpOf(option)].join(" | ")} |`;
    });
    return `\n## ${group}\n\n| option | key | value | commands | what it does |\n| --- | --- | --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  return `${introduction}${sections.join("")}`;
}

/** The commands of an option; of most commands, those that lack it. */
function commandsOf({ commands }: Option): string {
  const others = commandNames.filter((name) => !commands.some((one) => one === name));
  return commands.length > 5 ? `all but ${others.join(", ")}` : commands.join(", ");
}

function flagOf({ flag, short }: Option): string {
  if (flag === undefined) return "";
  return short === undefined ? `\`--${flag}\`` : `\`--${flag}\`, \`-${short}\``;
}

function valueOf(option: Option): string {
  switch (option.type) {
    case "boolean":
      return booleanOf(option);
    case "number":
      return `${option.minimum} to ${option.maximum}`;
    case "milliseconds":
      return '`200` or `"200..800"`';
    case "duration":
      return '`"90s"`, `"5m"`';
    case "choice":
      return option.values.map((value) => `\`"${value}"\``).join(", ");
    case "choices":
      return "a list of names";
    case "list":
      return "a list of strings";
    case "booleanOrList":
      return "`false` (default), `true` or a list of strings";
    case "entries":
      return "an object";
    case "text":
      return "a string";
  }
}

/** The values of an option that is on or off, with the default where its description does not say it. */
function booleanOf({ default: value = false, help }: BooleanOption): string {
  if (/\bdefault\b/.test(help)) return "`true` or `false`";
  return `\`${String(value)}\` (default) or \`${String(!value)}\``;
}

/** The description of an option, where characters with a meaning in Markdown or Vue are escaped or become code. */
const helpOf = (option: Option): string =>
  descriptionOf(option)
    .replaceAll(/\$\{\w+\}|<[^>]+>|\{.*\}|workspace:\*/g, (code) => `\`${code}\``)
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/(?<!`)\*(?!`)/g, String.raw`\*`);
