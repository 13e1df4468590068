import { literal } from "../../escape.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { typeScript } from "../reference/code-layout.ts";
import { exampleImport } from "../reference/example-import.ts";
import { findingSection, guide, mistakes, type Lines } from "./guide-parts.ts";

/** `AGENTS.md` of the mocks. */
export function mocksGuide(model: EmitModel, options: EmitOptions): EmittedFile {
  const [operation] = model.groups.flatMap((group) => group.operations);
  const hasState = Object.keys(model.mock.state.operations).length > 0;
  return guide(model, options, "mocks", [
    ...findingSection(model, options, [
      "Operations are named by operationId, as in the description; `mock.on` does not compile with another.",
    ]),
    ...(operation === undefined ? [] : mockSection(options, operation.id)),
    "- `mock.fetch` is a `fetch` without network: `createClient({ fetch: mock.fetch })` of the client. `mock.handlers()` are handlers of MSW 3, for `setupServer` and `setupWorker`.",
    "- `mock.on(id, answer)` overrides with a documented answer, `{ status, body }`, or with a handler, whose `fallback()` is the mock's own answer. It returns a function that takes it back.",
    `- \`mock.faults.add({ operation, status, latency, fault })\` breaks answers on purpose.${hasState ? " `mock.state` reads and writes records, `mock.advance(ms)` moves the clock." : ""}`,
    "- `mock.reset()` after each test: no overrides, no faults, the first state.",
    "",
    ...mistakes(
      "Do not write MSW handlers or JSON fixtures by hand: answers come from the description, and the compiler checks overrides.",
      "Do not share a mock between tests that run at once: `createMock()` is cheap, and each has its own state.",
      ...(hasState
        ? [
            "Do not assume identifiers: create a record by a call, or read those of the start by a list; what was created is found, changed and deleted.",
          ]
        : []),
      "Do not wait for time to pass: the clock is the mock's.",
      "Do not put credentials in tests unless they are what is tested: the mock lets every request in unless it is told otherwise.",
    ),
  ]);
}

function mockSection(options: EmitOptions, id: string): Lines {
  return [
    "## Mock",
    "",
    ...typeScript(
      `import { createMock } from "${exampleImport(options, "mocks")}";`,
      "",
      "const mock = createMock();",
      `const undo = mock.on(${literal(id)}, async (input, { fallback }) => {`,
      "  console.log(input);",
      "  return await fallback();",
      "});",
      "undo();",
      "mock.reset();",
    ),
  ];
}
