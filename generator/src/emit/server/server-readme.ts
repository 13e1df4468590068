import type { ApiModel } from "../../model/api-model.ts";
import { markdownLine } from "../../print/escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { runtimePackage } from "../runtime-symbols.ts";

/** The server's README: from handlers to a listening server. */
export function serverReadme(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const [group] = model.groups;
  const [operation] = group?.operations ?? [];
  const lines = [
    `# ${scope}/server`,
    "",
    `Server stubs of ${markdownLine(model.title)} ${markdownLine(model.version)}: a handler type per operation; routing, authentication, validation and serialization are done.`,
    "",
  ];
  if (group !== undefined && operation !== undefined) {
    lines.push(
      "## Quick start",
      "",
      "```ts",
      'import { createServer as createHttpServer } from "node:http";',
      `import { createServer, partial, type ${operation.typeName}Handler, type Handlers } from "${scope}/server";`,
      `import { toNodeListener } from "${runtimePackage}/server/node";`,
      "",
      `const ${operation.variableName}: ${operation.typeName}Handler = (input, context) => {`,
      "  throw new Error(`${context.operation.operationId} is yours to write: ${JSON.stringify(input)}`);",
      "};",
      "",
      `const handlers: Handlers = partial({ ${group.name}: { ${operation.methodName}: ${operation.variableName} } });`,
      "createHttpServer(toNodeListener(createServer(handlers))).listen(3000);",
      "```",
      "",
    );
  }
  return markdownFile("server/README.md", [
    ...lines,
    "A handler is a function from input to result; test it by calling it. `createServer` takes the handlers of all operations; `partial()` is the way to leave some out, and those answer 501.",
    "",
    "| the wire | answer |",
    "|---|---|",
    "| parameters or body that the description does not allow | 400, every issue with place, JSON pointer and keyword |",
    "| no or a refused credential | 401 |",
    "| unknown path, unknown method | 404, 405 with `Allow` |",
    "| a body without or with an unknown content type | 415 |",
    "| no handler | 501 |",
    "",
    "`openapi-packages scaffold` writes a file per handler. Every file of this package is generated from the description; change the description instead.",
  ]);
}
