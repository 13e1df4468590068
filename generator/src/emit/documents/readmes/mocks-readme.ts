import type { Operation } from "@openapi-packages/description/model/api-model";
import { literal, markdownCode, markdownLine } from "@openapi-packages/description/text/escape";
import { namedSchemes, secretOf } from "@openapi-packages/description/model/named-schemes";
import { markdownFile, type EmitOptions, type EmittedFile } from "../../emitted-file.ts";
import { datesSection } from "./dates-section.ts";
import type { EmitModel } from "../../emit-model.ts";
import { packageName } from "../../package-names.ts";
import { hasCallbacks } from "../../mocks/callbacks-file.ts";
import { webhookExample } from "./webhook-example.ts";
import { runtimePackage } from "@openapi-packages/compiler/symbols/runtime-symbols";

const code = (...lines: readonly string[]): string[] => ["```ts", ...lines, "```", ""];

/** Writes a comment with the statements that a code block needs before it. */
const prelude = (...lines: readonly string[]): string => `<!-- prelude: ${lines.join(" ")} -->`;

/** Emits the mocks' README, from the first handler to a server. */
export function mocksReadme(model: EmitModel, naming: EmitOptions): EmittedFile {
  const name = `${packageName(naming, "mocks")}`;
  const [first] = model.groups.flatMap((group) => group.operations);
  return markdownFile("mocks/README.md", [
    `# ${name}`,
    "",
    `A mock of ${markdownLine(model.title)} ${markdownLine(model.version)}, for browsers and Node. It uses the server's core, so it routes, validates and rejects requests like the server; by default it accepts every request without credentials. It responds with the description's examples or with values made from its schemas, and it is stateful: created resources can be read, listed, changed and deleted.`,
    "",
    ...quickStart(name),
    ...paths(),
    ...remembering(name, model),
    ...overriding(name, first),
    ...datesSection(model, "mocks"),
    ...exampleConstants(name, model, naming),
    ...choosing(),
    ...credentials(name, model),
    ...failing(name, first),
    ...sending(name, model),
    ...passingOn(),
    ...serving(name),
    "Every file of this package is generated from the description; change the description instead. Put overrides and fault rules into files of your own; the compiler checks them against the description after each `generate`.",
  ]);
}

function quickStart(name: string): string[] {
  return [
    "## Quick start",
    "",
    "With [MSW](https://mswjs.io) 3, in tests; in browsers `setupWorker` of `msw/browser` takes the same handlers:",
    "",
    ...code(
      'import { setupServer } from "msw/node";',
      `import { createMock } from "${name}";`,
      "",
      "const mock = createMock();",
      "const server = setupServer(...mock.handlers());",
      "server.listen();",
      "",
      "// After each test: back to the start, without overrides and faults.",
      "mock.reset();",
    ),
    "Without MSW, pass `mock.fetch` to a client as its `fetch`; it does not use the network.",
    "",
  ];
}

function paths(): string[] {
  return [
    "## Paths",
    "",
    'The mock answers the same paths as the server, at any origin: below the paths of the description\'s `servers`, with their variables at their defaults, and at the root. `createMock` has the server\'s options for them: `basePath: "/api"` answers only below `/api`, `slashes: "lenient"` treats `//pets/` as `/pets`, and `acceptNull: "absent"` ignores `null` in optional members that are not nullable. `baseUrl: "https://api.example.com/v1"` instead of `basePath` leaves requests to other origins to other handlers of MSW. The command `openapi-packages mock` has them in `mock` of the configuration.',
    "",
  ];
}

const mockPrelude = (name: string): string =>
  prelude(`import { createMock } from "${name}";`, "const mock = createMock();");

function remembering(name: string, model: EmitModel): string[] {
  if (Object.keys(model.mock.state.operations).length === 0) return [];
  return [
    "## State",
    "",
    "The generator infers from paths, schemas and examples which resource an operation creates, reads, lists, changes or deletes. A created resource gets identifiers, timestamps and an owner; lists have pages, filters and an order; a deleted resource and those that belong to it answer 404. The status of a resource changes with time: `mock.advance(2000)` moves the clock without waiting.",
    "",
    mockPrelude(name),
    ...code(
      "const saved = mock.snapshot(); // JSON: for a file, or createMock({ start: saved })",
      "mock.restore(saved);",
      "mock.reset(); // back to the start",
    ),
    "A PUT answers 201 where it creates and 200 or 204 where it replaces, as documented, and keeps to `If-None-Match: *` and `If-Match` where they are described. A creation that documents 409 answers it if a record has the same identifier or the same value of a unique member: one with `x-unique: true`, or one that the text or an example of the 409 names. A request that repeats its `Idempotency-Key` gets its first response again; with another body it gets 422, and while the first one is handled 409. `Accept` selects a documented media type: JSON shows the state, any other media type its example.",
    "",
    '`createMock({ start: "empty" })` starts without the resources of the examples, `{ state: false }` is stateless, and `{ state: { GetSomething: false } }` makes one operation answer with its example only. `mock.state` reads and writes records, `mock.seed` adds records.',
    "",
  ];
}

