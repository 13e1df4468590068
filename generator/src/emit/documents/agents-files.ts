import { markdownLine } from "@openapi-packages/description/text/escape";
import { successContent } from "@openapi-packages/description/model/streams/stream-member";
import type { EmitModel } from "../emit-model.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import type { PlacedOptions } from "../module-parts.ts";
import { packageName } from "../package-names.ts";
import type { PartName } from "../parts.ts";
import { referenceFolder } from "./reference/example-import.ts";
import { pagePaths } from "./reference/page-paths.ts";

type Lines = readonly string[];

/** A part of the output with an `AGENTS.md`. */
export type GuidedPart = "contract" | "client" | "server" | "mocks";

/** Emits the `AGENTS.md` of each package that is written. */
export function emitAgents(
  model: EmitModel,
  options: PlacedOptions,
  parts: ReadonlySet<PartName>,
): EmittedFile[] {
  const guided = { ...options, validators: parts.has("validators") };
  return (["contract", "client", "server", "mocks"] as const)
    .filter((part) => (part === "contract" ? options.contractIn === undefined : parts.has(part)))
    .map((part) => agentsFile(model, guided, part));
}

/**
 * Emits the `AGENTS.md` of a part, for coding assistants and people in a hurry. It lists where to
 * find declarations, reference and README, and the most common mistakes, but does not repeat what
 * those files say.
 */
function agentsFile(model: EmitModel, options: EmitOptions, part: GuidedPart): EmittedFile {
  const name = options.layout === "folder" ? part : packageName(options, part);
  return markdownFile(`${part}/AGENTS.md`, [
    `# Writing code with \`${name}\``,
    "",
    `This part is generated from the description of ${markdownLine(model.title)}: never edit its files, and look up names in them instead of guessing.`,
    "",
    "## Where to look",
    "",
    ...list([...declarations(options, part), ...readme(options), ...reference(model, options)]),
    "",
    "## Mistakes to avoid",
    "",
    ...list(mistakes[part](model, options)),
  ]);
}

const list = (lines: Lines): Lines => lines.map((line) => `- ${line}`);

/**
 * Says where to find the declarations of a part, whose comments contain the texts of the
 * description.
 */
function declarations(options: EmitOptions, part: GuidedPart): Lines {
  const source = options.layout === "folder" ? "" : "src/";
  const own: Readonly<Record<GuidedPart, string>> = {
    contract: `\`${source}index.ts\` exports the types of schemas, and \`…Input\` and \`…Result\` of each operation.`,
    client: `\`${source}index.ts\` has the interface \`Client\`: a property per tag, whose type has a method per operation with its comment.`,
    server: `\`${source}index.ts\` has the interface \`Handlers\`: a property per tag, whose type has a handler per operation with its comment; a handler is of the type \`…Handler\` and returns \`…Answer\`.`,
    mocks: `\`${source}create-mock.ts\` has \`createMock\` and its options; operations are named by operationId.`,
  };
  return [own[part]];
}

const readme = ({ layout }: EmitOptions): Lines =>
  layout === "folder" ? [] : ["[README.md](README.md) shows how this package is used."];

/** Says how to find an operation in the reference. */
function reference(model: EmitModel, options: EmitOptions): Lines {
  const folder = referenceFolder(options);
  if (folder === undefined) return [];
  const [operation] = model.groups.flatMap((group) => group.operations);
  const page = operation && pagePaths(model).get(operation)?.split("/").at(-1);
  // Replaces characters that a shell would interpret.
  const searched = page?.replace(/[^\w.-]/g, "?") ?? "name";
  return [
    `\`${folder}/README.md\` lists the operations by tag and path, each with a page: input, answers, code for client, server and mocks. \`find ${folder} -iname '*${searched}*'\` finds a page by operationId.`,
  ];
}

