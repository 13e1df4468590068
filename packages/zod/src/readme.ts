import {
  literal,
  markdownCode,
  markdownFile,
  markdownLine,
  packageName,
  type ApiModel,
  type EmitOptions,
  type EmittedFile,
} from "openapi-packages/emitter";
import { inputConstant } from "./input-names.ts";
import { schemaConstant, schemaConstantType } from "./schema-context.ts";

/** Returns the README of the generated package. */
export function readmeFile(model: ApiModel, options: EmitOptions): EmittedFile {
  const name = packageName(options, "zod");
  const [first] = model.schemas;
  const operation = model.groups[0]?.operations[0];
  return markdownFile("zod/README.md", [
    `# ${markdownCode(name)}`,
    "",
    `[Zod](https://zod.dev) schemas of ${markdownLine(model.title)}: one for each named schema, and one for the input of each operation.`,
    "They accept what the contract's validators accept, apart from the differences that the README of `@openapi-packages/zod` lists.",
    "",
    ...(first === undefined
      ? []
      : [
          "```ts",
          'import type { z } from "zod";',
          `import { ${schemaConstant(first.typeName)}, type ${schemaConstantType(first.typeName)} } from ${literal(name)};`,
          "",
          `type Value = z.infer<${schemaConstantType(first.typeName)}>;`,
          `const result = ${schemaConstant(first.typeName)}.safeParse(value);`,
          "```",
          "",
        ]),
    ...(operation === undefined
      ? []
      : [
          `${markdownCode(inputConstant(operation))} is the schema of the input of ${markdownCode(operation.id)}, with its parameters by location and its body.`,
          "",
        ]),
    "Unknown members are accepted and dropped from the result, as is usual in Zod; `.loose()` keeps them.",
    "Defaults of the description are not filled in.",
  ]);
}
