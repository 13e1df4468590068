import { resolve } from "node:path";
import { loadOptions } from "./load-arguments.ts";
import { jsonText, leftOutLines } from "./report.ts";
import { outputFormat, packageScope } from "./run-generate.ts";
import { descriptionArgument, parseArguments, UsageError } from "./usage-error.ts";

/** `scaffold`: answers the exit code. */
export async function runScaffold(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: "string", short: "i" },
      out: { type: "string", short: "o" },
      scope: { type: "string" },
      operation: { type: "string", multiple: true },
      tag: { type: "string", multiple: true },
      "include-tag": { type: "string", multiple: true },
      "exclude-tag": { type: "string", multiple: true },
      "include-operation": { type: "string", multiple: true },
      "exclude-deprecated": { type: "boolean", default: false },
      "allow-ref": { type: "string", multiple: true },
      "import-extension": { type: "string", default: "js" },
      format: { type: "string", default: "pretty" },
    },
  });
  const spec = descriptionArgument(positionals, values.input);
  const scope = packageScope(values.scope);
  const format = outputFormat(values.format);
  if (values.out === undefined)
    throw new UsageError("say where the handlers go: --out src/handlers");
  const importExtension = values["import-extension"];
  if (importExtension !== "js" && importExtension !== "ts") {
    throw new UsageError(`--import-extension is js or ts, not ${JSON.stringify(importExtension)}`);
  }
  const { operation: operations = [], tag: tags = [] } = values;
  // Loaded here, so that no other command pays for parsers and printers.
  const { scaffold } = await import("../scaffold/scaffold.ts");
  const result = await scaffold({
    spec,
    out: resolve(values.out),
    scope,
    operations,
    tags,
    importExtension,
    ...loadOptions(values),
  });
  process.stdout.write(
    format === "json"
      ? jsonText(result)
      : [
          ...result.created.map((path) => `created  ${path}`),
          ...result.kept.map((path) => `kept     ${path}`),
          ...leftOutLines(result.leftOut),
          `${result.created.length} created, ${result.kept.length} kept as they are`,
          "",
        ].join("\n"),
  );
  return 0;
}