const mistakes: Readonly<Record<GuidedPart, (model: EmitModel, options: EmitOptions) => Lines>> = {
  contract: (_model, { layout, validators }) => [
    "Do not declare types of requests and responses by hand, and do not copy these: import them, with `import type`.",
    `Do not write validators, or schemas of another library, for types of this description${validators === true ? "" : ": `openapi-packages generate --validators` makes them"}.`,
    ...(layout === "folder"
      ? []
      : ["Do not import from `src/` or `dist/`; the entries export everything that you need."]),
    `Do not rely on places that ${layout === "folder" ? "the description marks with `x-not-shown`" : "[NOT-SHOWN.md](NOT-SHOWN.md) lists"}: they are open.`,
  ],
  client: clientMistakes,
  server: () => [
    "Do not write routes, parsers, serializers or checks of content types, and do not validate an input again: `createServer` has them all.",
    "Do not invent operations, statuses or members: change the description, and generate again. Declare the return type `Promise<…Answer>`, so that a wrong status does not compile.",
    "Do not leave handlers out silently: with `partial()`, missing ones respond with 501. `openapi-packages scaffold` writes a file for each missing one.",
    "Do not build a `Response` in a handler: return `{ status, body, headers }`, or throw `fail({ status, body })`, with `fail` the third argument.",
    "Do not compare secrets with `===`: `secretsEqual` compares in constant time.",
    "Do not open a port in tests: call a handler as a function, or give `toFetch(server)` to the client as its option `fetch`.",
  ],
  mocks: ({ mock }) => [
    "Do not write MSW handlers or JSON fixtures by hand: answers come from the description, and the compiler checks those of `mock.on`.",
    "Do not share a mock between tests that run at once: `createMock()` is cheap, and each has its own state; otherwise call `mock.reset()` after each test.",
    ...(Object.keys(mock.state.operations).length > 0
      ? [
          "Do not assume identifiers: create a record by a call, or read the initial ones with a list. Created records can be read, changed and deleted.",
        ]
      : []),
    "Do not wait for time to pass: the mock has a clock of its own.",
    "Do not put credentials in tests, except to test them: the mock accepts every request by default.",
  ],
};

function clientMistakes({ groups }: EmitModel, { layout }: EmitOptions): Lines {
  const operations = groups.flatMap((group) => group.operations);
  const hasPages = operations.some(({ pagination }) => pagination !== undefined);
  const hasStreams = operations.some(({ responses }) =>
    successContent(responses).some(({ stream }) => stream !== undefined),
  );
  const hasFiles = operations.some(({ requestBody }) =>
    requestBody?.content.some(({ kind }) => kind === "multipart" || kind === "binary"),
  );
  return [
    "Do not invent methods, parameters or members: the API has only those in the types. If something is missing, say so.",
    layout === "folder"
      ? "Do not import from the runtime's internals; the modules of this folder export everything that you need."
      : "Do not import from `src/`, `dist/` or the runtime's internals; the entries of this part export everything that you need.",
    "Do not build addresses, query strings or JSON bodies, and do not call `fetch`: `api.raw(method, path)` sends requests that the description lacks.",
    "Do not write loops that retry: the client retries calls if that is safe, and `retries`, `timeout` and `totalTimeout` are options.",
    "Do not treat all errors alike: only `ApiError` has a response. Prefer `await call.result()` to `catch` for documented errors.",
    ...(hasStreams
      ? [
          "Do not parse events of a stream, and do not await a call to iterate it: `for await` takes the call itself.",
        ]
      : []),
    ...(hasPages ? ["Do not count pages or pass cursors by hand: `for await` follows them."] : []),
    ...(hasFiles
      ? [
          "Do not make a `FormData`, and do not set `Content-Type`: a body is an object, in which files are `Blob` or `File`.",
        ]
      : []),
    "Do not set the header of a credential: `auth` of `createClient` sends it. Read secrets from the environment.",
    "Do not silence the compiler with `as` or `any`: an error in a call means that the call is wrong.",
    "Do not replace methods of the client in tests: pass `fetch: createMock().fetch` of the mocks.",
  ];
}