function overriding(name: string, operation: Operation | undefined): string[] {
  if (operation === undefined) return [];
  return [
    "## Overrides",
    "",
    "An override is a result, or a handler of the same type as the server's handlers, typed by the operation. The context of the handler also has `state`, and `fallback`, which returns the mock's own result:",
    "",
    ...code(
      `import { createMock } from "${name}";`,
      "",
      "const mock = createMock();",
      `const undo = mock.on(${JSON.stringify(operation.id)}, async (input, { operation, fallback }) => {`,
      "  const answer = await fallback();",
      "  console.log(operation.operationId, input, answer.status);",
      "  return answer;",
      "});",
      "undo();",
    ),
    "`mock.handler` returns an MSW handler for `server.use`. Without a second argument it responds like the mock:",
    "",
    prelude(
      'import { setupServer } from "msw/node";',
      "const server = setupServer();",
      `import { createMock } from "${name}";`,
      "const mock = createMock();",
    ),
    ...code(
      `server.use(mock.handler(${JSON.stringify(operation.id)}, (_, { fallback }) => fallback()));`,
      "server.resetHandlers();",
    ),
    "Overrides in a file of their own can be used by `createMock({ setup })` and by `mock.overrides` of the configuration for `openapi-packages mock`; they apply again after each `reset`:",
    "",
    ...code(
      'import type { Mock } from "@openapi-packages/mock";',
      `import type { ApiMockTypes } from "${name}";`,
      "",
      "export default (mock: Mock<ApiMockTypes>) => {",
      `  mock.on(${JSON.stringify(operation.id)}, (_, { fallback }) => fallback());`,
      "};",
    ),
  ];
}

function exampleConstants(name: string, model: EmitModel, options: EmitOptions): string[] {
  if (options.mockExamples !== true) return [];
  const [first] = model.examples().constants;
  if (first === undefined) return [];
  return [
    "## Examples",
    "",
    "Each example of the description is a constant, typed by the contract. The mock answers with the same constants, so a test must not change them:",
    "",
    ...code(`import { ${first.name} } from "${name}/examples";`, "", `console.log(${first.name});`),
    "The name is made of the operation, the status, `Request` or a parameter with `Parameter`, and the name of the example.",
    "",
  ];
}

function choosing(): string[] {
  return [
    "## Responses chosen by the request",
    "",
    "The `Prefer` header has the values of Prism, `code=404`, `example=name` and `dynamic=true`, which varies the response by `seed=…`; it also has `latency=200..800` and `fault=reset`. `createMock({ dynamic: true, seed: 7 })` varies every response that does not come from the state; the same seed gives the same responses.",
    "",
  ];
}

function failing(name: string, operation: Operation | undefined): string[] {
  if (operation === undefined) return [];
  const id = JSON.stringify(operation.id);
  return [
    "## Faults",
    "",
    mockPrelude(name),
    ...code(
      `mock.faults.add({ operation: ${id}, fault: "half-body", times: 1 });`,
      `mock.faults.add({ operation: "*", probability: 0.1, latency: "200..800" });`,
      "mock.faults.clear();",
    ),
    "`status` answers with any status, with the documented body where there is one; `fault` is `reset`, `half-body`, `malformed-json` or `drip`, and for streams also `stream-error` or `stream-truncated`, after the number of items in `after`. `createMock({ streams: { interval: 100, heartbeat: 15_000 } })` sets the interval of streams, which resume after `Last-Event-ID`.",
    "",
  ];
}

function credentials(name: string, model: EmitModel): string[] {
  const schemes = namedSchemes(model, model.groups);
  const [scheme] = schemes;
  if (scheme === undefined) return [];
  const { resources } = model.mock.state;
  const keys = Object.entries(resources).filter(([, { credential }]) => credential !== undefined);
  const created = keys.map(([resource]) => markdownCode(resource)).join(", ");
  const given = secretOf(scheme.scheme) === "password" ? "user:password" : "secret";
  return [
    "## Credentials",
    "",
    "By default every request is accepted, whatever its credentials. With `demandCredentials` the mock requires those of the description's security, and answers 401 with `WWW-Authenticate` as the server does:",
    "",
    ...code(
      `import { createMock } from "${name}";`,
      "",
      `const mock = createMock({ demandCredentials: true, credentials: ${literal({ [scheme.name]: [given] })} });`,
      "console.log(mock.credentials);",
    ),
    '`credentials` are tokens, API keys, or `user:password` for HTTP basic, by security scheme. For a scheme that is not in `credentials`, the mock makes one from the seed; `mock.credentials` has all of them. It accepts no certificate (`mutualTLS`). A credential has all scopes, or those that the option `scopes` lists for it, as in `{ secret: ["read"] }`; operations that require another answer 403. The option `security` verifies its schemes with functions instead, like that of the server.',
    "",
    ...(keys.length === 0
      ? []
      : [
          `The secret that creating ${created} answers is accepted too, from then on until the record is deleted, revoked or expired. Only that response shows it. A secret in an example of such a response is accepted while the record of the example exists. Snapshots and state files have digests of the secrets.`,
          "",
        ]),
    `${markdownCode(`openapi-packages mock --demand-credentials --credential ${scheme.name}=${given}`)} does the same for the server, and prints what it accepts.`,
    "",
  ];
}

