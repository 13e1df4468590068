import type { ApiModel } from "../../model/api-model.ts";
import { markdownLine } from "../../escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { runtimePackage } from "../../runtime-symbols.ts";

/** The server's README: from handlers to a listening server. */
export function serverReadme(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const [group] = model.groups;
  const [operation] = group?.operations ?? [];
  const lines = [
    `# ${scope}/server`,
    "",
    `Server stubs of ${markdownLine(model.title)} ${markdownLine(model.version)}: a handler type for each operation, with routing, authentication, validation and serialization.`,
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
      "  throw new Error(`${context.operation.operationId} is not written yet: ${JSON.stringify(input)}`);",
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
    "A handler is a function from input to result; test it by calling it. Absent parameters have their `default`. A handler returns a documented result, or throws one: `throw fail({ status, body })`, with `fail`, its third argument. `createServer` takes the handlers of all operations; `partial()` permits missing ones, and those operations answer 501, or with the result of the option `missing`.",
    "",
    "| request | response |",
    "|---|---|",
    "| parameters or a body that the description does not allow | 400, with at most 100 issues, each with its place, JSON pointer and keyword |",
    "| a missing or rejected credential, missing scopes | 401, 403 |",
    "| unknown path, unknown method | 404, 405 with `Allow` |",
    "| `HEAD`, `OPTIONS` | as for `GET` without its body; 204 with `Allow` |",
    "| an `Accept` that no success satisfies | 406 |",
    "| a body that arrives too slowly, or is too large | 408 (`bodyTimeout`), 413 (`maxBodyBytes`) |",
    "| a body without a content type, with an unknown one, with a content coding, or with a charset that is not supported | 415 |",
    "| text that is not in its charset | 400 |",
    "| an address or headers that are too large | 414 (`maxUrlBytes`), 431 (`maxHeaderBytes`) |",
    "| no handler | 501 |",
    "| any request while the server closes | 503 |",
    "",
    'A response has only the properties that the description declares, so that a column such as `password` is never sent by accident; a `writeOnly` property is never sent. Objects without declared properties are sent unchanged, and so are properties that `additionalProperties` allows explicitly. `serialize: "all"` sends the handler\'s result unchanged; `validateResponses` (`off`, `warn`, `strict`) validates responses.',
    "",
    "A multipart body is parsed as it arrives and rejected as soon as it exceeds `maxBodyBytes`, `maxPartBytes` or `maxParts`; `limits: { [operationId]: { parts: { [property]: bytes } } }` limits one property, and `partHeadersOf(file)` returns the headers of its part. The name of a received `File` has no folders and no control characters.",
    "`withStreamedBody(handler)` passes a body of bytes to the handler as an `AsyncIterable` while it arrives, instead of as a `Blob`.",
    "",
    "`limits` also limits the bodies of single operations. Errors have the schema that the description declares for their status, or are `application/problem+json`. The hooks `onRequest`, `onResponse` and `onError` are called for each request with its operation, route and id.",
    "",
    `Adapters: \`toFetch\` for servers that use \`Request\` and \`Response\`; \`toNodeListener\` of \`${runtimePackage}/server/node\` for \`node:http\` and \`node:http2\`; \`toExpress\` of \`${runtimePackage}/server/express\` and \`toFastify\` of \`${runtimePackage}/server/fastify\`. \`configure(nodeServer, server)\` sets timeouts for slow clients and returns \`close()\`, which waits for running requests.`,
    "",
    "`openapi-packages scaffold` writes a file for each handler. Every file of this package is generated from the description; change the description instead.",
  ]);
}
