import { markdownCode } from "../../escape.ts";
import { clientModel, type ClientModel } from "../client/client-model.ts";
import {
  authOption,
  callText,
  exampleServer,
  knownServer,
  readmeExamples,
  type CallExample,
  type ReadmeExamples,
} from "../client/readme-examples.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { literal } from "../../escape.ts";
import { typeScript } from "../reference/code-layout.ts";
import { exampleImport } from "../reference/example-import.ts";
import { findingSection, guide, mistakes, type Lines } from "./guide-parts.ts";

/** `AGENTS.md` of the client. */
export function clientGuide(given: EmitModel, options: EmitOptions): EmittedFile {
  const { baseUrl } = options.client ?? {};
  const model = clientModel(baseUrl === undefined ? given : { ...given, servers: [baseUrl] });
  const examples = readmeExamples(model);
  const list =
    options.layout === "folder"
      ? "`index.ts` has the interface `Client`: a property per tag, a method per operation."
      : "[api.md](api.md) lists every method: `api.<tag>.<operation>(input)`.";
  return guide(model, options, "client", [
    ...findingSection(model, options, [list]),
    ...callSection(model, options, examples),
    ...itemSections(model, options, examples),
    ...credentialSection(model),
    ...mistakes(...mistakeLines(model, examples)),
  ]);
}

function start(
  model: ClientModel,
  options: EmitOptions,
  example: CallExample,
  names = "createClient",
): Lines {
  const address =
    knownServer(model) === undefined ? [`baseUrl: ${literal(exampleServer(model))}`] : [];
  const auth = authOption(model, example.operation).replace(/^, /, "");
  const members = [...address, ...(auth === "" ? [] : [auth])].join(", ");
  return [
    `import { ${names} } from "${exampleImport(options, "client")}";`,
    "",
    `const api = createClient(${members === "" ? "" : `{ ${members} }`});`,
  ];
}

function callSection(
  model: ClientModel,
  options: EmitOptions,
  { read, change }: ReadmeExamples,
): Lines {
  const example = change ?? read;
  if (example === undefined) return [];
  return [
    "## Call",
    "",
    ...typeScript(
      ...start(model, options, example, "ApiError, createClient"),
      "",
      "try {",
      `  const body = await ${callText(example)};`,
      "  console.log(body);",
      "} catch (error) {",
      "  if (!(error instanceof ApiError)) throw error; // no answer: ConnectionError, TimeoutError",
      "  console.error(error.status, error.body);",
      "}",
      ...(read === undefined || read === example
        ? []
        : [
            "",
            "// Or every documented status as a value, without try:",
            `const result = await ${callText(read)}.result();`,
            "console.log(result.status, result.body);",
          ]),
    ),
    "- One argument, an object of `path`, `query`, `header`, `cookie` and `body`, each left out where the operation has none. Members have the names of the description, unchanged.",
    "- `await call` is the body of a success and throws for all else; `await call.result()` is a union by `status`; `await call.response()` the `Response`.",
    "- Types of inputs, results and schemas are exported here: `import type { … }`.",
    "- Options of one call are the second argument: `signal`, `timeout`, `retries`, `headers`, `idempotencyKey`.",
    "",
  ];
}

function itemSections(
  model: ClientModel,
  options: EmitOptions,
  { stream, pages, poll }: ReadmeExamples,
): Lines {
  const section = (
    title: string,
    example: CallExample | undefined,
    lines: (call: string) => Lines,
  ): Lines =>
    example === undefined
      ? []
      : [
          `## ${title}`,
          "",
          ...typeScript(...start(model, options, example), "", ...lines(callText(example))),
        ];
  return [
    ...section("Streams", stream, (call) => [
      `for await (const item of ${call}) console.log(item); // break closes the connection`,
    ]),
    ...section("Pages", pages, (call) => [
      `for await (const item of ${call}) console.log(item); // of all pages`,
      `const first = await ${call}; // the first page alone`,
      "console.log(first);",
    ]),
    ...section("Waiting for a status", poll, (call) => [
      `console.log(await ${call}.waitFor()); // reads again until it has ended`,
    ]),
  ];
}

function credentialSection({ securitySchemes }: ClientModel): Lines {
  const names = Object.keys(securitySchemes);
  if (names.length === 0) return [];
  return [
    "## Credentials",
    "",
    `\`auth\` of \`createClient\` is a credential, a function that returns one, or a map by scheme: ${names.map(markdownCode).join(", ")}. Read secrets from the environment; never set the header of a credential yourself.`,
    "",
  ];
}

function mistakeLines({ groups }: ClientModel, { stream, pages }: ReadmeExamples): Lines {
  const hasFiles = groups.some(({ operations }) =>
    operations.some(({ requestBody }) =>
      requestBody?.content.some(({ kind }) => kind === "multipart" || kind === "binary"),
    ),
  );
  return [
    "Do not invent methods, parameters or members: what the types do not have, the API does not have. If something is missing, say so.",
    "Do not import from `src/`, `dist/` or the runtime's internals; all that is needed is exported by the entries of this part.",
    "Do not build addresses, query strings or JSON bodies, and do not call `fetch`: `api.raw(method, path)` sends what is not described.",
    "Do not write loops that retry: a call is retried where that is safe, and `retries`, `timeout` and `totalTimeout` are options.",
    "Do not catch all errors alike: `ApiError` has an answer, the others have none. Do not catch where `.result()` says it better.",
    ...(stream === undefined
      ? []
      : [
          "Do not parse events of a stream, and do not await a call to iterate it: `for await` takes the call itself.",
        ]),
    ...(pages === undefined
      ? []
      : ["Do not count pages or pass cursors on by hand: `for await` follows them."]),
    ...(hasFiles
      ? [
          "Do not make a `FormData`, and do not set `Content-Type`: a body is an object, in which files are `Blob` or `File`.",
        ]
      : []),
    "Do not silence the compiler with `as` or `any`: an error in a call means that the call is wrong.",
    "In tests, pass `fetch: createMock().fetch` of the mocks instead of replacing methods of the client.",
  ];
}
