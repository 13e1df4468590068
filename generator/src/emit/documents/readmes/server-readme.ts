import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import {
  namedSchemes,
  scopesOf,
  secretOf,
} from "@openapi-packages/description/model/named-schemes";
import {
  literal,
  literalKey,
  markdownCode,
  markdownLine,
} from "@openapi-packages/description/text/escape";
import { datesSection } from "./dates-section.ts";
import type { EmitModel } from "../../emit-model.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../../emitted-file.ts";
import { runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { packageName, type PackageNaming } from "../../package-names.ts";
import { oneTagSection, webhooksSection } from "./server-sections.ts";

/** Emits the server's README, from handlers to a listening server. */
export function serverReadme(model: EmitModel, naming: EmitOptions): EmittedFile {
  const [group] = model.groups;
  const [operation] = group?.operations ?? [];
  const lines = [
    `# ${packageName(naming, "server")}`,
    "",
    `Server stubs of ${markdownLine(model.title)} ${markdownLine(model.version)}: a handler type for each operation, with routing, authentication, validation and serialization.`,
    "",
  ];
  if (group !== undefined && operation !== undefined)
    lines.push(...quickStart(model, group, operation, naming));
  return markdownFile("server/README.md", [
    ...lines,
    'A handler is a function from input to result; test it by calling it. Missing parameters and members of the body get their `default`, except in the body of `PATCH` and in alternatives (`oneOf`, `anyOf`). `readOnly` members that a client sends are removed; `readOnly: "refuse"` answers 400, `"pass"` keeps them. If an operation allows anonymous callers, `context.principal` may be `undefined`. A handler returns a documented result, or throws one: `throw fail({ status, body })`, with `fail`, its third argument. `createServer` takes the handlers of all operations; `partial()` permits missing ones, and those operations answer 501, or with the result of the option `missing`.',
    "",
    "Declare what a handler returns, as `scaffold` does: `async (input): Promise<GetPetAnswer> => …` with the `…Answer` type of the operation. Undescribed members, nested or not, then do not compile, and a wrong status is an error of one line. TypeScript checks neither if it infers the return type.",
    "",
    ...oneTagSection(model, naming),
    ...webhooksSection(model, naming),
    ...security(model, naming),
    "## Responses",
    "",
    "| request | response |",
    "|---|---|",
    "| parameters or a body that the description does not allow | 400, or 422 if the operation documents only that, with at most 100 issues, each with its place, JSON pointer and keyword |",
    "| a missing or rejected credential, missing scopes | 401, 403 |",
    "| unknown path, unknown method | 404, 405 with `Allow` |",
    "| `HEAD`, `OPTIONS` | as for `GET` without its body; 204 with `Allow` |",
    "| an `Accept` that no success satisfies | 406 |",
    "| two `Host` or `Content-Type` lines, an invalid `Host`, a number in JSON beyond 1.8e308 | 400 |",
    "| a body that arrives too slowly, or is too large | 408 (`bodyTimeout`), 413 (`maxBodyBytes`) |",
    "| an event or a line of a streamed body that is too large, before it has ended | 413 (`maxItemBytes`) |",
    "| a body without a content type, with an unknown one, with a content coding, or with a charset that is not supported | 415 |",
    "| text that is not valid in its charset | 400 |",
    "| an address or headers that are too large | 414 (`maxUrlBytes`), 431 (`maxHeaderBytes`) |",
    "| no handler | 501, which names the operation |",
    "| any request while the server closes | 503 |",
    "",
    'A response has only the properties that the description declares, so that a column such as `password` is never sent by accident; a `writeOnly` property is never sent. Objects without declared properties are sent unchanged, and so are properties that `additionalProperties` allows explicitly. `serialize: "all"` sends the handler\'s result unchanged; `validateResponses` (`off`, `warn`, `strict`) validates responses.',
    "",
    "A multipart body is parsed as it arrives and rejected as soon as it exceeds `maxBodyBytes`, `maxPartBytes` or `maxParts`; `limits: { [operationId]: { parts: { [property]: bytes } } }` limits one property, and `partHeadersOf(file)` returns the headers of its part. A body that is a list of parts has limits by place, `parts: { 0: bytes }`, and headers by `partHeadersOf(body, 0)`; `withPartHeaders` adds headers to parts of answers. The name of a received `File` has no folders and no control characters.",
    "`withStreamedBody(handler)` passes a body of bytes to the handler as an `AsyncIterable` while it arrives, instead of as a `Blob`.",
    "",
    "`limits` also limits the bodies of single operations. The hooks `onRequest`, `onResponse` and `onError` are called for each request with its operation, route and id.",
    "",
    ...errors,
    ...datesSection(model, "server"),
    "## Adapters and connections",
    "",
    `Adapters: \`toFetch\` for servers that use \`Request\` and \`Response\`; \`toNodeListener\` of \`${runtimePackage}/server/node\` for \`node:http\` and \`node:http2\`; \`toExpress\` of \`${runtimePackage}/server/express\` and \`toFastify\` of \`${runtimePackage}/server/fastify\`. \`configure(nodeServer, server)\` sets timeouts for slow clients and returns \`close()\`, which waits for running requests. \`withCors(server, { origins: ["https://app.example"] })\` of \`${runtimePackage}/server/cors\`, given to an adapter instead of the server, lets pages of these origins call it.`,
    "",
    "Refusals that depend only on headers are sent before `100 Continue`. A client gets a refusal even while it still sends: the rest of the body is read and discarded, up to `maxDiscardedBytes` (64 MiB), `discardTimeout` (30 s) and `discardIdleTimeout` (10 s), options of each adapter. A client that reads nothing of its response for `sendTimeout` (60 s) is disconnected, and the handler's iteration ends. Pipelined requests are handled one after the other. With `toFetch` the runtime decides about `100 Continue` and about clients that do not read; behind Express, `configure` holds `100 Continue` back.",
    "",
    "A header of a handler with a line break, a control character or a character beyond Latin-1, or a status outside of 200 to 599, becomes a 500 and is reported to `onError`.",
    "",
    ...paths(model),
    ...service,
    "Every file of this package is generated from the description; change the description instead.",
  ]);
}

function paths({ groups }: ApiModel): string[] {
  const parameters = groups.flatMap(({ operations }) =>
    operations.flatMap((one) => one.parameters),
  );
  const isMulti = parameters.some(({ multiSegment }) => multiSegment);
  return [
    "## Paths",
    "",
    "The path of a request is chosen before its method: a concrete path precedes one with parameters, and answers 405 to a method that only the other one has. `OPTIONS *` is answered with the methods of the whole server.",
    "",
    "The server answers below the paths of the description's `servers`, with their variables at their defaults, or of those that an operation states itself, and at the root. So you can mount it behind something that strips a prefix off the path, or keeps it:",
    "",
    "| mounted | the server sees |",
    "|---|---|",
    '| Express: `app.use("/api", toExpress(server))` | the path without `/api` |',
    '| Fastify: `app.register(toFastify(server), { prefix: "/api" })` | the path without `/api` |',
    '| Hono: `app.mount("/api", toFetch(server))` | the path without `/api` |',
    '| Hono: `app.all("/api/*", (context) => toFetch(server)(context.req.raw))`, with `basePath: "/api"` | the whole path |',
    "| a gateway that rewrites paths | the path as rewritten |",
    "",
    '`createServer(handlers, { basePath: "/api" })` answers only below `/api`, and any other path with a 404 that says so; `"/"` is the root, and a list sets several. `slashes: "lenient"` also treats `//pets/` as `/pets`; by default they differ.',
    "",
    ...(isMulti
      ? [
          "A path parameter with `x-multi-segment` takes several segments, with their slashes raw or as `%2F`; a segment `.` or `..` gets a 404. What follows it in the path is matched from the end.",
          "",
        ]
      : []),
    '`acceptNull: "absent"` ignores `null` in optional members and parameters that are not nullable. By default it gets a 400.',
    "",
  ];
}

const service: readonly string[] = [
  "## Start a service",
  "",
  "`openapi-packages scaffold openapi.yaml --out src/handlers --entry node` writes a file for each handler, `security.ts` for the verifiers, and `server.ts`, which listens: with `node:http` or, by `--entry hono`, `fastify` or `express`, with a framework. It prints the dependencies to install and how to start it. All of these files are yours.",
  "",
  "| `server.ts` | |",
  "|---|---|",
  "| `PORT`, `HOST` | environment variables; 3000 and `127.0.0.1` |",
  "| limits, timeouts | written out, at the defaults of this package |",
  "| errors | go to the console, with the operation and the request's id |",
  "| `GET /health` | 200, and 503 while the service shuts down; left out if an operation may have that path |",
  "| CORS | for the origins of `scaffold.allowOrigins` in the configuration, with `withCors`; by default for none |",
  "| SIGTERM, SIGINT | accepts no new requests, lets requests and streams end, exit code 0; after 9 seconds it closes the rest, exit code 1 |",
  "",
  "`close({ streamTimeout: 5000 })`, of the server and of `configure`, lets streams continue for that time, then ends them after their current item.",
  "",
];

const errors: readonly string[] = [
  "## Errors",
  "",
  "An error of the server itself, such as a 400, has the schema and the media type that the operation documents for its status. Members are recognized by common names (`message`, `detail`, `code`, `error`, `status`, `errors`, …), and by names in the description: `x-common-errors: { members: { message: /error/text, code: kind, issues: found } }` at the root, or in a schema of errors. Constants, enums and defaults fill other required members. Where no member is known to hold what is wrong, as in `{ title, status }`, the title says it; problem details that allow other members get the list `errors` instead. Undocumented errors are `application/problem+json` (RFC 9457), and so are schemas that cannot be filled; `generate` warns about these.",
  "",
  "The option `errorBody(problem, operation)` returns the body instead, of the type `ErrorBody`; `undefined` leaves it to the default. A body that does not pass the operation's validator is reported to `onError` and not sent.",
  "",
  'An error that a handler throws answers 500. `onError` may answer with a documented result of the operation instead: `if (failure.is("GetPet")) return failure.fail({ status: 404, body })`; `anyFail({ status, body })` works for any operation, without types. A status that the operation does not document becomes a 500.',
  "",
  `For anything beyond the description, such as an upgrade: \`nodeExchange(context.request)\` of \`${runtimePackage}/server/node\` has the \`request\` and the \`response\` of Node, behind Express and Fastify too, and \`fetchRequest(context.request)\` the \`Request\` behind \`toFetch\`. A handler that has answered by hand, or handed the connection on, throws \`takeOver()\`; \`throw respondWith(response)\` answers with a \`Response\` as it is. Limits and validation do not apply to either. Requests with \`Upgrade\` reach the listener only if the Node server has no listener for \`upgrade\`.`,
  "",
];

function quickStart(
  model: ApiModel,
  group: OperationGroup,
  operation: Operation,
  naming: PackageNaming,
): string[] {
  const schemes = namedSchemes(model, model.groups);
  const isSecured = schemes.length > 0;
  const handler = `${operation.typeName}Handler`;
  const types = [handler, "Handlers", ...(isSecured ? ["SecurityVerifiers"] : [])];
  const names = ["createServer", "partial", ...(isSecured ? ["secretsEqual"] : [])];
  if (schemes.some((one) => scopesOf(one).length > 0)) names.push("withScopes");
  const verifiers = schemes.map((one) => {
    const scopes = scopesOf(one);
    const isEqual = `secretsEqual(credential.${secretOf(one.scheme)}, process.env["API_SECRET"] ?? "")`;
    const granted = scopes.length === 0 ? "" : ` && withScopes("admin", ${literal(scopes)})`;
    return `  ${literalKey(one.name)}: (credential) => ${isEqual}${granted},`;
  });
  return [
    "## Quick start",
    "",
    "```ts",
    'import { createServer as createHttpServer } from "node:http";',
    `import { ${[...names, ...types.map((type) => `type ${type}`)].join(", ")} } from "${packageName(naming, "server")}";`,
    `import { toNodeListener } from "${runtimePackage}/server/node";`,
    "",
    `const ${operation.variableName}: ${handler} = (input, context) => {`,
    "  throw new Error(`${context.operation.operationId} is not written yet: ${JSON.stringify(input)}`);",
    "};",
    "",
    `const handlers: Handlers = partial({ ${group.name}: { ${operation.methodName}: ${operation.variableName} } });`,
    ...(isSecured ? ["const security: SecurityVerifiers = {", ...verifiers, "};"] : []),
    `const server = createServer(handlers${isSecured ? ", { security }" : ""});`,
    "createHttpServer(toNodeListener(server)).listen(3000);",
    "```",
    "",
  ];
}

function security(model: ApiModel, naming: PackageNaming): string[] {
  const names = namedSchemes(model, model.groups).map(({ name }) => markdownCode(name));
  if (names.length === 0) return [];
  const schemes = names.length === 1 ? "security scheme" : "security schemes";
  return [
    "## Security",
    "",
    `The operations name the ${schemes} ${names.join(", ")}. \`createServer\` requires a verifier for each, by type and when it is called. A verifier takes the credential of a request and returns the principal, which is \`context.principal\` in handlers; \`undefined\`, \`null\`, \`false\` and any other falsy value refuse the credential with 401. An error that a verifier throws is reported to \`onError\`, and answers 500.`,
    "",
    "Where an operation requires scopes, a verifier returns `withScopes(principal, scopes)`, and a missing scope answers 403; a principal without scopes answers 500. `secretsEqual(given, secret)` compares in constant time. A credential that is sent twice, such as two `Authorization` headers or the same query parameter twice, is refused.",
    "",
    `\`createServer(handlers, { security: "unchecked" })\` of \`${packageName(naming, "server")}\` checks no credential, and \`principal\` is \`undefined\`. Use it only if something in front of the server, such as a gateway, has checked the credential of every request that can reach the server.`,
    "",
  ];
}
