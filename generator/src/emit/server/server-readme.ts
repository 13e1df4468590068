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
    "A handler is a function from input to result; test it by calling it. Parameters that are absent have their `default`. It returns a documented result, or throws one from wherever it is: `throw fail({ status, body })`, with the `fail` that it gets beside its context. `createServer` takes the handlers of all operations; `partial()` is the way to leave some out, and those answer 501, or what the option `missing` gives.",
    "",
    "| the wire | answer |",
    "|---|---|",
    "| parameters or body that the description does not allow | 400, every issue with place, JSON pointer and keyword, 100 at most |",
    "| no or a refused credential, too few scopes | 401, 403 |",
    "| unknown path, unknown method | 404, 405 with `Allow` |",
    "| `HEAD`, `OPTIONS` | as `GET` without its body; 204 with `Allow` |",
    "| an `Accept` that no success satisfies | 406 |",
    "| a body that comes too slowly, or is too large | 408 (`bodyTimeout`), 413 (`maxBodyBytes`) |",
    "| a body without or with an unknown content type, or with a content coding | 415 |",
    "| an address or headers that are too large | 414 (`maxUrlBytes`), 431 (`maxHeaderBytes`) |",
    "| no handler | 501 |",
    "| a server that is being closed | 503 |",
    "",
    'An answer has the members that the description declares and no other, so that a column such as `password` never leaves by accident; what is `writeOnly` never does. Objects that the description lists no members of are sent whole, as are members that `additionalProperties` allows expressly. `serialize: "all"` sends what the handler gives; `validateResponses` (`off`, `warn`, `strict`) checks what is sent.',
    "",
    "A multipart body is read as it comes and refused as soon as it passes `maxBodyBytes`, `maxPartBytes` or `maxParts`; `limits: { [operationId]: { parts: { [property]: bytes } } }` sets the bytes of one property, and `partHeadersOf(file)` gives the headers of its part.",
    "`withStreamedBody(handler)` makes a handler of one that takes a body of bytes as an `AsyncIterable` while it arrives, instead of as a `Blob`.",
    "",
    "`limits` sets those of the body for single operations. Errors have the description's own schema where it declares one for the status, else they are `application/problem+json`. `onRequest`, `onResponse` and `onError` tell of each request with its operation, route and id.",
    "",
    `Adapters: \`toFetch\` for what speaks \`Request\` and \`Response\`; \`toNodeListener\` of \`${runtimePackage}/server/node\` for \`node:http\` and \`node:http2\`; \`toExpress\` and \`toFastify\` of the entries named like them. \`configure(nodeServer, server)\` limits how long slow clients are waited for, and gives \`close()\`, which lets what runs end.`,
    "",
    "`openapi-packages scaffold` writes a file per handler. Every file of this package is generated from the description; change the description instead.",
  ]);
}
