import type { ApiModel, Operation, OperationGroup } from "../../model/api-model.ts";
import { literal, markdownCode, markdownLine } from "../../print/escape.ts";
import { markdownFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { exampleInput } from "../example-input.ts";
import { isInputOptional } from "../operation-facts.ts";

/** The client's README: how to make one, call it, and what comes back. */
export function clientReadme(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const call = callExample(model);
  return markdownFile("client/README.md", [
    `# ${scope}/client`,
    "",
    `A typed client of ${markdownLine(model.title)} ${markdownLine(model.version)}: a property per tag, a method per operation, on openapi-fetch.`,
    "",
    "## Install",
    "",
    "```sh",
    `npm install ${scope}/client`,
    "```",
    "",
    ...(call === undefined ? [] : quickStart(model, scope, call)),
    "## What a call gives",
    "",
    "| write | get |",
    "|---|---|",
    "| `await call` | the body of success; anything else throws `ApiError` with `status`, `body`, `operationId` |",
    "| `await call.result()` | `{ status, body, headers, response }`, a union by status; no documented answer throws |",
    "| `await call.response()` | the `Response`, unread |",
    "| `for await (const item of call)` | every item of every page, or every event of a stream |",
    "",
    "`api.http` is the openapi-fetch client underneath, typed by path; its middleware (`api.http.use(…)`) sees every call.",
    "",
    "[api.md](api.md) lists every method. Every file of this package is generated from the description; change the description instead.",
  ]);
}

interface CallExample {
  readonly group: OperationGroup;
  readonly operation: Operation;
  readonly argument: string;
}

/** The first operation whose example is small, one with a body where there is one. */
function callExample(model: ApiModel): CallExample | undefined {
  const operations = model.groups.flatMap((group) =>
    group.operations.map((operation) => ({ group, operation })),
  );
  const withBody = operations.filter(({ operation }) => operation.requestBody !== undefined);
  for (const { group, operation } of [...withBody, ...operations]) {
    const example = exampleInput(model, operation);
    if (example === undefined || (example.body ?? { kind: "json" }).kind !== "json") continue;
    const isEmpty = Object.keys(example.input).length === 0;
    const argument = isEmpty && isInputOptional(operation) ? "" : literal(example.input);
    if (argument.length < 300) return { group, operation, argument };
  }
  return undefined;
}

function quickStart(
  { servers }: ApiModel,
  scope: string,
  { group, operation, argument }: CallExample,
): string[] {
  const baseUrl = servers[0]?.startsWith("http") === true ? servers[0] : "https://api.example.com";
  const method = `api.${group.name}.${operation.methodName}`;
  return [
    "## Quick start",
    "",
    "```ts",
    `import { ApiError, createClient } from "${scope}/client";`,
    "",
    `const api = createClient({ baseUrl: ${literal(baseUrl)}, auth: () => process.env["API_KEY"] ?? "" });`,
    "",
    "try {",
    `  const body = await ${method}(${argument});`,
    "  console.log(body);",
    "} catch (error) {",
    "  if (!(error instanceof ApiError)) throw error;",
    "  console.error(error.operationId, error.status, error.body);",
    "}",
    "```",
    "",
  ];
}

/** `api.md`: every group, every method, with its wire form. */
export function apiList({ groups }: ApiModel): EmittedFile {
  return markdownFile("client/api.md", ["# Methods", "", ...groups.flatMap(groupLines)]);
}

function groupLines(group: OperationGroup): string[] {
  return [
    `## ${markdownLine(group.tag)}`,
    "",
    ...(group.description === "" ? [] : [markdownLine(group.description), ""]),
    "| method | wire | does |",
    "|---|---|---|",
    ...group.operations.map((operation) => {
      const { methodName, method, path, summary, deprecated, inputTypeName } = operation;
      const argument = `input${isInputOptional(operation) ? "?" : ""}: ${inputTypeName}`;
      const name = markdownCode(`api.${group.name}.${methodName}(${argument})`);
      const text = `${markdownLine(summary)}${deprecated ? " (deprecated)" : ""}`;
      return `| [${name}](src/${group.fileName}.ts) | ${markdownCode(`${method} ${path}`)} | ${text} |`;
    }),
    "",
  ];
}
