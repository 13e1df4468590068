import type { JsonObject } from "@openapi-packages/description/json/json";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { literal, markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import { referenceFolder } from "../reference/example-import.ts";
import { datesSection } from "./dates-section.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../../emitted-file.ts";
import type { ClientDefaults } from "../../client/client-defaults.ts";
import { hasHeaderKeys } from "../../client/core-file.ts";
import type { EmitModel } from "../../emit-model.ts";
import { renamesSection } from "./readme-renames.ts";
import {
  authOption,
  callText,
  exampleServer,
  knownServer,
  neededOptions,
  readmeExamples,
  type CallExample,
} from "./readme-examples.ts";
import { sizesSection } from "./readme-sizes.ts";
import { pollingSection } from "./readme-polling.ts";
import { webhooksSection } from "./readme-webhooks.ts";
import {
  advancedSection,
  errorSection,
  fileSection,
  policySection,
  runtimeSection,
  type Lines,
} from "./readme-sections.ts";
import { packageName, type PackageNaming } from "../../package-names.ts";

/** Emits the client's README, in the usual order of client READMEs. */
export function clientReadme(given: EmitModel, naming: EmitOptions): EmittedFile {
  const { client: defaults = {} } = naming;
  const { baseUrl } = defaults;
  const model = baseUrl === undefined ? given : { ...given, servers: [baseUrl] };
  const { read, change, stream, pages, poll } = readmeExamples(model);
  const call = read ?? change;
  const options = neededOptions(model);
  return markdownFile("client/README.md", [
    `# ${packageName(naming, "client")}`,
    "",
    `A typed client of ${markdownLine(model.title)} ${markdownLine(model.version)}: a property per tag, a method per operation.`,
    "",
    "## Install",
    "",
    "```sh",
    `npm install ${packageName(naming, "client")}`,
    "```",
    "",
    ...(call === undefined ? [] : quickStart(model, naming, call)),
    ...defaultsSection(defaults),
    "## Results",
    "",
    "An operation takes one input, an object of `path`, `query`, `header`, `cookie` and `body`, and the options of the call.",
    "",
    "| code | result |",
    "|---|---|",
    "| `await call` | the body of a success; anything else throws |",
    "| `await call.result()` | `{ ok, status, body, headers, requestId, response }`, a union by `status` and `ok`; an error that is not documented beside others throws |",
    "| `await call.response()` | the `Response`, unread |",
    "| `for await (const item of call)` | every item of every page, or every event of a stream |",
    "",
    "A call is a promise. It is sent in the next microtask, with its input at that time, even without `await`. `result()`, `response()` and iterations decide how it is sent if they follow the call at once; later they use the received response. A call is sent once, however often it is read. `call.with(options)` is a new call. `call.defer()` is sent when it is first read, like the calls that `queryOptions(call)` and `queryKey(call)` take.",
    "",
    'The types of inputs, results and schemas are exported here; one with a name that the client has itself, such as `Call`, is `Call_`. `ops` has them by operationId: `ops["GetPet"]["request"]`, `ops["GetPet"]["response"][200]`.',
    "",
    ...openSection(model),
    ...renamesSection(model),
    ...authentication(model),
    ...(stream === undefined ? [] : streaming(naming, options, stream)),
    ...datesSection(model, "client"),
    ...errorSection,
    ...policySection(defaults),
    ...(pages === undefined ? [] : pagination(naming, options, pages)),
    ...(poll === undefined ? [] : pollingSection(poll)),
    ...fileSection,
    ...webhooksSection(model, naming),
    ...advancedSection(naming, {
      hasSecrets: model.sensitive !== undefined,
      hasHeaderKeys: hasHeaderKeys(model),
      baseUrl: knownServer(model) === undefined ? exampleServer(model) : undefined,
      path: read?.argument === "" ? read.operation.path : undefined,
    }),
    ...(call === undefined ? [] : singleFunctions(model, naming, call)),
    ...runtimeSection,
    ...pointers(naming),
    "Every file of this package is generated from the description; change the description instead.",
  ]);
}

/** Says where to find the page of each operation. */
function pointers(options: EmitOptions): Lines {
  const reference = referenceFolder(options);
  return reference === undefined
    ? []
    : [
        `The reference, ${markdownCode(`${reference}/README.md`)}, has a page for each operation.`,
        "",
      ];
}

/** Writes the paragraph about the publisher's defaults that no other section mentions. */
function defaultsSection({ headers = {}, userAgent }: ClientDefaults): Lines {
  const sent = Object.entries(headers).map(([name, value]) => markdownCode(`${name}: ${value}`));
  const texts = [
    ...(sent.length === 0
      ? []
      : [`Each request has ${sent.join(", ")}; the option \`headers\` adds others.`]),
    ...(userAgent === undefined
      ? []
      : [
          userAgent === false
            ? "The client sets no `User-Agent`."
            : `The \`User-Agent\` is ${markdownCode(userAgent)}.`,
        ]),
  ];
  return texts.length === 0 ? [] : [texts.join(" "), ""];
}

/** Writes the paragraph about enums, if the client's response types differ from the contract's. */
function openSection({ openTypes }: EmitModel): Lines {
  if (openTypes.names.length === 0) return [];
  const which =
    openTypes.enums === true
      ? "enums in responses"
      : "enums in responses that the description marks as extensible";
  return [
    `A server may be newer than this client, so ${which} allow unknown values; \`match(value, { …, unknown })\` handles them. Types of schemas with such enums are exported here under the contract's names; types of results with such enums are \`Open…Result\`.`,
    "",
  ];
}

const schemeTexts: Readonly<Record<string, string>> = {
  http: "sent in the `Authorization` header",
  oauth2: "an access token",
  openIdConnect: "an access token",
  mutualTLS: "left to the transport",
};

/** Says how the credential of a scheme is sent. */
function schemeText(scheme: JsonObject): string {
  const { type, name, in: place } = scheme;
  if (type !== "apiKey") return schemeTexts[String(type)] ?? "";
  const kind = place === "header" ? "header" : place === "cookie" ? "cookie" : "query parameter";
  return `a key, sent in the ${kind} ${markdownCode(String(name))}`;
}

/** Writes the section about credentials, if the description has security schemes. */
function authentication({ securitySchemes }: ApiModel): Lines {
  const names = Object.keys(securitySchemes);
  if (names.length === 0) return [];
  return [
    "## Authentication",
    "",
    "`auth` is a credential, a function that returns one, or a map from security schemes to either; an unknown scheme does not compile, and `createClient` throws. After 401 the function is called again, once for all calls that were rejected at the same time, with `refused` set, and the request is sent once more with the new credential.",
    "",
    "| scheme | |",
    "|---|---|",
    ...names.map((name) => {
      const scheme = securitySchemes[name] ?? {};
      const deprecated = scheme["deprecated"] === true ? " (deprecated)" : "";
      return `| ${markdownCode(name)}${deprecated} | ${schemeText(scheme)} |`;
    }),
    "",
  ];
}

function streaming(naming: PackageNaming, options: string, example: CallExample): Lines {
  return [
    "## Streaming",
    "",
    "```ts",
    `import { createClient } from "${packageName(naming, "client")}";`,
    "",
    `const api = createClient(${options});`,
    `for await (const event of ${callText(example)}) console.log(event);`,
    "```",
    "",
    "`call.events()` gives each event with its name, id and retry. `break` ends the stream and closes its connection. With the option `resume` a broken connection is opened again, after the last event that had an id. If the description declares a terminal event, a stream that ends without it is a `ConnectionError`.",
    "",
  ];
}

function pagination(naming: PackageNaming, options: string, example: CallExample): Lines {
  return [
    "## Pagination",
    "",
    "```ts",
    `import { createClient } from "${packageName(naming, "client")}";`,
    "",
    `const api = createClient(${options});`,
    `for await (const item of ${callText(example)}) console.log(item); // every page`,
    "```",
    "",
    "`await call` returns the first page, and `call.pages()` iterates over the pages.",
    "",
  ];
}

function singleFunctions(
  model: EmitModel,
  naming: PackageNaming,
  { group, operation }: CallExample,
): Lines {
  const client = packageName(naming, "client");
  return [
    "## Single functions",
    "",
    `Each operation is a function too, so that an application bundles only the operations that it calls: ${markdownCode(`${operation.variableName}(core, input)`)} of ${markdownCode(`${client}/${group.fileName}`)}, with ${markdownCode("createCore(options)")} of ${markdownCode(`${client}/core`)}.`,
    "",
    ...sizesSection(model),
  ];
}

function quickStart(model: ApiModel, naming: PackageNaming, example: CallExample): string[] {
  const baseUrl = knownServer(model) ?? exampleServer(model);
  return [
    "## Quick start",
    "",
    "```ts",
    `import { ApiError, createClient } from "${packageName(naming, "client")}";`,
    "",
    `const api = createClient({ baseUrl: ${literal(baseUrl)}${authOption(model, example.operation)} });`,
    "",
    "try {",
    `  const body = await ${callText(example)};`,
    "  console.log(body);",
    "} catch (error) {",
    "  if (!(error instanceof ApiError)) throw error;",
    "  console.error(error.operationId, error.status, error.body);",
    "}",
    "```",
    "",
  ];
}
