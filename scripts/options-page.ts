import { descriptionOf } from "../packages/cli/src/config/config-schema.ts";
import { optionGroups, type Option } from "../packages/cli/src/options/option.ts";
import { configOptions, optionRows } from "../packages/cli/src/options/option-table.ts";

const introduction = `# Options

All options, by the table that the commands read. What is set once for a project is a key of the
[configuration](../generator/README.md#configuration), \`openapi-packages.config.*\`; a key with a dot is in a section:
\`mock.port\` is \`{ "mock": { "port": 4010 } }\`. What is set for a run is an option of the command line, which comes before the
configuration. \`openapi-packages <command> --help\` lists those of a command, \`--help all\` its keys too.

Only a configuration that is a module has functions: emitters among \`packages\`, and \`operationName\`.
`;

/** Returns the documentation page that lists all options, as unformatted Markdown. */
export function optionsPage(): string {
  const sections = optionGroups.map((group) => {
    const rows = optionRows.filter(([, option]) => option.group === group);
    const lines = rows.map(([key, option]) => {
      const own = key in configOptions ? `\`${key}\`` : "";
      const cells = [flagOf(option), own, valueOf(option), helpOf(option)];
      return `| ${[...cells, option.commands.join(", ")].join(" | ")} |`;
    });
    return `\n## ${group}\n\n| option | key | value | what it does | commands |\n| --- | --- | --- | --- | --- |\n${lines.join("\n")}\n`;
  });
  return `${introduction}${sections.join("")}`;
}

function flagOf({ flag, short }: Option): string {
  if (flag === undefined) return "";
  return short === undefined ? `\`--${flag}\`` : `\`--${flag}\`, \`-${short}\``;
}

function valueOf(option: Option): string {
  switch (option.type) {
    case "boolean":
      return "`true` or `false`";
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
      return "a list of texts";
    case "booleanOrList":
      return "`true`, `false` or a list of texts";
    case "entries":
      return "an object";
    case "text":
      return "a text";
  }
}

/** The description of an option, where characters with a meaning in Markdown or Vue are escaped or become code. */
const helpOf = (option: Option): string =>
  descriptionOf(option)
    .replaceAll(/\$\{\w+\}|<[^>]+>|\{.*\}|workspace:\*/g, (code) => `\`${code}\``)
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/(?<!`)\*(?!`)/g, String.raw`\*`);
