import { markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import { stringMember } from "@openapi-packages/description/json/json";
import {
  operationGroups,
  type OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { markdownFile, type EmittedFile } from "../../emitted-file.ts";
import type { ReferenceContext } from "./reference-context.ts";
import { namedSchema } from "@openapi-packages/description/model/schema/schema";
import { referencePath } from "./example-import.ts";
import { typeWords } from "./type-words.ts";

/** Emits `reference/README.md`: a line for each operation, by tag, and for each schema. */
export function indexPage(context: ReferenceContext): EmittedFile {
  const { model } = context;
  const count = model.groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return markdownFile(`${referencePath}/README.md`, [
    `# Reference of ${markdownLine(model.title)} ${markdownLine(model.version)}`,
    "",
    `A page for each of the ${count} operations: its input, its responses, and code for it. A page has the name of its operationId, in the folder of its tag: \`find . -iname '*NAME*'\` finds one by name, \`grep -n 'PATH' README.md\` by path.`,
    "",
    ...operationGroups(model).flatMap((group) => groupLines(context, group)),
    ...(model.schemas.length === 0
      ? []
      : [`[schemas.md](schemas.md) lists the ${model.schemas.length} named types.`]),
  ]);
}

function groupLines({ paths, shown }: ReferenceContext, group: OperationGroup): readonly string[] {
  const isCalled = shown.has("client") && group.kind === "tag";
  return [
    `## ${markdownLine(group.tag)}`,
    "",
    ...(group.description === "" ? [] : [markdownLine(group.description), ""]),
    `| operation |${isCalled ? " method |" : ""} request | |`,
    `|---|${isCalled ? "---|" : ""}---|---|`,
    ...group.operations.map((operation) => {
      const { id, method, path, summary, deprecated, methodName } = operation;
      const cells = [
        `[${linkText(id)}](${paths.get(operation)}.md)`,
        ...(isCalled ? [markdownCode(`api.${group.name}.${methodName}`)] : []),
        markdownCode(`${method} ${path}`),
        `${markdownLine(summary)}${deprecated ? " (deprecated)" : ""}`,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
    "",
  ];
}

const linkText = (text: string): string => markdownLine(text).replace(/[[\]]/g, "\\$&");

/** Emits `reference/schemas.md`: a line for each schema; no file if there are none. */
export function schemaPage({ model }: ReferenceContext): EmittedFile[] {
  if (model.schemas.length === 0) return [];
  const page = markdownFile(`${referencePath}/schemas.md`, [
    "# Schemas",
    "",
    `The ${model.schemas.length} named types of ${markdownLine(model.title)}. \`src/schema.ts\` of this package declares them, with all members and comments: \`grep -n 'export .* NAME' src/schema.ts\` finds one.`,
    "",
    "| type | is | |",
    "|---|---|---|",
    ...model.schemas.map(({ name, typeName, json: schema }) => {
      const description =
        stringMember(schema, "description") ?? stringMember(schema, "title") ?? "";
      const [first = ""] = description.trim().split(/\n\s*\n/);
      return `| \`${typeName}\` | ${markdownCode(typeWords(namedSchema(model.types, name)))} | ${markdownLine(first)} |`;
    }),
  ]);
  return [page];
}
