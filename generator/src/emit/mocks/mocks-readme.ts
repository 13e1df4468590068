import type { Operation } from "../../model/api-model.ts";
import { markdownLine } from "../../escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import type { EmitModel } from "../emit-model.ts";

const code = (...lines: readonly string[]): string[] => ["```ts", ...lines, "```", ""];

/** The declarations that a block relies on, shown to its reader before. */
const prelude = (...lines: readonly string[]): string => `<!-- prelude: ${lines.join(" ")} -->`;

/** The mocks' README: what a mock does, in the order in which its users come to want it. */
export function mocksReadme(model: EmitModel, { scope }: EmitOptions): EmittedFile {
  const name = `${scope}/mocks`;
  const [first] = model.groups.flatMap((group) => group.operations);
  return markdownFile("mocks/README.md", [
    `# ${name}`,
    "",
    `A mock of ${markdownLine(model.title)} ${markdownLine(model.version)}, for browsers and Node. It stands on the server's own core: requests are routed, checked and refused as the server does it; credentials are asked for only where \`security\` is given. Answers are the description's examples, or values made from its schemas, and what is created is there to be read, listed, changed and deleted.`,
    "",
    ...quickStart(name),
    ...remembering(name, model),
    ...overriding(name, first),
    ...choosing(),
    ...failing(name, first),
    ...passingOn(),
    ...serving(name),
    "Every file of this package is generated from the description; change the description instead. What you write, overrides and fault profiles, lives in files of your own, and the compiler checks it by the description after each `generate`.",
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
      "// After each test: what was created, overrides and faults are gone again.",
      "mock.reset();",
    ),
    "Without MSW, `mock.fetch` is a `fetch` that never leaves the process: give it to a client as its `fetch`.",
    "",
  ];
}

const mockPrelude = (name: string): string =>
  prelude(`import { createMock } from "${name}";`, "const mock = createMock();");

function remembering(name: string, model: EmitModel): string[] {
  if (Object.keys(model.mock.state.operations).length === 0) return [];
  return [
    "## It remembers",
    "",
    `Paths, schemas and examples tell what operations do to which resource. Creating gives keys, times and an owner; lists page, filter and keep their order; what is deleted is gone with all below it, and answers 404. A status that moves does so with time: \`mock.advance(2000)\` lets time pass without waiting.`,
    "",
    mockPrelude(name),
    ...code(
      "const saved = mock.snapshot(); // JSON: for a file, or createMock({ start: saved })",
      "mock.restore(saved);",
      "mock.reset(); // back to the start",
    ),
    '`createMock({ start: "empty" })` begins without what the examples show, `{ state: false }` remembers nothing, `{ state: { GetSomething: false } }` lets an operation answer by its example alone. `mock.state` reads and writes records, `mock.seed` adds some.',
    "",
  ];
}

function overriding(name: string, operation: Operation | undefined): string[] {
  if (operation === undefined) return [];
  return [
    "## Answers of your own",
    "",
    "An answer, or a handler of the type that the server's handlers have, typed by status, input and what is remembered. Its context has `state` too, and `fallback`, which gives what the mock would answer:",
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
    "Or in MSW's own habit, for as long as MSW has the handler; without an answer it answers as the mock does:",
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
    "In a file of their own they serve tests, `createMock({ setup })` and `openapi-packages mock --overrides` alike, and hold again after each `reset`:",
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

function choosing(): string[] {
  return [
    "## Answers that a request chooses",
    "",
    "The `Prefer` header, as in Prism: `code=404`, `example=name` and `dynamic=true`, which varies the answer by `seed=…`. Also `latency=200..800`, and a fault: `fault=reset`. `createMock({ dynamic: true, seed: 7 })` varies every answer that is not remembered; the same seed gives the same answers.",
    "",
  ];
}

function failing(name: string, operation: Operation | undefined): string[] {
  if (operation === undefined) return [];
  const id = JSON.stringify(operation.id);
  return [
    "## Things that go wrong",
    "",
    mockPrelude(name),
    ...code(
      `mock.faults.add({ operation: ${id}, fault: "half-body", times: 1 });`,
      `mock.faults.add({ operation: "*", probability: 0.1, latency: "200..800" });`,
      "mock.faults.clear();",
    ),
    "`status` answers with a documented error; `fault` is one of `reset`, `half-body`, `malformed-json`, `drip` and, of streams, `stream-error` and `stream-truncated` behind as many items as `after` says. Streams have a pace, `createMock({ streams: { interval: 100, heartbeat: 15_000 } })`, and resumed behind `Last-Event-ID`.",
    "",
  ];
}

function passingOn(): string[] {
  return [
    "## Beside a real server",
    "",
    "`createMock({ upstream: { url, mode, modes, onViolation } })` lets another server answer all operations or some: `proxy` passes on, `record` stores the answers as well, `mock` answers here, as it does for what the other server answers with 501. Requests and answers are checked by the description, and `onViolation` is called with each violation.",
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
    "It has a page at `/__mock`, for this machine alone, with the requests as they come and what is remembered. `openapi-packages mock openapi.yaml` is the same from the command line, with nothing generated.",
    "",
  ];
}