function sending(name: string, model: EmitModel): string[] {
  const example = webhookExample(model);
  if (example === undefined) return [];
  const { operation, input } = example;
  const isSigned = operation.signature !== undefined;
  return [
    "## Webhooks",
    "",
    "`sendWebhook` sends a webhook or a callback to a receiver as the service does, typed by its name:",
    "",
    prelude(
      "const receive = (request: Request) => Promise.resolve(new Response(request.url, { status: 200 }));",
    ),
    ...code(
      ...(isSigned ? [] : [`import { standardWebhooks } from "${runtimePackage}/webhooks";`]),
      `import { sendWebhook } from "${name}";`,
      "",
      `const response = await sendWebhook(${literal(example.name)}, ${input}, {`,
      '  url: "https://hooks.example.com",',
      '  secret: "whsec_c2VjcmV0",',
      ...(isSigned ? [] : ["  signature: standardWebhooks,"]),
      "  fetch: receive, // a receiver in the same process; left out: the network",
      "});",
      "console.log(response.status);",
    ),
    `It is signed with \`secret\`, ${isSigned ? "as the description says" : "as `signature` says, since the description does not"}, and has the current time: set \`id\` and \`timestamp\` to send an older webhook, or the same one again. Without \`secret\` it is not signed, and a receiver has to refuse it. The mock sends callbacks by itself, but no webhooks.`,
    "",
    ...callbacks(name, model),
  ];
}

function callbacks(name: string, model: EmitModel): string[] {
  if (!hasCallbacks(model)) return [];
  const all = [...model.mock.callbacks.values()].flat();
  const isSigned = all.some(({ operation }) => operation.signature !== undefined);
  return [
    "## Callbacks",
    "",
    "After an operation with callbacks was answered with success, the mock sends them to the address of their runtime expression, with values of the record that was created or changed:",
    "",
    ...code(
      ...(isSigned ? [] : [`import { standardWebhooks } from "${runtimePackage}/webhooks";`]),
      `import { createMock } from "${name}";`,
      "",
      isSigned
        ? 'const mock = createMock({ callbacks: { secret: "whsec_c2VjcmV0" } });'
        : 'const mock = createMock({ callbacks: { secret: "whsec_c2VjcmV0", signature: standardWebhooks } });',
      "await mock.settled(); // all callbacks have been sent",
      "console.log(mock.callbacks);",
    ),
    `Without \`secret\` they are not signed${isSigned ? "" : "; `signature` says how, since the description does not"}. \`fetch: toFetch(receiver)\` sends them to a receiver in the same process. They go to \`localhost\` and loopback addresses; \`allowOrigins: ["https://hooks.example"]\` adds other origins, and \`callbacks: false\` instead of options sends none. Redirects are not followed.`,
    "",
  ];
}

function passingOn(): string[] {
  return [
    "## In front of a real server",
    "",
    "`createMock({ upstream: { url, mode, modes, onViolation } })` forwards all operations or some of them to another server: `proxy` forwards, `record` also records the responses, and `mock` does not forward. The mock answers too if the other server answers 501. Requests stay below the path of `url`, redirects are passed on, and after `timeout` milliseconds (30 000) the answer is 504. Requests and responses are validated, and `onViolation` is called for each violation of the description.",
    "",
  ];
}

function serving(name: string): string[] {
  return [
    "## As a server",
    "",
    ...code(
      'import { serveMock } from "@openapi-packages/mock/node";',
      `import { description } from "${name}";`,
      "",
      "const service = await serveMock(description, { port: 4010 });",
      "await service.close();",
    ),
    "A console at `/__mock` shows the requests and the state, to this machine only; `service.consoleUrl` is its address with the required token. `openapi-packages mock openapi.yaml` serves the same mock from the command line, without generated packages.",
    "",
    'Requests for other names than this machine\'s are refused with 421, and `allowHosts: ["mock.example"]` allows another one; pages of other machines need `allowOrigins: ["https://app.example"]`. Every response is sandboxed: a page that a client stored runs no script. `limits: { records: 1000 }` sets how many requests are stored; the oldest is removed first.',
    "",
  ];
}
