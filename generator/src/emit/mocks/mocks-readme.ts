import type { ApiModel } from "../../model/api-model.ts";
import { markdownLine } from "../../print/escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";

/** The mocks' README: all at once, one by one, with an answer or a handler. */
export function mocksReadme(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const operation = model.groups[0]?.operations[0];
  const single =
    operation === undefined
      ? []
      : [
          "`mock" +
            operation.typeName +
            "()` mocks one operation. Its first argument is an answer, or a handler with the very type that the server's handlers have; put it before the others with `server.use(…)`.",
          "",
        ];
  return markdownFile("mocks/README.md", [
    `# ${scope}/mocks`,
    "",
    `MSW 3 handlers of ${markdownLine(model.title)} ${markdownLine(model.version)}: requests are checked as the server checks them, answers are the description's examples.`,
    "",
    "## Quick start",
    "",
    "```ts",
    'import { setupServer } from "msw/node";',
    `import { allMocks } from "${scope}/mocks";`,
    "",
    "const server = setupServer(...allMocks());",
    "server.listen();",
    "```",
    "",
    ...single,
    "Every file of this package is generated from the description; change the description instead.",
  ]);
}
